// SPDX-License-Identifier: MIT-0
//
// Creates the programs, textures and buffers of the passes in chain_passes.h, and runs them.

#include "halation_chain.h"

#include "chain_gl.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A parameter; `value` is its default, `least` and `most` are its range.
struct param {
    const char *name;
    float value[3], per_cent, least, most; // per cent of the picture's height; 0: not a share of it
};

struct texture {
    const char *file; // has its texels; NULL: passes write them
    GLenum format;
    int width, height, dimensions, depth;
    GLuint name, framebuffer;
};

// A uniform that a pass sets for its program.
struct uniform {
    int shader;
    const char *name;
};

// A resource that a pass reads or writes: a texture through a sampler, with filter and edge; a
// texture as an image, with access and format; or a buffer.
struct binding {
    enum { SAMPLER, IMAGE, BUFFER } kind;
    int unit, thing;
    GLenum how, also;
};

// chain_passes.h calls two functions: `take` selects a program and binds its resources; `run` runs
// the program, or a command that needs none:
//
//     DRAW      draws into texture `thing`, on the area x, y, width, height
//     DISPATCH  dispatches x * y * width groups
//     CLEAR     sets buffer `thing` to 0
struct chain;
enum kind { DRAW, DISPATCH, CLEAR };
static void take(struct chain *chain, int shader, int count, const struct binding bindings[]);
static void run(const struct chain *chain, enum kind kind, int thing, int x, int y, int width,
                int height);

#include "chain_passes.h"
#include "chain_state.h"

struct sampler {
    GLuint name;
    GLenum filter, edge;
};

struct chain {
    int width, height;
    bool has_run;
    float values[PARAM_COUNT + 1][3];
    struct texture textures[TEXTURE_COUNT];
    long buffer_sizes[BUFFER_COUNT + 1];
    GLint locations[UNIFORM_COUNT + 1];
    GLuint programs[SHADER_COUNT], buffers[BUFFER_COUNT + 1], vertex_array;
    struct sampler samplers[13]; // three filters with four edges each; the last ends the list
};

// ---- files

// Returns the bytes of a file of the folder, followed by a NUL; NULL with an error if it cannot be
// read.
static char *read_file(const char *folder, const char *name, long *size, char *error)
{
    char path[1024];
    char *bytes = NULL;
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file && fseek(file, 0, SEEK_END) == 0 && (*size = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0 && (bytes = calloc((size_t) *size + 1, 1)) &&
        fread(bytes, 1, (size_t) *size, file) != (size_t) *size) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    if (!bytes)
        snprintf(error, CHAIN_ERROR_SIZE, "%.480s cannot be read", path);
    return bytes;
}

static bool add_shader(GLuint program, GLenum kind, const char *folder, const char *name,
                       char *error)
{
    long size;
    GLint compiled = 0;
    char *text = read_file(folder, name, &size, error);
    if (!text)
        return false;
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, (const GLchar *const *) &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    const int length = compiled ? 0 : snprintf(error, CHAIN_ERROR_SIZE, "%s: ", name);
    if (!compiled)
        glGetShaderInfoLog(shader, CHAIN_ERROR_SIZE - length, NULL, error + length);
    glAttachShader(program, shader);
    glDeleteShader(shader); // the program keeps it until it is deleted
    free(text);
    return compiled;
}

static bool make_program(GLuint *program, const char *name, const char *folder, char *error)
{
    GLint linked = 0;
    *program = glCreateProgram();
    if (strstr(name, ".comp")
            ? !add_shader(*program, GL_COMPUTE_SHADER, folder, name, error)
            : !add_shader(*program, GL_VERTEX_SHADER, folder, "chain.vert", error) ||
                  !add_shader(*program, GL_FRAGMENT_SHADER, folder, name, error))
        return false;
    glLinkProgram(*program);
    glGetProgramiv(*program, GL_LINK_STATUS, &linked);
    if (!linked)
        snprintf(error, CHAIN_ERROR_SIZE, "%s does not link", name);
    return linked;
}

// ---- textures

static bool fill_texture(const struct texture *texture, const char *folder, char *error)
{
    long size;
    const int width = texture->width, height = texture->height, depth = texture->depth;
    const GLenum format = texture->format == GL_R32F ? GL_RED : GL_RGBA;
    const long texels = (long) width * height * (depth > 0 ? depth : 1);
    char *bytes = read_file(folder, texture->file, &size, error);
    const bool fits = bytes && size == texels * (format == GL_RED ? 4 : 16);
    if (bytes && !fits)
        snprintf(error, CHAIN_ERROR_SIZE, "%s has another size than chain_passes.h says",
                 texture->file);
    if (fits && texture->dimensions == 1)
        glTexSubImage1D(GL_TEXTURE_1D, 0, 0, width, format, GL_FLOAT, bytes);
    else if (fits && texture->dimensions == 3)
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, width, height, depth, format, GL_FLOAT, bytes);
    else if (fits)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, format, GL_FLOAT, bytes);
    free(bytes);
    return fits;
}

static bool make_texture(struct texture *texture, const char *folder, char *error)
{
    const GLenum target = targets[texture->dimensions - 1], format = texture->format;
    GLint width = 0;
    glGenTextures(1, &texture->name);
    glBindTexture(target, texture->name);
    if (texture->dimensions == 1)
        glTexStorage1D(target, 1, format, texture->width);
    else if (texture->dimensions == 3)
        glTexStorage3D(target, 1, format, texture->width, texture->height, texture->depth);
    else
        glTexStorage2D(target, 1, format, texture->width, texture->height);
    glGetTexLevelParameteriv(target, 0, GL_TEXTURE_WIDTH, &width);
    if (width == texture->width && texture->file)
        return fill_texture(texture, folder, error);
    glGenFramebuffers(1, &texture->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, texture->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture->name, 0);
    if (width == texture->width &&
        glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        return true;
    snprintf(error, CHAIN_ERROR_SIZE, "this GPU makes no texture of %dx%d in that format",
             texture->width, texture->height);
    return false;
}

static GLuint sampler_of(struct chain *chain, GLenum filter, GLenum edge)
{
    static const GLenum sides[3] = { GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R };
    struct sampler *sampler = chain->samplers;
    while (sampler->name > 0 && (sampler->filter != filter || sampler->edge != edge))
        sampler++;
    if (sampler->name > 0)
        return sampler->name;
    sampler->filter = filter;
    sampler->edge = edge;
    glGenSamplers(1, &sampler->name);
    glSamplerParameteri(sampler->name, GL_TEXTURE_MIN_FILTER, (GLint) filter);
    glSamplerParameteri(sampler->name, GL_TEXTURE_MAG_FILTER,
                        filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
    for (int i = 0; i < 3; i++)
        glSamplerParameteri(sampler->name, sides[i], (GLint) edge);
    return sampler->name;
}

// ---- passes

static void take(struct chain *chain, int shader, int count, const struct binding bindings[])
{
    glUseProgram(chain->programs[shader]);
    for (int i = 0; i < count; i++) {
        const struct binding *to = &bindings[i];
        const struct texture *texture = &chain->textures[to->kind == BUFFER ? 0 : to->thing];
        const GLuint unit = (GLuint) to->unit;
        if (to->kind == BUFFER) {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, unit, chain->buffers[to->thing]);
        } else if (to->kind == IMAGE) {
            glBindImageTexture(unit, texture->name, 0, texture->dimensions == 3, 0, to->how,
                               to->also);
        } else {
            glActiveTexture(GL_TEXTURE0 + unit);
            glBindTexture(targets[texture->dimensions - 1], texture->name);
            glBindSampler(unit, sampler_of(chain, to->how, to->also));
        }
    }
}

static void clear(GLuint buffer)
{
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
}

static void run(const struct chain *chain, enum kind kind, int thing, int x, int y, int width,
                int height)
{
    switch (kind) {
    case DRAW:
        glBindFramebuffer(GL_FRAMEBUFFER, chain->textures[thing].framebuffer);
        glViewportIndexedf(0, (GLfloat) x, (GLfloat) y, (GLfloat) width, (GLfloat) height);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        break;
    case DISPATCH:
        glDispatchCompute((GLuint) x, (GLuint) y, (GLuint) width);
        break;
    case CLEAR:
        clear(chain->buffers[thing]);
        break;
    }
}

static void show(const struct chain *chain, GLuint framebuffer)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, chain->textures[OUTPUT_TEXTURE].framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glBlitFramebuffer(0, 0, chain->width, chain->height, 0, 0, chain->width, chain->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

unsigned chain_run(struct chain *chain, unsigned input, int framebuffer, int frame)
{
    struct state state;
    save(&state);
    set_defaults(&state);
    glBindVertexArray(chain->vertex_array);
    chain->textures[INPUT_TEXTURE].name = input;
    glMemoryBarrier(GL_ALL_BARRIER_BITS); // for stores of the last frame and of the caller
    run_passes(chain, chain->locations, chain->values, chain->width, chain->height, frame,
               !chain->has_run);
    chain->has_run = true;
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    if (framebuffer != CHAIN_NO_FRAMEBUFFER)
        show(chain, (GLuint) framebuffer);
    restore(&state);
    return chain->textures[OUTPUT_TEXTURE].name;
}

// ---- a chain

static bool make_buffer(GLuint *buffer, long size, char *error)
{
    GLint64 made = 0;
    glGenBuffers(1, buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, *buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    glGetBufferParameteri64v(GL_SHADER_STORAGE_BUFFER, GL_BUFFER_SIZE, &made);
    if (made != size)
        snprintf(error, CHAIN_ERROR_SIZE, "this GPU has no memory for a buffer of %ld bytes", size);
    else
        clear(*buffer);
    return made == size;
}

// Returns true if all textures, the input's included, are within the GPU's limits.
static bool check_sizes(const struct chain *chain, char *error)
{
    GLint most = 0, most_3d = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most_3d);
    for (int i = 0; i < TEXTURE_COUNT; i++) {
        const struct texture *texture = &chain->textures[i];
        const GLint limit = texture->dimensions == 3 ? most_3d : most;
        if (texture->width > limit || texture->height > limit || texture->depth > limit) {
            snprintf(error, CHAIN_ERROR_SIZE,
                     "a picture of %dx%d needs a texture of %dx%d, and this GPU has %d at most",
                     chain->width, chain->height, texture->width, texture->height, limit);
            return false;
        }
    }
    return true;
}

static bool make_all(struct chain *chain, const char *folder, char *error)
{
    list_memory(chain->width, chain->height, chain->textures, chain->buffer_sizes);
    bool done = check_sizes(chain, error);
    for (int i = 0; i < SHADER_COUNT && done; i++)
        done = make_program(&chain->programs[i], shaders[i], folder, error);
    for (int i = 0; i < UNIFORM_COUNT && done; i++)
        chain->locations[i] =
            glGetUniformLocation(chain->programs[uniforms[i].shader], uniforms[i].name);
    for (int i = 0; i < TEXTURE_COUNT && done; i++)
        done = i == INPUT_TEXTURE || make_texture(&chain->textures[i], folder, error);
    for (int i = 0; i < BUFFER_COUNT && done; i++)
        done = make_buffer(&chain->buffers[i], chain->buffer_sizes[i], error);
    glGenVertexArrays(1, &chain->vertex_array);
    return done;
}

struct chain *chain_create(const char *folder, int width, int height, char error[CHAIN_ERROR_SIZE])
{
    struct state state;
    struct chain *chain = calloc(1, sizeof(*chain));
    snprintf(error, CHAIN_ERROR_SIZE, "no memory");
    const bool fits = width >= CHAIN_LEAST_WIDTH && width <= CHAIN_MOST_WIDTH &&
                      height >= CHAIN_LEAST_HEIGHT && height <= CHAIN_MOST_HEIGHT;
    if (!fits)
        snprintf(error, CHAIN_ERROR_SIZE, "this chain is for pictures of %dx%d to %dx%d",
                 CHAIN_LEAST_WIDTH, CHAIN_LEAST_HEIGHT, CHAIN_MOST_WIDTH, CHAIN_MOST_HEIGHT);
    if (!chain || !fits) {
        free(chain);
        return NULL;
    }
    chain->width = width;
    chain->height = height;
    for (int i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        const bool is_share = param->per_cent > 0 && height != CHAIN_HEIGHT;
        chain_set(chain, param->name,
                  is_share ? param->per_cent * (float) height / 100 : param->value[0],
                  param->value[1], param->value[2]);
    }
    save(&state);
    set_defaults(&state);
    const bool done = make_all(chain, folder, error);
    restore(&state);
    if (done)
        return chain;
    chain_destroy(chain);
    return NULL;
}

void chain_destroy(struct chain *chain)
{
    if (!chain)
        return;
    for (int i = 0; i < SHADER_COUNT; i++)
        glDeleteProgram(chain->programs[i]);
    for (int i = 0; i < TEXTURE_COUNT; i++) {
        if (i != INPUT_TEXTURE) // the caller owns it
            glDeleteTextures(1, &chain->textures[i].name);
        glDeleteFramebuffers(1, &chain->textures[i].framebuffer);
    }
    glDeleteBuffers(BUFFER_COUNT, chain->buffers);
    for (int i = 0; chain->samplers[i].name > 0; i++)
        glDeleteSamplers(1, &chain->samplers[i].name);
    glDeleteVertexArrays(1, &chain->vertex_array);
    free(chain);
}

// ---- parameters

static int find_param(const char *name)
{
    int i = 0;
    while (i < PARAM_COUNT && strcmp(params[i].name, name) != 0)
        i++;
    return i;
}

const char *chain_name(int i)
{
    return i >= 0 && i < PARAM_COUNT ? params[i].name : NULL;
}

bool chain_set(struct chain *chain, const char *name, float x, float y, float z)
{
    const int i = find_param(name);
    const float values[3] = { x, y, z };
    for (int k = 0; k < 3 && i < PARAM_COUNT; k++)
        chain->values[i][k] = fminf(fmaxf(values[k], params[i].least), params[i].most);
    return i < PARAM_COUNT;
}

bool chain_range(const char *name, float *least, float *most)
{
    const int i = find_param(name);
    *least = i < PARAM_COUNT ? params[i].least : 0;
    *most = i < PARAM_COUNT ? params[i].most : 0;
    return i < PARAM_COUNT;
}
