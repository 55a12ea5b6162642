#define LOG_MODULE "program"
#include "render/program.h"

#include "render/context/gl_debug.h"
#include "render/context/half_store.h"
#include "render/shader_source.h"
#include "render/text/log.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// A program and the request that it answers. Each is allocated by itself, so that borrowed pointers
// survive while the cache grows.
struct cached_program {
    struct program program;
    char *file, *defines, *text, *vertex; // owned copies of the request, NULL where that is
    bool rounds_halves;                   // as in the cache
    unsigned used;                        // the frame in which it was last asked for or run
    bool is_spare;                        // whether it was called spare since then
    struct error error;                   // of the last try; "" where it compiled
};

static char *copy_text(const char *text)
{
    if (!text)
        return NULL;
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        log_fatal("out of memory");
    return strcpy(copy, text);
}

static bool equal_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

// ---- one shader

static bool compile(GLuint shader, const struct shader_source *source, struct error *error)
{
    GLint is_compiled = 0;
    char log[2048] = "", line[400];
    glShaderSource(shader, 1, &(const GLchar *){ source->text }, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    if (is_compiled)
        return true;
    glGetShaderInfoLog(shader, sizeof(log), NULL, log);
    shader_source_map_log(source, log, line, sizeof(line));
    return error_set(error, "%s", line);
}

// Compiles a shader and attaches it to the program, with which it is deleted.
static bool attach(GLuint program, GLenum kind, const struct shader_source *source,
                   struct error *error)
{
    const GLuint shader = glCreateShader(kind);
    const bool is_fine = compile(shader, source, error);
    if (is_fine)
        glAttachShader(program, shader);
    glDeleteShader(shader);
    return is_fine;
}

static bool attach_file(GLuint program, GLenum kind, const char *file, const char *defines,
                        struct error *error)
{
    struct shader_source source;
    if (!shader_source_load(&source, file, defines, error))
        return false;
    const bool is_fine = attach(program, kind, &source, error);
    shader_source_finish(&source);
    return is_fine;
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

static bool attach_all(GLuint program, const struct cached_program *item, struct error *error)
{
    struct shader_source source;
    const char *vertex = item->vertex ? item->vertex : "common/fullscreen.vert";
    const GLenum kind = item->program.compute ? GL_COMPUTE_SHADER : GL_FRAGMENT_SHADER;
    if (!item->program.compute &&
        !attach_file(program, GL_VERTEX_SHADER, vertex, item->defines, error))
        return false;
    if (!load_source(item, &source, error))
        return false;
    const bool is_fine = attach(program, kind, &source, error);
    shader_source_finish(&source);
    return is_fine;
}

// Detaches the shaders: a linked program no longer needs them, and drivers keep their text and
// trees while they are attached.
static void detach_all(GLuint program)
{
    GLuint shaders[2];
    GLsizei count = 0;
    glGetAttachedShaders(program, 2, &count, shaders);
    for (GLsizei i = 0; i < count; i++)
        glDetachShader(program, shaders[i]);
}

static bool link(GLuint program, const char *name, struct error *error)
{
    GLint is_linked = 0;
    char log[512] = "";
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked) {
        detach_all(program);
        return true;
    }
    glGetProgramInfoLog(program, sizeof(log), NULL, log);
    return error_set(error, "%s: %.*s", name, (int) strcspn(log, "\n"), log);
}

// Compiles the program again and replaces the old one, which stays where that fails.
static bool build_program(struct cached_program *item)
{
    struct error error = { "" };
    const GLuint id = glCreateProgram();
    if (!attach_all(id, item, &error) || !link(id, item->program.name, &error)) {
        glDeleteProgram(id);
        item->error = error;
        return false;
    }
    glDeleteProgram(item->program.id);
    item->program.id = id;
    item->error = (struct error){ "" };
    item->program.half_store = half_store_location(id);
    gl_debug_label_program(id, item->program.name);
    if (item->program.compute)
        glGetProgramiv(id, GL_COMPUTE_WORK_GROUP_SIZE, item->program.group_size);
    return true;
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
        cache->items = realloc(cache->items, (size_t) cache->capacity * sizeof(*cache->items));
    }
    struct cached_program *item = calloc(1, sizeof(*item));
    if (!cache->items || !item)
        log_fatal("out of memory");
    cache->items[cache->count++] = item;
    item->file = copy_text(desc->file);
    item->defines = copy_text(desc->defines);
    item->text = copy_text(desc->text);
    item->vertex = copy_text(desc->vertex);
    item->rounds_halves = cache->rounds_halves;
    item->program.compute = has_ending(desc->file, ".comp");
    snprintf(item->program.name, sizeof(item->program.name), "%s%s%s", desc->file,
             desc->defines ? " " : "", desc->defines ? desc->defines : "");
    return item;
}

static void mark_used(const struct program_cache *cache, struct cached_program *item)
{
    item->used = cache->frame;
    item->is_spare = false;
}

const struct program *program_cache_get(struct program_cache *cache,
                                        const struct program_desc *desc, struct error *error)
{
    struct cached_program *item = find_program(cache, desc);
    if (!item)
        item = add_program(cache, desc);
    if (!item->program.id && item->error.text[0] == '\0')
        build_program(item);
    mark_used(cache, item);
    if (item->program.id)
        return &item->program;
    *error = item->error;
    return NULL;
}

const struct program *program_cache_need(struct program_cache *cache,
                                         const struct program_desc *desc)
{
    struct error error;
    const struct program *program = program_cache_get(cache, desc, &error);
    if (!program)
        log_fatal("%s", error.text);
    return program;
}

// The item around a borrowed program.
static struct cached_program *item_of(const struct program *program)
{
    return (struct cached_program *) ((char *) program - offsetof(struct cached_program, program));
}

void program_cache_use(struct program_cache *cache, const struct program *program)
{
    struct cached_program *item = item_of(program);
    if (!item->program.id && !build_program(item))
        log_fatal("%s", item->error.text);
    mark_used(cache, item);
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
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static bool is_free_to_go(const struct program_cache *cache, const struct cached_program *item)
{
    return item->program.id && cache->frame - item->used > 1;
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

bool program_cache_reload(struct program_cache *cache, struct error *error)
{
    bool is_fine = true;
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        const bool is_freed = !item->program.id && item->error.text[0] == '\0';
        cache->freed += !is_freed; // the old program
        if (!is_freed && !build_program(item) && is_fine) {
            is_fine = false;
            *error = item->error;
        }
    }
    return is_fine;
}

void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data)
{
    struct error error;
    for (int i = 0; i < cache->count; i++) {
        struct shader_source source;
        if (!load_source(cache->items[i], &source, &error))
            continue;
        visit(cache->items[i]->program.name, source.text, data);
        shader_source_finish(&source);
    }
}

void program_cache_finish(struct program_cache *cache)
{
    for (int i = 0; i < cache->count; i++) {
        struct cached_program *item = cache->items[i];
        glDeleteProgram(item->program.id);
        free(item->file);
        free(item->defines);
        free(item->text);
        free(item->vertex);
        free(item);
    }
    free(cache->items);
    *cache = (struct program_cache){ 0 };
}
