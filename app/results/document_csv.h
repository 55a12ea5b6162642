#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// Writes a document as a table of comma-separated values (RFC 4180), a line for each thing that was
// measured, so that a program for statistics or a spreadsheet can filter and pivot it. The columns
// stand in docs/results-format.md.
bool document_csv_print(const json_t *document, FILE *out);
