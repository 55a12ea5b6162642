#pragma once

#include "app/options.h"

#include <jansson.h>

// app/results: what was measured, for people and for files.
//
//   table.h           rows of words and numbers: printed in 80 columns, or kept in a file
//   chart.h           series of points, which pages draw
//   document.h        all of a benchmark as one document of JSON, of one schema
//                     (docs/results-format.md): runs, copies, pairs, charts, tables, findings;
//                     written as a .json, .csv or .html file; --report: files of several runs and
//                     machines on one page
//   json_file.h       all JSON: numbers that may be NaN, texts of any bytes, whole files; cases
//   that
//                     passed or failed, as CI systems read them
//
// Whatever measures fills a table for the terminal and a document for files, and every reader takes
// the document and nothing else:
//
//     json_t *document = document_make("blurs");
//     document_add_run(document, run);            // json_file_pack("{s:s, ...}", "id", id, ...)
//     json_array_append_new(json_object_get(document, "tables"), as_json_table(&table, title));
//     status = results_files_write(results, document); // to every file of --results
//     json_decref(document);
//
// A file that is read is checked whole by document_load, so readers need not check kinds.

#define DOCUMENT_SCHEMA "halation results"
enum { DOCUMENT_VERSION = 2 };

// Makes a document with all of its keys, most of them empty. `suite`: NULL for the bench of one
// chain.
json_t *document_make(const char *suite);

// Appends a run to the document. Its id, "chain | WxH | format | scene", is what it is paired by
// with a run of another document. Where this one has that id already, ` #2` is added to the new
// one's.
void document_add_run(json_t *document, json_t *run);

// Reads a file. Returns NULL, with one line that names it, for what is no document of this version,
// or is not built like one: readers of a document can rely on the kinds of its values.
json_t *document_load(const char *path, struct error *error);

// Return what an object has for a key; NaN or "" where it has none, or no object is given.
double document_number(const json_t *object, const char *key);
const char *document_text(const json_t *object, const char *key);

// ---- files: each of the kind that its ending says

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
