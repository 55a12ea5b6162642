#pragma once

#include "app/measure/sheet.h"

#include <jansson.h>

// What the files of results share.

// JSON has no NaN, and jansson turns an object that holds one into nothing at all: null then.
json_t *json_file_number(double value);

// An array with one object a row, the columns' names as keys.
json_t *json_file_rows(const struct sheet *sheet);

// Whether the ending is known (.json) and the folder can be written to.
bool json_file_check_path(const char *path, struct error *error);

// Writes beside and renames, so that no half file is left. Lets go of `json`, which may be NULL for
// out of memory.
bool json_file_write(json_t *json, const char *path, struct error *error);
