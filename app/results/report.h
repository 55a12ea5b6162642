#pragma once

#include "app/options.h"

// --report: joins files of results, of several runs and machines, into the page `path`. Returns the
// exit status.
int report_run(const struct report_wish *wish, const char *path);
