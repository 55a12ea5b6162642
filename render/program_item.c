#define LOG_MODULE "program"
#include "render/program_item.h"

#include "render/context/gl_debug.h"
#include "render/context/half_store.h"
#include "render/frame_work.h"
#include "render/text/hash.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cached_program *program_item_of(const struct program *program)
{
    return (struct cached_program *) ((char *) program - offsetof(struct cached_program, program));
}

bool program_load_source(const struct program *program, struct shader_source *source,
                         struct error *error)
{
    const struct cached_program *item = program_item_of(program);
    const bool rounds = item->rounds_halves;
    return shader_source_load_around(source, item->file, item->text, item->defines,
                                     rounds ? "common/half_store.glsl" : NULL,
                                     rounds ? half_store_end(program->compute) : NULL, error);
}

bool program_item_begin(struct cached_program *item)
{
    struct error error;
    struct shader_source sources[2] = { 0 }; // vertex shader, and the other one
    const char *vertex = item->vertex ? item->vertex : "common/fullscreen.vert";
    const GLenum kind = item->program.compute ? GL_COMPUTE_SHADER : GL_FRAGMENT_SHADER;
    uint64_t hash = HASH_BEGIN;
    frame_work_begin(FRAME_WORK_COMPILE);
    const bool is_read = (item->program.compute ||
                          shader_source_load(&sources[0], vertex, NULL, item->defines, &error)) &&
                         program_load_source(&item->program, &sources[1], &error);
    for (int i = 0; i < 2 && is_read; i++)
        if (sources[i].text)
            hash = hash_bytes(hash, sources[i].text, strlen(sources[i].text) + 1);
    const bool is_new = !is_read || hash != item->compiled_hash ||
                        (!item->program.id && item->error.text[0] == '\0');
    if (is_read && is_new) {
        log_debug("compiling %s", item->program.name);
        program_build_begin(&item->build);
        if (sources[0].text)
            program_build_add(&item->build, GL_VERTEX_SHADER, &sources[0]);
        program_build_add(&item->build, kind, &sources[1]);
        program_build_link(&item->build);
    } else {
        shader_source_finish(&sources[0]);
        shader_source_finish(&sources[1]);
    }
    if (!is_read)
        item->error = error;
    item->compiled_hash = is_read ? hash : 0;
    frame_work_end();
    return is_read && is_new;
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
    struct program *own = &program_item_of(program)->program;
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

static bool take_program(struct cached_program *item)
{
    char place[256];
    const char *name = item->origin ? item->origin : item->program.name;
    for (int i = 0; i < item->build.count && !item->origin; i++)
        if (shader_source_named_place(&item->build.shaders[i].source, place, sizeof(place)))
            name = place;
    item->error.text[0] = '\0';
    const GLuint id = program_build_finish(&item->build, name, &item->error);
    if (!id)
        return false;
    glDeleteProgram(item->program.id);
    item->program.id = id;
    find_uniforms(&item->program);
    gl_debug_label_program(id, item->program.name);
    if (item->program.compute)
        glGetProgramiv(id, GL_COMPUTE_WORK_GROUP_SIZE, item->program.group_size);
    return true;
}

bool program_item_build(struct cached_program *item)
{
    item->is_pending = item->is_stale = false;
    if (!item->build.id && !program_item_begin(item))
        return false;
    frame_work_begin(FRAME_WORK_LINK);
    const bool is_taken = take_program(item);
    frame_work_end();
    return is_taken;
}

bool program_item_build_inside(struct cached_program *item)
{
    const struct error error = item->error;
    shader_source_pass_over(true);
    const bool is_built = program_item_build(item);
    shader_source_pass_over(false);
    item->error = error;
    item->compiled_hash = 0;
    log_note("%s; the built-in one runs instead", error.text);
    return is_built;
}
