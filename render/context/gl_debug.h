#pragma once

#include <stdbool.h>

// Sends KHR_debug messages of the current context to the log: errors, undefined behaviour and
// performance warnings, but no notifications. With `fatal` a message of high or medium severity
// aborts the program, for tests and --gl-debug.
void gl_debug_enable(bool fatal);

// How many messages the driver has sent since then, of whatever kind; what the program itself
// sends, such as the names of groups, is not counted.
unsigned long gl_debug_count(void);

// Labels that debuggers show.
void gl_debug_label_texture(unsigned id, const char *label);
void gl_debug_label_program(unsigned id, const char *label);
void gl_debug_label_buffer(unsigned id, const char *label);

// While errors are expected, such as those of memory that may be missing, none is logged or fatal.
// The caller asks glGetError itself.
void gl_debug_expect_errors(bool expected);

// Returns the name of what glGetError gave: "GL_OUT_OF_MEMORY".
const char *gl_debug_error_name(unsigned error);
