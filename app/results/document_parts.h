#pragma once

#include <jansson.h>

// The parts of which shards make a whole. `shards`: a list of {"file", "document"}, not empty.

// Returns the runs with places from 0 to `variants` - 1 in the suite's list, in their order, one of
// each place.
json_t *document_parts_runs(const json_t *shards, int variants);

// Fills a copy of the first shard's document with what all of them have, but for runs: copies,
// pairs, tables and charts, whether they were steady, and findings by the shard that has them.
void document_parts_join(json_t *joined, const json_t *shards);

// Sorts a list; `compare` is given two `json_t *const *`, as qsort does.
void document_parts_sort(json_t *list, int (*compare)(const void *a, const void *b));

// Returns the names of all files as one.
json_t *document_parts_files(const json_t *shards);
