#pragma once

#include <stddef.h>
#include <stdio.h>

// A file of the project that is built into the program: a shader, a preset of chains or a
// documentation page.
struct embedded_file {
    const char *path; // from the root of the project: "shaders/dual/dual.glsl"
    const char *text; // zero-terminated; `size` is without the terminator
    size_t size;
};

extern const struct embedded_file embedded_files[]; // sorted by path, ends with a zeroed row

// Returns the file with that path; NULL: none.
const struct embedded_file *embedded_find(const char *path);

// Prints a template up to the first occurrence of `place`, which must occur. Returns the text
// behind that.
const char *embedded_print_until(const char *text, const char *place, FILE *out);
