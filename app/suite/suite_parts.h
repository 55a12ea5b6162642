#pragma once

#include "app/suite/suite.h"

// What the files of the suites are to each other: suite.c holds the table of them and prints,
// suite_time.c runs, suite_results.c writes, suite_tools.c has what they share; each suite has a
// file suite_<name>.c.

void suite_list_dither(struct suite_run *run);
void suite_report_dither(struct suite_run *run);
void suite_list_box(struct suite_run *run);
void suite_report_box(struct suite_run *run);
void suite_list_gaussian(struct suite_run *run);
void suite_report_gaussian(struct suite_run *run);
void suite_list_blurs(struct suite_run *run);
void suite_report_blurs(struct suite_run *run);
void suite_list_rows(struct suite_run *run);
void suite_report_rows(struct suite_run *run);

// ---- for `list`

struct suite_size {
    int width, height;
};

// The size of the command line, or else the suite's own.
struct suite_size suite_size(const struct suite_run *run, int width, int height);

// Zeroed but for its size, its format (that of the command line, or else `format`), and the chain.
// Valid until the next is added.
struct suite_variant *suite_add(struct suite_run *run, struct suite_size size,
                                enum texture_format format, const char *chain, ...)
    PRINTF_LIKE(4, 5);

// ---- for `report`

// A line below the table.
void suite_say(struct suite_run *run, const char *text, ...) PRINTF_LIKE(2, 3);

// Whether it has times.
bool suite_has_run(const struct suite_variant *variant);

// Milliseconds; NaN for one that did not run, or is NULL.
double suite_median(const struct suite_variant *variant);

// The one with these keys, NULL if there is none.
const struct suite_variant *suite_with_keys(const struct suite_run *run,
                                            const int keys[SUITE_KEYS]);

// ---- the others

// Finds out which variants fit, runs them, and fills in what came of it. False after saying why on
// stderr.
bool suite_time(struct suite_run *run);

bool suite_results_write(const struct suite_run *run, const char *path, struct error *error);
