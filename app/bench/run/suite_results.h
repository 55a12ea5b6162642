#pragma once

#include "app/bench/run/suite_tools.h"

#include <jansson.h>

// Makes the document that all files of results are written from: every variant with its times, the
// table, charts and findings. The caller's to release.
json_t *suite_results_describe(const struct suite_run *run);

// Writes it to the files of --results. Returns the exit status, after saying why on stderr.
int suite_results_write(const struct suite_run *run);
