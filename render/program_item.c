#define LOG_MODULE "program"
#include "render/program_item.h"

#include "render/context/gl_debug.h"
#include "render/context/half_store.h"
#include "render/frame_work.h"
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

static bool add_shaders(struct cached_program *item, struct error *error)
{
    struct shader_source source;
    const char *vertex = item->vertex ? item->vertex : "common/fullscreen.vert";
    if (!item->program.compute) {
        if (!shader_source_load(&source, vertex, NULL, item->defines, error))
            return false;
        program_build_add(&item->build, GL_VERTEX_SHADER, &source);
    }
    if (!program_load_source(&item->program, &source, error))
        return false;
    program_build_add(&item->build, item->program.compute ? GL_COMPUTE_SHADER : GL_FRAGMENT_SHADER,
                      &source);
    return true;
}

bool program_item_begin(struct cached_program *item)
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
    log_note("%s; the built-in one runs instead", error.text);
    return is_built;
}
