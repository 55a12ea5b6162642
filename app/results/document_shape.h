#pragma once

#include "render/text/error.h"

#include <jansson.h>

// Returns whether a document's values are of the kinds that docs/results-format.md says, so that
// nobody who reads it need ask again; false with the path and the place of one that is not.
bool document_shape_check(const json_t *document, const char *path, struct error *error);
