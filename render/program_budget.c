// Frees the least recently used programs beyond the budget, and compiles them again when they are
// used.

#define LOG_MODULE "program"
#include "render/program_item.h"
#include "render/text/log.h"

#include <epoxy/gl.h>

void program_cache_keep(struct program_cache *cache, const struct program *program)
{
    struct cached_program *item = program_item_of(program);
    item->used = cache->frame;
    item->is_pinned = item->is_pinned || cache->pins;
}

void program_cache_use(struct program_cache *cache, const struct program *program)
{
    struct cached_program *item = program_item_of(program);
    if (!program->id && !program_item_build(item) && !program_item_build_inside(item))
        log_fatal("%s", item->error.text);
    program_cache_keep(cache, program);
}

void program_cache_unpin(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        cache->items[i]->is_pinned = false;
}

void program_cache_end_frame(struct program_cache *cache)
{
    int more = -cache->budget;
    cache->frame++;
    if (cache->budget == 0)
        return;
    for (int i = 0; i < cache->count; i++)
        more += cache->items[i]->program.id != 0;
    for (; more > 0; more--) {
        struct cached_program *oldest = NULL;
        for (int i = 0; i < cache->count; i++) {
            struct cached_program *item = cache->items[i];
            const bool is_free =
                item->program.id && !item->is_pinned && cache->frame - item->used > 1;
            if (is_free && (!oldest || item->used < oldest->used))
                oldest = item;
        }
        if (!oldest)
            return;
        glDeleteProgram(oldest->program.id);
        oldest->program.id = 0;
    }
}
