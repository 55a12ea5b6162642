#pragma once

#include "app/results/outputs.h"

#include <jansson.h>

// app/results: results of measurements, for people and as files.
//
//   table.h           rows of words and numbers: printed in 80 columns, or kept in a file
//   document.h        all of a benchmark as one document of JSON, of one schema
//                     (docs/reference/results-format.md): runs, copies, pairs, charts, tables,
//                     findings; written as a .json, .csv or .html file; --report: files of several
//                     runs and machines on one page
//   json_file.h       values of JSON (numbers that may be NaN, texts of any bytes), its files, and
//                     test cases as CI systems read them
//   outputs.h         the files of -o, each of the kind that its ending says
//
// A mode that measures fills a table for the terminal and a document for files. All readers use the
// document only:
//
//     json_t *document = document_make("blurs");
//     document_add_run(document, run);            // json_file_object("id:t ...", id, ...)
//     json_array_append_new(json_object_get(document, "tables"), as_json_table(&table, title));
//     good = outputs_write(outputs, OUTPUT_KINDS, document); // to every file of -o
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

// ---- charts

// Charts of documents of results (assets/results.txt has their keys), which pages draw. What these
// functions return belongs to the chart. A label has a unit: "time (ms)".
//
//     json_t *chart =
//         chart_make(charts, "points", CHART_LOG_X, "Nearness by time", "time (ms)", "PSNR (dB)");
//     json_t *series = chart_series(chart, "the front");
//     chart_name(chart_point(series, 0.13, 54.5), "dual, shimmer %.1f %%", 2.4);

enum { CHART_TEXT_SIZE = 128, CHART_NAME_SIZE = 64 }; // of titles and labels; longer names are cut
enum chart_axes { CHART_LINEAR, CHART_LOG_X, CHART_LOG_Y, CHART_LOG_XY };

// Appends a chart of one of these kinds to an array, without a `note` below it:
//   lines   joins the points of a series, in the order in which they were added
//   points  joins only the points of a series that is `joined`
//   bars    one bar per point, labelled with its name; bars of one name are grouped. `x` is ""
json_t *chart_make(json_t *charts, const char *kind, enum chart_axes axes, const char *title,
                   const char *x, const char *y);

// Sets a sentence below the chart, such as the source of published values.
void chart_note(json_t *chart, const char *note);

// Adds a series without points. Its key `dashed` is for values that were not measured here, such as
// published ones or a limit.
json_t *chart_series(json_t *chart, const char *name);

// Adds a point without a name; x is NaN for a bar, and y for a gap in a line.
json_t *chart_point(json_t *series, double x, double y);

// Sets the interval of y.
void chart_interval(json_t *point, double low, double high);

// Sets the label of a point, or of a bar.
void chart_name(json_t *point, const char *name, ...) PRINTF_LIKE(2, 3);

// ---- what -o writes of a document

// Print a document as comma-separated values (RFC 4180), a line per measured value, so that a
// spreadsheet or a statistics program can filter and pivot it (docs/reference/results-format.md has
// the columns); and as one HTML page that needs no network: assets/report.html with the numbers and
// Chart.js embedded. json_file_print prints it as JSON.
bool document_print_csv(const void *document, FILE *out);
bool document_print_page(const void *document, FILE *out);

// Prints a page that compares runs of the same id, with a column per machine. `documents`: an array
// of { file, document }.
bool document_print_pages(const void *documents, FILE *out);

// Runs --report: joins files of results, of several runs and machines, into the page of -o. Returns
// the exit status.
int report_run(const struct word_list *files, const struct outputs *outputs);
