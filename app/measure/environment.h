#pragma once

#include "app/lab/lab.h"

#include <jansson.h>

// Where and of what numbers were taken: the record under every file of results. Text that is no
// UTF-8 (names of files) is repaired, with a warning.

// Adds program and GPU, which are the same on every run.
void environment_add_gpu(json_t *json, const struct context_info *info);

// Adds that, the day, the host, and what the GPU's driver is like. `commit`: that the program was
// built from; NULL: unknown.
void environment_add(json_t *json, const struct context_info *info, const char *commit);

// Adds what of the picture all runs share.
void environment_add_settings(json_t *json, const struct lab *lab, const struct draw_wish *draw);
