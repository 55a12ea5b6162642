#pragma once

#include "app/options.h"

#include <jansson.h>

// app/results: results of measurements, for people and as files.
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
// A mode that measures fills a table for the terminal and a document for files. All readers use the
// document only:
//
//     json_t *document = document_make("blurs");
//     document_add_run(document, run);            // json_file_pack("{s:s, ...}", "id", id, ...)
//     json_array_append_new(json_object_get(document, "tables"), as_json_table(&table, title));
//     status = results_files_write(results, document); // to every file of --results
//     json_decref(document);
//
// document_load checks the whole file, so readers need not check types.

#define DOCUMENT_SCHEMA "halation results"
enum { DOCUMENT_VERSION = 2 };

// A line of assets/results.txt, the table of keys.
struct document_field {
    const char *object, *key, *type, *unit;
};

// Returns all lines, which end with a zeroed one.
const struct document_field *document_fields(void);

// Returns true if the key is one of that object, whose name ends at a "}".
bool document_field_is_of(const struct document_field *field, const char *object);

// Makes a document with all of its keys, most of them empty. `suite` is NULL for the benchmark of
// one chain.
json_t *document_make(const char *suite);

// Appends a run to the document. Its id, "chain | WxH | format | scene", identifies the run of
// another document to compare it with. If the document already has that id, ` #2` is added to the
// new one.
void document_add_run(json_t *document, json_t *run);

// Reads a file. Returns NULL, with one line that names it, if it is not a valid document of this
// version: readers can rely on the types of its values.
json_t *document_load(const char *path, struct error *error);

// Return the value of a key; NaN or "" if the object is NULL or does not have it.
double document_number(const json_t *object, const char *key);
const char *document_text(const json_t *object, const char *key);

// ---- files: each of the kind that its ending says

// Returns true if the ending is known; otherwise the error lists those that are.
bool document_check_ending(const char *path, struct error *error);

// Like document_check_ending, and also checks that the file can be written, without writing it.
bool document_check_path(const char *path, struct error *error);

// Writes a document. The file is written completely or not at all.
bool document_write(const json_t *document, const char *path, struct error *error);

// Writes a document to all files of --results, and prints their names on stderr. Call it before
// printing anything on stdout, since a pipe that closes (`| head`) may end the program. Returns the
// exit status: the paths were checked before, so a failure is the machine's.
int results_files_write(const struct results_options *options, const json_t *document);

// Runs --report: joins files of results, of several runs and machines, into the page `path`.
// Returns the exit status.
int report_run(const struct report_options *options, const char *path);
