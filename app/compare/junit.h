#pragma once

#include "app/compare/cases.h"

// Writes what was compared as JUnit's XML, which systems of continuous integration read: a test
// case for each picture, a failure where it is beyond the tolerance or missing, an error where it
// cannot be compared. Beside the file and then renamed.
bool junit_write(const struct compare_cases *cases, const char *path, struct error *error);

// Whether the ending is .xml and the folder can be written to.
bool junit_check_path(const char *path, struct error *error);
