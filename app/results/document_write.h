#pragma once

#include "app/options.h"

#include <jansson.h>

// Writes documents of results, each to a file of the kind that its ending says.

// Returns whether the ending is known; false with those that are.
bool document_check_ending(const char *path, struct error *error);

// The same, and whether the file can be written, which is found out without writing it.
bool document_check_path(const char *path, struct error *error);

// Writes a document. The file appears whole or not at all.
bool document_write(const json_t *document, const char *path, struct error *error);

// Writes a document to all files of --results, saying which on stderr. Call it before anything is
// printed, since a reader that ends (`| head`) may end the program. Returns the exit status: their
// paths were checked before, so a failure is the machine's.
int results_files_write(const struct results_wish *wish, const json_t *document);

// --report: joins files of results, of several runs and machines, into the page `path`. Returns the
// exit status.
int report_run(const struct report_wish *wish, const char *path);
