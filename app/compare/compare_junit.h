#pragma once

#include "app/compare/cases/cases.h"

// Writes what was compared as JUnit's XML: a test case for each picture, a failure where it is
// beyond the tolerance or missing, an error where it cannot be compared.
bool compare_junit_write(const struct compare_cases *cases, const char *path, struct error *error);
