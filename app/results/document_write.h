#pragma once

#include "render/text/error.h"

#include <jansson.h>

// Writes documents of results, each to a file of the kind that its ending says.

// Returns whether the ending is known; false with those that are.
bool document_check_ending(const char *path, struct error *error);

// The same, and whether the file can be written, which is found out without writing it.
bool document_check_path(const char *path, struct error *error);

// Writes a document. The file appears whole or not at all.
bool document_write(const json_t *document, const char *path, struct error *error);
