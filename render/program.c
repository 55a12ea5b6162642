#define LOG_MODULE "program"
#include "render/program.h"

#include "render/context/gl_debug.h"
#include "render/context/half_store.h"
#include "render/frame_work.h"
#include "render/program_build.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static const double longest_link = 0.033; // seconds

// A program and the request that it answers. Each is allocated by itself, so that borrowed pointers
// survive while the cache grows.
struct cached_program {
    struct program program;
    char *file, *defines, *text, *vertex, *origin; // owned copies of the request, or NULL
    bool rounds_halves;                            // as in the cache
    unsigned used;              // the frame in which it was last asked for or run
    bool is_spare;              // whether it was called spare since then
    bool is_pinned;             // asked for since program_cache_unpin, while `pins`
    bool is_wanted, is_stale;   // program_cache_work is to compile it, or to do so again
    struct program_build build; // on its way
    struct error error;         // of the last try; "" where it compiled
    // The texts of its shaders as they last compiled; owned. What was freed is what it was,
    // although its files may be broken when it is used again.
    char *good[PROGRAM_BUILD_SHADERS];
};

static char *copy_text(const char *text)
{
    if (!text)
        return NULL;
    char *copy = memory_grow(NULL, strlen(text) + 1, 1);
    return strcpy(copy, text);
}

static bool equal_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

// ---- one program

static bool load_written(const struct cached_program *item, struct shader_source *source,
                         struct error *error)
{
    if (item->text)
        return shader_source_expand(source, item->file, item->text, item->defines, error);
    return shader_source_load(source, item->file, item->defines, error);
}

static bool load_source(const struct cached_program *item, struct shader_source *source,
                        struct error *error)
{
    const struct half_store_text around = half_store_text(item->program.compute);
    return load_written(item, source, error) &&
           (!item->rounds_halves ||
            shader_source_surround(source, around.before, around.after, error));
}

static bool add_shaders(struct cached_program *item, struct error *error)
{
    struct shader_source source;
    const char *vertex = item->vertex ? item->vertex : "common/fullscreen.vert";
    if (!item->program.compute) {
        if (!shader_source_load(&source, vertex, item->defines, error))
            return false;
        program_build_add(&item->build, GL_VERTEX_SHADER, &source);
    }
    if (!load_source(item, &source, error))
        return false;
    program_build_add(&item->build, item->program.compute ? GL_COMPUTE_SHADER : GL_FRAGMENT_SHADER,
                      &source);
    return true;
}

// Gives the program to the compiler, again where it is compiled. False where a file is missing.
static bool begin_program(struct cached_program *item)
{
    struct error error;
    log_debug("compiling %s", item->program.name);
    frame_work_begin(FRAME_WORK_COMPILE);
    program_build_begin(&item->build);
    const bool is_read = add_shaders(item, &error);
    if (is_read) {
        program_build_link(&item->build);
    } else {
        program_build_cancel(&item->build);
        item->error = error;
    }
    frame_work_end();
    return is_read;
}

static void forget_texts(char *texts[static PROGRAM_BUILD_SHADERS])
{
    for (int i = 0; i < PROGRAM_BUILD_SHADERS; i++)
        free(texts[i]);
}

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

static void find_opaque(struct program *program)
{
    GLint count = 0;
    memset(program->opaque, 0, sizeof(program->opaque));
    glGetProgramiv(program->id, GL_ACTIVE_UNIFORMS, &count);
    for (GLint i = 0; i < count; i++) {
        char name[96];
        GLint size;
        GLenum type;
        glGetActiveUniform(program->id, (GLuint) i, sizeof(name), NULL, &size, &type, name);
        const int first = glGetUniformLocation(program->id, name);
        for (int at = first; at >= 0 && at < first + size && !is_number(type); at++)
            if (at < PROGRAM_MAX_LOCATIONS)
                program->opaque[at / 64] |= UINT64_C(1) << at % 64;
    }
}

bool program_takes_number(const struct program *program, int location)
{
    return location >= PROGRAM_MAX_LOCATIONS ||
           !(program->opaque[location / 64] >> location % 64 & 1);
}

// Returns true if the program's files may have changed when it is compiled again.
static bool may_break(const struct cached_program *item)
{
    return shader_source_directory() || item->good[0];
}

// Replaces the old program, which stays where the new one failed.
static bool take_program(struct cached_program *item)
{
    struct error error = { "" };
    char *texts[PROGRAM_BUILD_SHADERS] = { NULL }, place[256];
    const char *name = item->origin ? item->origin : item->program.name;
    for (int i = 0; i < item->build.count && !item->origin; i++)
        if (shader_source_named_place(&item->build.shaders[i].source, place, sizeof(place)))
            name = place;
    for (int i = 0; i < item->build.count && may_break(item); i++)
        texts[i] = copy_text(item->build.shaders[i].source.text);
    const GLuint id = program_build_finish(&item->build, name, &error);
    item->error = error;
    forget_texts(id ? item->good : texts);
    if (!id)
        return false;
    memcpy(item->good, texts, sizeof(texts));
    glDeleteProgram(item->program.id);
    item->program.id = id;
    item->program.half_store = half_store_location(id);
    find_opaque(&item->program);
    gl_debug_label_program(id, item->program.name);
    if (item->program.compute)
        glGetProgramiv(id, GL_COMPUTE_WORK_GROUP_SIZE, item->program.group_size);
    return true;
}

static bool finish_program(struct cached_program *item)
{
    frame_work_begin(FRAME_WORK_LINK);
    const bool done = take_program(item);
    frame_work_end();
    return done;
}

// Compiles what is not on its way yet, and waits.
static bool build_program(struct cached_program *item)
{
    item->is_wanted = item->is_stale = false;
    return (item->build.id || begin_program(item)) && finish_program(item);
}

// Compiles the texts with which it last did. The error of its files stays.
static bool build_good(struct cached_program *item)
{
    const bool compute = item->program.compute;
    const GLenum kinds[] = { compute ? GL_COMPUTE_SHADER : GL_VERTEX_SHADER, GL_FRAGMENT_SHADER };
    const struct error error = item->error;
    if (!item->good[0])
        return false;
    program_build_begin(&item->build);
    for (int i = 0; i < PROGRAM_BUILD_SHADERS && item->good[i]; i++)
        program_build_add(&item->build, kinds[i],
                          &(struct shader_source){ .text = copy_text(item->good[i]) });
    program_build_link(&item->build);
    const bool done = finish_program(item);
    item->error = error;
    return done;
}

// ---- the cache

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

static void mark_used(const struct program_cache *cache, struct cached_program *item)
{
    item->used = cache->frame;
    item->is_spare = false;
    item->is_pinned = item->is_pinned || cache->pins;
}

const struct program *program_cache_get(struct program_cache *cache,
                                        const struct program_desc *desc, struct error *error)
{
    struct cached_program *item = find_program(cache, desc);
    if (!item)
        item = add_program(cache, desc);
    const bool is_new = !item->program.id && item->error.text[0] == '\0';
    if (is_new && cache->defers)
        item->is_wanted = true;
    else if (is_new)
        build_program(item);
    mark_used(cache, item);
    if (item->program.id || item->is_wanted)
        return &item->program;
    *error = item->error;
    return NULL;
}

// A window goes on without the folder's file.
static bool build_inside(const struct program_cache *cache, struct cached_program *item)
{
    const struct error error = item->error;
    if (cache->budget == 0)
        return false;
    shader_source_pass_over(true);
    const bool done = build_program(item);
    shader_source_pass_over(false);
    item->error = error;
    log_note("%s; the built-in one runs instead", error.text);
    return done;
}

const struct program *program_cache_need(struct program_cache *cache,
                                         const struct program_desc *desc)
{
    struct error error;
    const struct program *program = program_cache_get(cache, desc, &error);
    if (!program && !build_inside(cache, find_program(cache, desc)))
        log_fatal("%s", error.text);
    return program ? program : &find_program(cache, desc)->program;
}

// The item around a borrowed program.
static struct cached_program *item_of(const struct program *program)
{
    return (struct cached_program *) ((char *) program - offsetof(struct cached_program, program));
}

struct program_desc program_cache_desc(const struct program *program)
{
    const struct cached_program *item = item_of(program);
    return (struct program_desc){ item->file, item->defines, item->text, item->vertex,
                                  item->origin };
}

void program_cache_use(struct program_cache *cache, const struct program *program)
{
    struct cached_program *item = item_of(program);
    if (!item->program.id && !build_program(item) && !build_good(item))
        log_fatal("%s", item->error.text);
    mark_used(cache, item);
}

void program_cache_keep(struct program_cache *cache, const struct program *program)
{
    mark_used(cache, item_of(program));
}

void program_cache_unpin(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        cache->items[i]->is_pinned = false;
}

void program_cache_spare(struct program_cache *cache, const struct program *program)
{
    struct cached_program *item = item_of(program);
    item->is_spare = cache->budget > 0;
}

static void free_program(struct program_cache *cache, struct cached_program *item)
{
    glDeleteProgram(item->program.id);
    item->program.id = 0;
    item->is_spare = false;
    cache->freed++;
}

// Returns memory to the system. A driver that compiles on the processor frees small pieces between
// others, which the C library keeps: this takes a window from 300 MB to 240. It takes milliseconds,
// so it is not done for each program.
static void give_back_memory(struct program_cache *cache)
{
    enum { MANY = 16 };
    if (cache->freed < MANY)
        return;
    cache->freed = 0;
    frame_work_begin(FRAME_WORK_FREE);
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    frame_work_end();
}

static bool is_free_to_go(const struct program_cache *cache, const struct cached_program *item)
{
    return item->program.id && !item->is_pinned && cache->frame - item->used > 1;
}

static int count_compiled(const struct program_cache *cache)
{
    int count = 0;
    for (int i = 0; i < cache->count; i++)
        count += cache->items[i]->program.id != 0;
    return count;
}

static struct cached_program *find_oldest(const struct program_cache *cache)
{
    struct cached_program *oldest = NULL;
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        if (is_free_to_go(cache, item) && (!oldest || item->used < oldest->used))
            oldest = item;
    }
    return oldest;
}

void program_cache_end_frame(struct program_cache *cache)
{
    struct cached_program *oldest;
    cache->frame++;
    if (cache->budget == 0)
        return;
    for (int i = 0; i < cache->count; i++)
        if (cache->items[i]->is_spare && is_free_to_go(cache, cache->items[i]))
            free_program(cache, cache->items[i]);
    for (int more = count_compiled(cache) - cache->budget;
         more > 0 && (oldest = find_oldest(cache)); more--)
        free_program(cache, oldest);
    give_back_memory(cache);
}

bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc)
{
    const struct cached_program *item = find_program(cache, desc);
    return item && (item->program.id || item->error.text[0] != '\0');
}

// ---- between frames

void program_cache_drop_wanted(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        cache->items[i]->is_wanted = false;
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

static void take_done(struct program_cache *cache, struct cached_program *item)
{
    const double begin = clock_seconds();
    build_program(item);
    cache->links_block = cache->links_block || clock_seconds() - begin > longest_link;
}

// Takes what is compiled before it begins more, so that each frame comes nearer to the end. What is
// no longer wanted is not taken, since that may hold the frame up.
int program_cache_work(struct program_cache *cache)
{
    int wanted = 0;
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        const bool is_wanted = item->is_wanted || item->is_stale;
        if (cache->compiles_apart && item->build.id && is_wanted && frame_work_left() > 0 &&
            program_build_is_done(&item->build))
            take_done(cache, item);
    }
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        const bool is_new = (item->is_wanted || item->is_stale) && !item->build.id;
        if (is_new && frame_work_left() > 0 && !begin_program(item))
            item->is_wanted = item->is_stale = false;
        if (item->build.id && !cache->compiles_apart) // it would only wait in the next frame
            build_program(item);
        wanted += item->is_wanted || item->is_stale;
    }
    return wanted;
}

// ---- reading files again

// Freed programs are not stale: they read their files when they are compiled again.
void program_cache_begin_reload(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        item->is_stale = item->program.id || item->build.id || item->error.text[0] != '\0';
        if (item->build.id) // of the old text
            program_build_cancel(&item->build);
        cache->freed += item->is_stale; // the old program
    }
}

bool program_cache_end_reload(struct program_cache *cache, struct error *error)
{
    cache->reloads++;
    for (int i = 0; i < cache->count; i++)
        if (cache->items[i]->is_stale)
            build_program(cache->items[i]);
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

void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data)
{
    struct error error;
    for (int i = 0; i < cache->count; i++) {
        struct shader_source source;
        const struct cached_program *item = cache->items[i];
        if (item->vertex && shader_source_load(&source, item->vertex, item->defines, &error)) {
            visit(item->vertex, source.text, data);
            shader_source_finish(&source);
        }
        if (!load_source(item, &source, &error))
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
        forget_texts(item->good);
        free(item);
    }
    free(cache->items);
    for (struct program_list *list = cache->lists, *next; list; list = next) {
        next = list->next;
        free(list);
    }
    *cache = (struct program_cache){ 0 };
}
