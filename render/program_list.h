#pragma once

#include "render/program.h"

// Returns the list of these programs, in this order. Equal programs give the same list, so that two
// lists are compared by their addresses. It lives as long as the cache.
const struct program_list *program_cache_list(struct program_cache *cache,
                                              const struct program *const programs[], int count);
