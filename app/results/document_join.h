#pragma once

#include <jansson.h>
#include <stdbool.h>

// Shards of one suite become one document, which has every run once, in the suite's order.

// Joins, in a list of {"file", "document"}, the documents that are shards of the same, by the same
// program on a machine of the same kind; the joined one stands where the first was, and says what
// it lacks. Returns whether all shards are there and each belongs to the others; after saying on
// stderr what does not.
bool document_join(json_t *documents);
