#pragma once

#include <stdbool.h>

// KHR_debug messages of the current context to the log. Errors, undefined behaviour and performance
// warnings are shown; notifications are not.

// With `fatal` a message of high or medium severity aborts the program: for tests and --gl-debug.
void gl_debug_enable(bool fatal);

void gl_debug_label_texture(unsigned id, const char *label);
void gl_debug_label_program(unsigned id, const char *label);
void gl_debug_label_buffer(unsigned id, const char *label);

// While errors are expected, of memory that there may not be, none is said or fatal: whoever
// expects them asks glGetError.
void gl_debug_expect_errors(bool expected);
