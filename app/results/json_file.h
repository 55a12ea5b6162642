#pragma once

#include "render/text/error.h"

#include <jansson.h>
#include <stdio.h>

// Shared by all files of results, and by pages that hold them.

// Makes null of a number that is not finite: JSON has no NaN, and jansson turns an object that
// holds one into nothing at all.
json_t *json_file_number(double value);

// Makes a string of text that need not be UTF-8, such as a file's name; it is repaired, with a
// warning that calls it `what`.
json_t *json_file_text(const char *text, const char *what);

// Returns whether the ending is known (.json) and the folder can be written to; false with the
// reason.
bool json_file_check_path(const char *path, struct error *error);

// Writes JSON as people read it. Returns false where that cannot be.
bool json_file_print(const json_t *json, FILE *out);

// Writes by `print` to a file beside `path` and renames it, so that no half file is left.
bool json_file_write_by(bool (*print)(const json_t *json, FILE *out), const json_t *json,
                        const char *path, struct error *error);

// Writes JSON so. Releases `json`, which may be NULL for out of memory.
bool json_file_write(json_t *json, const char *path, struct error *error);

// Writes JSON as a block of a page of HTML, for the page's script to find by its id; whatever its
// texts are, they end neither the block nor the script. Releases `json`.
void json_file_print_block(json_t *json, const char *id, FILE *out);
