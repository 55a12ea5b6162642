#pragma once

#include "render/text/error.h"

#include <jansson.h>

// Writes documents of results, each to a file of the kind that its ending says.

// Returns whether the ending is known and the file can be written, which is found out without
// writing it; false with the reason, or with the endings that are known.
bool document_check_path(const char *path, struct error *error);

// Writes a document. The file appears whole or not at all.
bool document_write(const json_t *document, const char *path, struct error *error);
