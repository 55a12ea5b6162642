#pragma once

#include <stdbool.h>

// Sends KHR_debug messages of the current context to the log: errors, undefined behaviour and
// performance warnings, but no notifications. With `fatal` a message of high or medium severity
// aborts the program, for tests and --gl-debug.
void gl_debug_enable(bool fatal);

// Returns the number of messages of any kind that the driver has sent since then. Messages that the
// program sends itself, such as the names of groups, do not count.
unsigned long gl_debug_count(void);

// Labels that debuggers show.
void gl_debug_label_texture(unsigned id, const char *label);
void gl_debug_label_program(unsigned id, const char *label);
void gl_debug_label_buffer(unsigned id, const char *label);

// While errors are expected, such as running out of memory, messages are neither logged nor fatal.
// The caller checks glGetError itself.
void gl_debug_expect_errors(bool expected);

// Returns the name of what glGetError gave: "GL_OUT_OF_MEMORY".
const char *gl_debug_error_name(unsigned error);
