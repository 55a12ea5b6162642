#pragma once

#include "render/gpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// The one GPU of a test program, on a context without a window, every GL debug message fatal.
// Without a GPU the program ends with 77 (skipped), or fails when HALATION_REQUIRE_GPU is set.
struct gpu *gpu_fixture(void);
void gpu_fixture_finish(void);

// Compiling takes a software renderer longer than running: of combinations too many for every day a
// test takes one in `of`, and all of them with HALATION_TEST_ALL set, as `ctest -C long` does.
bool test_takes(int combination, int of);

// A program of this text, kept under this name; or the test fails with the compiler's message.
const struct program *program_of(const char *name, const char *text);

// A group of cmocka tests on the GPU, which is let go at the end.
#define run_gpu_tests(tests) \
    (gpu_fixture(), cmocka_run_group_tests(tests, NULL, gpu_fixture_teardown))

int gpu_fixture_teardown(void **state);
