#pragma once

#include "app/suite/run/suite_tools.h"

// The report of the dither suite: the table, what it says in words, and charts of time by size.
void dither_report(struct suite_run *run);
