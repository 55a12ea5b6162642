// Compiles programs between frames: those that were requested while the cache defers, and all at a
// reload.

#include "render/frame_work.h"
#include "render/program_item.h"
#include "render/text/clock.h"

static const double longest_link = 0.033; // seconds

void program_cache_cancel(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        cache->items[i]->is_pending = false;
}

bool program_cache_is_ready(struct program_cache *cache, const struct program_desc *desc)
{
    struct error error;
    const bool defers = cache->defers;
    cache->defers = true;
    const struct program *program = program_cache_get(cache, desc, &error);
    cache->defers = defers;
    return !program || program->id;
}

int program_cache_pending(const struct program_cache *cache)
{
    int pending = 0;
    for (int i = 0; i < cache->count; i++)
        pending += cache->items[i]->is_pending || cache->items[i]->is_stale;
    return pending;
}

// Collects finished programs before it starts more, so that every call makes progress. Programs
// that are no longer pending are not collected, since that may block.
int program_cache_work(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        const bool is_pending = item->is_pending || item->is_stale;
        if (cache->compiles_in_threads && item->build.id && is_pending && frame_work_left() > 0 &&
            program_build_is_done(&item->build)) {
            const double begin = clock_seconds();
            program_item_build(item);
            cache->links_block |= clock_seconds() - begin > longest_link;
        }
    }
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        const bool is_new = (item->is_pending || item->is_stale) && !item->build.id;
        if (is_new && frame_work_left() > 0 && !program_item_begin(item))
            item->is_pending = item->is_stale = false;
        // A driver without threads compiles synchronously, so waiting later gains nothing.
        if (item->build.id && !cache->compiles_in_threads)
            program_item_build(item);
    }
    return program_cache_pending(cache);
}

// ---- reading files again

// Marks programs for recompilation. Freed ones are not marked: they read their files at the next
// use.
void program_cache_begin_reload(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        item->is_stale = item->program.id || item->build.id || item->error.text[0] != '\0';
        if (item->build.id) { // compiled from the old source
            program_build_cancel(&item->build);
            item->compiled_hash = 0;
        }
    }
}

bool program_cache_end_reload(struct program_cache *cache, struct error *error)
{
    cache->reloads++;
    for (int i = 0; i < cache->count; i++)
        if (cache->items[i]->is_stale)
            program_item_build(cache->items[i]);
    for (int i = 0; i < cache->count; i++)
        if (cache->items[i]->error.text[0] != '\0') {
            *error = cache->items[i]->error;
            return false;
        }
    return true;
}

bool program_cache_reload(struct program_cache *cache, struct error *error)
{
    program_cache_begin_reload(cache);
    return program_cache_end_reload(cache, error);
}
