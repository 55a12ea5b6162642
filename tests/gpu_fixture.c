#include "tests/gpu_fixture.h"

#include "render/gl_debug.h"

#include <stdio.h>
#include <stdlib.h>

static struct context context;
static struct gpu gpu;
static bool is_made;

static void make(void)
{
    struct error error;
    if (!context_init(&context, -1, true, &error)) {
        fprintf(stderr, "no GPU: %s\n", error.text);
        exit(getenv("HALATION_REQUIRE_GPU") ? EXIT_FAILURE : 77);
    }
    gl_debug_enable(true);
    if (!gpu_init(&gpu, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    is_made = true;
}

struct gpu *gpu_fixture(void)
{
    if (!is_made)
        make();
    return &gpu;
}

bool test_takes(int combination, int of)
{
    return combination % of == 0 || getenv("HALATION_TEST_ALL");
}

void gpu_fixture_finish(void)
{
    if (!is_made)
        return;
    gpu_finish(&gpu);
    context_finish(&context);
    is_made = false;
}

int gpu_fixture_teardown(void **state)
{
    (void) state;
    gpu_fixture_finish();
    return 0;
}

const struct program *program_of(const char *name, const char *text)
{
    const struct program_desc desc = { .file = name, .text = text };
    struct error error;
    const struct program *program = program_cache_get(&gpu_fixture()->programs, &desc, &error);
    if (!program)
        fail_msg("%s", error.text);
    return program;
}
