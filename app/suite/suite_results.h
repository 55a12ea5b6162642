#pragma once

#include "app/suite/suite_tools.h"

// Writes what a suite measured as JSON: every variant with its times, and the rows of the table.
bool suite_results_write(const struct suite_run *run, const char *path, struct error *error);
