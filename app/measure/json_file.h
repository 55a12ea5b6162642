#pragma once

#include "app/measure/sheet.h"

#include <jansson.h>

// Shared by the files of results.

// Makes null of a number that is not finite: JSON has no NaN, and jansson turns an object that
// holds one into nothing at all.
json_t *json_file_number(double value);

// Makes an array with one object for each row, the columns' names as keys.
json_t *json_file_rows(const struct sheet *sheet);

// Returns whether the ending is known (.json) and the folder can be written to; false with the
// reason.
bool json_file_check_path(const char *path, struct error *error);

// Writes to a file beside `path` and renames it, so that no half file is left. Releases `json`,
// which may be NULL for out of memory.
bool json_file_write(json_t *json, const char *path, struct error *error);
