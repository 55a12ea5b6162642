#pragma once

#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"
#include "app/results/table.h"

#include <jansson.h>

// Converts measurements to parts of a document of results (docs/reference/results-format.md). Times
// are in milliseconds; a number that is not finite becomes null.

json_t *as_json_time(const struct stats_summary *time);

// Returns an array of single times, in the order in which they were taken.
json_t *as_json_samples(const double *times, int count);

// Adds "read_bytes", "written_bytes" and "gbps" (of a median in milliseconds).
void as_json_add_traffic(json_t *json, struct gpu_traffic traffic, double median);

// Returns an object with the row's name and numbers. `copy`: milliseconds of one copy, the unit of
// its relative times.
json_t *as_json_pass(const struct pass_row *row, double copy);

// Returns the tree of passes, parents before their children, with every single time.
json_t *as_json_passes(const struct pass_stats *stats, double copy);

// Returns null if no block was measured.
json_t *as_json_steady(const struct steady *steady);

// Returns an array with one object for each row, with the columns' names as keys. It leaves out
// columns that differ from run to run.
json_t *as_json_rows(const struct table *table);

// Returns an object with the rows and the columns in their order.
json_t *as_json_table(const struct table *table, const char *title);

// ---- the machine. Text that is not UTF-8 (names of files) is repaired, with a warning

// Adds the program and the GPU, which are the same in every run.
void as_json_add_gpu(json_t *json, const struct context_info *info);

// Adds the program, the GPU, the day, the host, and the state of the driver. `commit`: the commit
// that the program was built from; NULL: unknown.
void as_json_add_machine(json_t *json, const struct context_info *info, const char *commit);

// Adds the settings of the picture that all runs share.
void as_json_add_settings(json_t *json, const struct renderer *renderer,
                          const struct draw_options *draw);
