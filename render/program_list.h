#pragma once

struct program;
struct program_cache;

// Returns the list of these programs, which the cache owns. Equal arrays give the same pointer, so
// lists can be compared by address.
const struct program_list *program_cache_list(struct program_cache *cache,
                                              const struct program *const programs[], int count);
