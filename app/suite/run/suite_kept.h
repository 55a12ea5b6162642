#pragma once

#include "app/suite/run/suite_tools.h"

#include <jansson.h>

// What an earlier run has measured, taken from its results (suite_results.h) into a run of the same
// suite and settings.

// Takes the stages that are whole, with their times, and then how steady the machine was and the
// copy beside them. Counts them in run->kept_stages.
void suite_kept_take(struct suite_run *run, const json_t *results);
