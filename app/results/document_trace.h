#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// Writes the passes of every run as a trace that Perfetto and chrome://tracing open (Google, Trace
// Event Format): a track for each run, its passes at their medians, one after the other.
bool document_trace_print(const json_t *document, FILE *out);
