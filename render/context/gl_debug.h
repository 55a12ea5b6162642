#pragma once

#include <stdbool.h>

// Sends KHR_debug messages of the current context to the log: errors, undefined behaviour and
// performance warnings, but no notifications. With `fatal` a message of high or medium severity
// aborts the program, for tests and --gl-debug.
void gl_debug_enable(bool fatal);

// Returns the number of messages that the driver has sent since gl_debug_enable, of any severity.
// Messages of the program itself, such as names of debug groups, do not count.
unsigned long gl_debug_count(void);

// Sets the label that GL debuggers show; NULL: none. `kind` is GL_TEXTURE, GL_PROGRAM or GL_BUFFER.
void gl_debug_label(unsigned kind, unsigned id, const char *label);

// Between the calls with true and false, messages are neither logged nor fatal. Use it around an
// allocation that may fail, and check glGetError.
void gl_debug_expect_errors(bool expected);

// Returns the name of a result of glGetError: "GL_OUT_OF_MEMORY".
const char *gl_debug_error_name(unsigned error);
