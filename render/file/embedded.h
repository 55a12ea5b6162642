#pragma once

#include <stddef.h>
#include <stdio.h>

// A file of the project that was built into the program: a shader, a preset of chains or a page.
struct embedded_file {
    const char *path; // from the root of the project: "shaders/dual/dual.glsl"
    const char *text; // ends with a zero that is not counted in `size`
    size_t size;
};

extern const struct embedded_file embedded_files[]; // sorted by path, ends with a zeroed row

// NULL: there is no such file.
const struct embedded_file *embedded_find(const char *path);

// Prints a text up to a place that stands in it. Returns what follows the place.
const char *embedded_print_until(const char *text, const char *place, FILE *out);
