#pragma once

#include "render/text/error.h"

#include <jansson.h>

// app/results: files of what was measured. Whatever measured it, it is one document of JSON, of one
// schema (docs/results-format.md); every writer and every reader takes that document and nothing
// else.

#define DOCUMENT_SCHEMA "halation results"
enum { DOCUMENT_VERSION = 2 };

// Makes a document with all of its keys, most of them empty. `suite`: NULL for the bench of one
// chain.
json_t *document_make(const char *suite);

// Writes what a run is paired by with a run of another document: "chain | WxH | format | scene".
// The text need not be UTF-8.
void document_name_run(char *id, size_t size, const char *chain, const char *image,
                       const char *scene);

// Appends a run to the document. Where it has that id already, ` #2` is added to the new one's.
void document_add_run(json_t *document, json_t *run);

// Reads a file. Returns NULL, with one line that names it, for what is no document of this version,
// or is not built like one: readers of a document can rely on the kinds of its values.
json_t *document_load(const char *path, struct error *error);

// Return what an object has for a key; NaN or "" where it has none, or no object is given.
double document_number(const json_t *object, const char *key);
const char *document_text(const json_t *object, const char *key);
