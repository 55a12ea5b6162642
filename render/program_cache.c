#include "render/program_item.h"
#define LOG_MODULE "program"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_text(const char *text)
{
    return text ? memory_copy(text) : NULL;
}

static bool equal_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static struct cached_program *find_program(const struct program_cache *cache,
                                           const struct program_desc *desc)
{
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        if (equal_text(item->file, desc->file) && equal_text(item->defines, desc->defines) &&
            equal_text(item->text, desc->text) && equal_text(item->vertex, desc->vertex))
            return item;
    }
    return NULL;
}

static struct cached_program *add_program(struct program_cache *cache,
                                          const struct program_desc *desc)
{
    if (cache->count == cache->capacity) {
        cache->capacity = cache->capacity > 0 ? 2 * cache->capacity : 32;
        cache->items = memory_grow(cache->items, (size_t) cache->capacity, sizeof(*cache->items));
    }
    struct cached_program *item = memory_new(1, sizeof(*item));
    cache->items[cache->count++] = item;
    item->file = copy_text(desc->file);
    item->defines = copy_text(desc->defines);
    item->text = copy_text(desc->text);
    item->vertex = copy_text(desc->vertex);
    item->origin = copy_text(desc->origin);
    item->rounds_halves = cache->rounds_halves;
    item->program.compute = text_ends_in(desc->file, ".comp");
    snprintf(item->program.name, sizeof(item->program.name), "%s%s%s", desc->file,
             desc->defines ? " " : "", desc->defines ? desc->defines : "");
    return item;
}

const struct program *program_cache_get(struct program_cache *cache,
                                        const struct program_desc *desc, struct error *error)
{
    struct cached_program *item = find_program(cache, desc);
    if (!item)
        item = add_program(cache, desc);
    const bool is_new = !item->program.id && item->error.text[0] == '\0';
    if (is_new && cache->defers)
        item->is_pending = true;
    else if (is_new)
        program_item_build(item);
    program_cache_keep(cache, &item->program);
    if (item->program.id || item->is_pending)
        return &item->program;
    *error = item->error;
    return NULL;
}

const struct program *program_cache_need(struct program_cache *cache,
                                         const struct program_desc *desc)
{
    struct error error;
    const struct program *program = program_cache_get(cache, desc, &error);
    if (program)
        return program;
    struct cached_program *item = find_program(cache, desc);
    if (cache->budget == 0 || !program_item_build_inside(item))
        log_fatal("%s", error.text);
    return &item->program;
}

bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc)
{
    const struct cached_program *item = find_program(cache, desc);
    return item && (item->program.id || item->error.text[0] != '\0');
}

struct program_desc program_cache_desc(const struct program *program)
{
    const struct cached_program *item = program_item_of(program);
    return (struct program_desc){ item->file, item->defines, item->text, item->vertex,
                                  item->origin };
}

void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data)
{
    struct error error;
    for (int i = 0; i < cache->count; i++) {
        struct shader_source source;
        const struct cached_program *item = cache->items[i];
        if (item->vertex &&
            shader_source_load(&source, item->vertex, NULL, item->defines, &error)) {
            visit(item->vertex, source.text, data);
            shader_source_finish(&source);
        }
        if (!program_load_source(&item->program, &source, &error))
            continue;
        visit(item->program.name, source.text, data);
        shader_source_finish(&source);
    }
}

void program_cache_finish(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        glDeleteProgram(item->program.id);
        if (item->build.id)
            program_build_cancel(&item->build);
        free(item->file);
        free(item->defines);
        free(item->text);
        free(item->vertex);
        free(item->origin);
        free(item->program.uniforms);
        free(item);
    }
    free(cache->items);
    for (struct program_list *list = cache->lists, *next; list; list = next) {
        next = list->next;
        free(list);
    }
    *cache = (struct program_cache){ 0 };
}
