#define LOG_MODULE "program"
#include "render/program.h"

#include "render/context/gl_debug.h"
#include "render/context/half_store.h"
#include "render/frame_work.h"
#include "render/program_build.h"
#include "render/text/clock.h"
#include "render/text/hash.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double longest_link = 0.033; // seconds

// A program and its request.
struct cached_program {
    struct cached_program *next;
    struct program program;
    char *file, *defines, *text, *vertex, *origin; // owned copies of the request, or NULL
    bool rounds_halves;                            // see struct program_cache
    unsigned used;                                 // frame in which it was last requested or used
    bool is_pending, is_stale;  // program_cache_work has to compile it for the first time, or again
                                // after a reload
    struct program_build build; // id 0: not being compiled
    struct error error;         // of the last compilation; "": success
    uint64_t compiled_hash;     // of the sources of that; 0: not known
};

// Returns the entry that contains a program.
static struct cached_program *item_of(const struct program *program)
{
    return (struct cached_program *) ((char *) program - offsetof(struct cached_program, program));
}

// ---- the uniforms of a program

static bool is_number(GLenum type)
{
    switch (type) {
    case GL_FLOAT:
    case GL_FLOAT_VEC2:
    case GL_FLOAT_VEC3:
    case GL_FLOAT_VEC4:
    case GL_FLOAT_MAT2:
    case GL_FLOAT_MAT3:
    case GL_FLOAT_MAT4:
    case GL_INT:
    case GL_INT_VEC2:
    case GL_INT_VEC3:
    case GL_INT_VEC4:
    case GL_UNSIGNED_INT:
    case GL_UNSIGNED_INT_VEC2:
    case GL_UNSIGNED_INT_VEC3:
    case GL_UNSIGNED_INT_VEC4:
    case GL_BOOL:
        return true;
    }
    return false;
}

// Samplers and images have bindings in the text. Members of a uniform block have no location.
static void find_uniforms(struct program *program)
{
    GLint count = 0;
    glGetProgramiv(program->id, GL_ACTIVE_UNIFORMS, &count);
    free(program->uniforms);
    program->uniforms = memory_new((size_t) count, sizeof(*program->uniforms));
    program->uniform_count = 0;
    program->half_store = -1;
    for (GLint i = 0; i < count; i++) {
        struct program_uniform *uniform = &program->uniforms[program->uniform_count];
        GLint size;
        GLenum type;
        glGetActiveUniform(program->id, (GLuint) i, sizeof(uniform->name), NULL, &size, &type,
                           uniform->name);
        uniform->location = glGetUniformLocation(program->id, uniform->name);
        uniform->name[strcspn(uniform->name, "[")] = '\0';
        if (strcmp(uniform->name, "u_half_store") == 0)
            program->half_store = uniform->location;
        else
            program->uniform_count += uniform->location >= 0 && is_number(type);
    }
}

static int find_uniform(const struct program *program, const char *name, int first)
{
    for (int i = 0; i < program->uniform_count; i++) {
        const int at = (first + i) % program->uniform_count;
        if (strncmp(program->uniforms[at].name, name, PROGRAM_UNIFORM_NAME_SIZE - 1) == 0)
            return at;
    }
    return -1;
}

int program_uniform_location(const struct program *program, const char *name, int number)
{
    struct program *own = &item_of(program)->program;
    int at = find_uniform(own, name, number);
    if (at < 0) {
        at = own->uniform_count++;
        own->uniforms = memory_grow(own->uniforms, (size_t) at + 1, sizeof(*own->uniforms));
        own->uniforms[at].location = -1;
        snprintf(own->uniforms[at].name, PROGRAM_UNIFORM_NAME_SIZE, "%s", name);
    }
    const struct program_uniform found = own->uniforms[at];
    if (at > number) {
        own->uniforms[at] = own->uniforms[number];
        own->uniforms[number] = found;
    }
    return found.location;
}

// ---- compiling one program

bool program_load_source(const struct program *program, struct shader_source *source,
                         struct error *error)
{
    const struct cached_program *item = item_of(program);
    const bool rounds = item->rounds_halves;
    return shader_source_load_around(source, item->file, item->text, item->defines,
                                     rounds ? "common/half_store.glsl" : NULL,
                                     rounds ? half_store_end(program->compute) : NULL, error);
}

// Loads the vertex shader, which a compute program does not have, and the other one.
static bool load_sources(const struct cached_program *item, struct shader_source sources[2],
                         uint64_t *hash, struct error *error)
{
    const char *vertex = item->vertex ? item->vertex : "common/fullscreen.vert";
    memset(sources, 0, 2 * sizeof(*sources));
    *hash = HASH_BEGIN;
    if ((!item->program.compute &&
         !shader_source_load(&sources[0], vertex, NULL, item->defines, error)) ||
        !program_load_source(&item->program, &sources[1], error)) {
        shader_source_finish(&sources[0]);
        return false;
    }
    for (int i = 0; i < 2; i++)
        if (sources[i].text)
            *hash = hash_bytes(*hash, sources[i].text, strlen(sources[i].text) + 1);
    return true;
}

// Returns true if the sources are not those of the last compilation.
static bool has_changed(const struct cached_program *item)
{
    struct error ignored;
    struct shader_source sources[2];
    uint64_t hash;
    if (!load_sources(item, sources, &hash, &ignored))
        return true;
    shader_source_finish(&sources[0]);
    shader_source_finish(&sources[1]);
    return hash != item->compiled_hash;
}

// Starts to compile the program, or to compile it again. Returns false, with item->error, if a file
// is missing.
static bool begin_build(struct cached_program *item)
{
    struct shader_source sources[2];
    log_debug("compiling %s", item->program.name);
    frame_work_begin(FRAME_WORK_COMPILE);
    const bool is_read = load_sources(item, sources, &item->compiled_hash, &item->error);
    if (is_read)
        program_build_begin(&item->build, sources);
    frame_work_end();
    return is_read;
}

// Compiles the program, or waits for a compilation that was started. On failure the old GL program
// stays.
static bool build(struct cached_program *item)
{
    char place[256];
    const char *name = item->origin ? item->origin : item->program.name;
    item->is_pending = item->is_stale = false;
    if (!item->build.id && !begin_build(item))
        return false;
    frame_work_begin(FRAME_WORK_LINK);
    for (int i = 0; i < 2 && !item->origin; i++)
        if (shader_source_named_place(&item->build.sources[i], place, sizeof(place)))
            name = place;
    item->error.text[0] = '\0';
    const GLuint id = program_build_finish(&item->build, name, &item->error);
    if (id) {
        glDeleteProgram(item->program.id);
        item->program.id = id;
        find_uniforms(&item->program);
        gl_debug_label(GL_PROGRAM, id, item->program.name);
    }
    if (id && item->program.compute)
        glGetProgramiv(id, GL_COMPUTE_WORK_GROUP_SIZE, item->program.group_size);
    frame_work_end();
    return id;
}

// Compiles the built-in source instead of a broken file in the shader folder. item->error keeps the
// error of that file.
static bool build_inside(struct cached_program *item)
{
    const struct error error = item->error;
    shader_source_pass_over(true);
    const bool is_built = build(item);
    shader_source_pass_over(false);
    item->error = error;
    item->compiled_hash = 0;
    log_note("%s; the built-in one runs instead", error.text);
    return is_built;
}

// ---- the cache

static char *copy_text(const char *text)
{
    return text ? memory_copy(text) : NULL;
}

static bool equal_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

// Returns the place of the program in the list; it has NULL if there is no such program.
static struct cached_program **find_program(const struct program_cache *cache,
                                            const struct program_desc *desc)
{
    struct cached_program *const *at = &cache->first;
    while (*at &&
           !(equal_text((*at)->file, desc->file) && equal_text((*at)->text, desc->text) &&
             equal_text((*at)->defines, desc->defines) && equal_text((*at)->vertex, desc->vertex)))
        at = &(*at)->next;
    return (struct cached_program **) at;
}

static struct cached_program *new_program(const struct program_cache *cache,
                                          const struct program_desc *desc)
{
    struct cached_program *item = memory_new(1, sizeof(*item));
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
    struct cached_program **at = find_program(cache, desc);
    if (!*at) {
        *at = new_program(cache, desc);
        cache->count++;
    }
    struct cached_program *item = *at;
    const bool is_new = !item->program.id && item->error.text[0] == '\0';
    if (is_new && cache->defers)
        item->is_pending = true;
    else if (is_new)
        build(item);
    program_cache_mark_used(cache, &item->program);
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
    struct cached_program *item = *find_program(cache, desc);
    if (cache->budget == 0 || !build_inside(item))
        log_fatal("%s", error.text);
    return &item->program;
}

bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc)
{
    const struct cached_program *item = *find_program(cache, desc);
    return item && (item->program.id || item->error.text[0] != '\0');
}

struct program_desc program_cache_desc(const struct program *program)
{
    const struct cached_program *item = item_of(program);
    return (struct program_desc){ item->file, item->defines, item->text, item->vertex,
                                  item->origin };
}

void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data)
{
    struct error error;
    for (const struct cached_program *item = cache->first; item; item = item->next) {
        struct shader_source source;
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

void program_cache_finish(struct program_cache *cache)
{
    for (struct cached_program *item = cache->first, *next; item; item = next) {
        next = item->next;
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
    for (struct program_list *list = cache->lists, *next; list; list = next) {
        next = list->next;
        free(list);
    }
    *cache = (struct program_cache){ 0 };
}

// ---- the budget

void program_cache_mark_used(struct program_cache *cache, const struct program *program)
{
    item_of(program)->used = cache->frame;
}

void program_cache_use(struct program_cache *cache, const struct program *program)
{
    struct cached_program *item = item_of(program);
    if (!program->id && !build(item) && !build_inside(item))
        log_fatal("%s", item->error.text);
    program_cache_mark_used(cache, program);
}

void program_cache_end_frame(struct program_cache *cache)
{
    int more = -cache->budget;
    cache->frame++;
    if (cache->budget == 0)
        return;
    for (struct cached_program *item = cache->first; item; item = item->next)
        more += item->program.id != 0;
    for (; more > 0; more--) {
        struct cached_program *oldest = NULL;
        for (struct cached_program *item = cache->first; item; item = item->next) {
            const bool is_free = item->program.id && cache->frame - item->used > 1;
            if (is_free && (!oldest || item->used < oldest->used))
                oldest = item;
        }
        if (!oldest)
            return;
        glDeleteProgram(oldest->program.id);
        oldest->program.id = 0;
    }
}

// ---- compiling between frames

void program_cache_cancel(struct program_cache *cache)
{
    for (struct cached_program *item = cache->first; item; item = item->next)
        item->is_pending = false;
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
    for (const struct cached_program *item = cache->first; item; item = item->next)
        pending += item->is_pending || item->is_stale;
    return pending;
}

// Collects finished programs before it starts more, so that every call makes progress. Programs
// that are no longer pending are not collected, since that may block.
int program_cache_work(struct program_cache *cache)
{
    for (struct cached_program *item = cache->first; item; item = item->next) {
        const bool is_pending = item->is_pending || item->is_stale;
        if (cache->compiles_in_threads && item->build.id && is_pending && frame_work_left() > 0 &&
            program_build_is_done(&item->build)) {
            const double begin = clock_seconds();
            build(item);
            cache->links_block |= clock_seconds() - begin > longest_link;
        }
    }
    for (struct cached_program *item = cache->first; item; item = item->next) {
        const bool is_new = (item->is_pending || item->is_stale) && !item->build.id;
        if (is_new && frame_work_left() > 0 && !begin_build(item))
            item->is_pending = item->is_stale = false;
        // A driver without threads compiles synchronously, so waiting later gains nothing.
        if (item->build.id && !cache->compiles_in_threads)
            build(item);
    }
    return program_cache_pending(cache);
}

// ---- reading files again

// Marks changed programs for recompilation. Freed ones are not marked: they read their files at the
// next use.
void program_cache_begin_reload(struct program_cache *cache)
{
    for (struct cached_program *item = cache->first; item; item = item->next) {
        const bool is_used = item->program.id || item->error.text[0] != '\0';
        item->is_stale = item->build.id || (is_used && has_changed(item));
        if (item->build.id) // compiled from the old source
            program_build_cancel(&item->build);
    }
}

bool program_cache_end_reload(struct program_cache *cache, struct error *error)
{
    cache->reloads++;
    for (struct cached_program *item = cache->first; item; item = item->next)
        if (item->is_stale)
            build(item);
    for (struct cached_program *item = cache->first; item; item = item->next)
        if (item->program.id && item->error.text[0] != '\0') {
            *error = item->error;
            return false;
        }
    return true;
}
