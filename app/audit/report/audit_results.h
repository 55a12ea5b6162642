#pragma once

#include "app/audit/report/audit_tools.h"
#include "app/measure/environment.h"

// Writes reports as JSON, beside and then renamed. With an environment of ENVIRONMENT_GPU nothing
// in it depends on the day or the time, so two runs write the same bytes. Numbers that are not
// finite become null.
bool audit_results_write(const struct audit_report reports[], int count,
                         const struct environment *environment, const char *path,
                         struct error *error);

// An audit is a test case of JUnit's XML, and fails where a promise is broken.
bool audit_results_write_junit(const struct audit_report reports[], int count, const char *path,
                               struct error *error);
