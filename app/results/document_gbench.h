#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// Writes a document in the format of Google Benchmark (its docs, "Output Formats"), for the tools
// that read it, such as its own compare.py: GPU time is real_time, the time to send it cpu_time.
bool document_gbench_print(const json_t *document, FILE *out);
