#pragma once

#include "app/options.h"

// app/picture/contact: contact sheets: grids of small pictures with their names, each in one PNG.

// This is --sheet. Each picture is what --screenshot gives with the same options, made smaller
// where it is larger than a place of the grid. The same options give the same bytes on every run.
// Gives the exit status.
int contact_sheet_run(const struct options *options);

extern const char *const contact_sheet_names[]; // of enum contact, NULL-terminated
