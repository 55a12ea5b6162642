#pragma once

#include "app/options.h"

// --report: joins files of results, of several runs and machines, into one page. Returns the exit
// status.
int report_run(const struct options *options);
