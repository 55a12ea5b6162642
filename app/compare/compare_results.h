#pragma once

#include "app/compare/cases/cases.h"

#include <jansson.h>

// Writes what was compared as JSON, beside and then renamed. Nothing in it depends on the day or
// the machine. Differences are in display values 0..1 or in light; what is not finite (the PSNR of
// equal pictures) or was not measured is null.
bool compare_results_write(const struct compare_cases *cases, const char *path,
                           struct error *error);

// Makes what is written, for the caller to release.
json_t *compare_results_describe(const struct compare_cases *cases);
