#pragma once

#include "app/options.h"

#include <jansson.h>

// Writes a document to all files of --results, saying which on stderr. Call it before
// anything is printed, since a reader that ends (`| head`) may end the program. Returns the exit
// status: their paths were checked before, so a failure is the machine's.
int results_files_write(const struct results_wish *results, const json_t *document);
