#include "render/program_list.h"

#include "render/program.h"
#include "render/text/memory.h"

#include <string.h>

const struct program_list *program_cache_list(struct program_cache *cache,
                                              const struct program *const programs[], int count)
{
    const size_t bytes = (size_t) count * sizeof(programs[0]);
    struct program_list **at = &cache->lists;
    for (; *at; at = &(*at)->next)
        if ((*at)->count == count && memcmp((*at)->items, programs, bytes) == 0)
            return *at;
    *at = memory_new(1, sizeof(**at) + bytes);
    (*at)->count = count;
    memcpy((*at)->items, programs, bytes);
    return *at;
}
