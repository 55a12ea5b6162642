#pragma once

#include "app/options.h"

#include <jansson.h>

// Writes a document to all files of --results, saying which on stderr. This goes before anything is
// printed, since whoever reads that may end the program by ending (`| head`). Returns the exit
// status: their paths were checked before, so a failure is the machine's.
int results_files_write(const struct options *options, const json_t *document);
