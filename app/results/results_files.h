#pragma once

#include "app/options.h"

#include <jansson.h>

// Writes a document to all files of --results, saying which on stderr, and releases it. Returns the
// exit status: their paths were checked before, so a failure is the machine's.
int results_files_write(const struct options *options, json_t *document);
