#pragma once

#include "app/audit/audit.h"
#include "render/context/context.h"

// Writes reports as JSON, beside and then renamed. Nothing in it depends on the day or the time, so
// two runs write the same bytes. Numbers that are not finite become null.
bool audit_results_write(const struct audit_report reports[], int count,
                         const struct context_info *info, const char *path, struct error *error);
