// SPDX-License-Identifier: MIT-0
//
// Creates what a chain needs, and runs its passes.

#include "halation_chain.h"

#include "chain_gl.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A shader of the folder: the fragment or compute shader of a program, or the vertex shader of all
// draws. Its text is that of the file.
struct shader {
    const char *file;
    bool computes;
    int line_count;
    const char *const *lines;
};

// A texture of constant texels, which the file has, too.
struct data {
    const char *file;
    int texture, dimensions, width, height, depth;
    GLenum format;
    const float *texels;
};

// A parameter; `value` is its default, `least` and `most` are its range.
struct param {
    const char *name;
    int components;                        // 1, or 3 of a colour
    float value[3], per_cent, least, most; // per cent of the picture's height; 0: not a share of it
    bool is_whole;                         // a whole number
};

// clang-format off
#include "chain_shaders.h" // these in the order in which they need each other
#include "chain_gpu.h"
#include "chain_passes.h"
#include "chain_state.h"
// clang-format on

struct chain {
    int width, height;
    bool has_run, is_set[PARAM_COUNT + 1]; // is_set: by chain_set
    float values[PARAM_COUNT + 1][3];
    struct gpu gpu;
    struct texture
        textures[TEXTURE_COUNT]; // the caller's input, and those that stay between frames
    struct buffer buffers[BUFFER_COUNT + 1];
    struct state state; // of the host
};

// ---- programs

// Returns the bytes of a file, followed by a NUL; NULL with an error if it cannot be read.
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

static bool add_shader(GLuint program, GLenum kind, const char *folder, const struct shader *from,
                       char *error)
{
    long size;
    GLint compiled = 0;
    char *text = folder ? read_file(folder, from->file, &size, error) : NULL;
    if (folder && !text)
        return false;
    const GLuint shader = glCreateShader(kind);
    if (folder)
        glShaderSource(shader, 1, (const GLchar *const *) &text, NULL);
    else
        glShaderSource(shader, from->line_count, from->lines, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    const int length = compiled ? 0 : snprintf(error, CHAIN_ERROR_SIZE, "%s: ", from->file);
    if (!compiled)
        glGetShaderInfoLog(shader, CHAIN_ERROR_SIZE - length, NULL, error + length);
    glAttachShader(program, shader);
    glDeleteShader(shader); // the program keeps it until it is deleted
    free(text);
    return compiled;
}

static bool make_program(struct program *program, const struct shader *from, const char *folder,
                         char *error)
{
    GLint linked = 0;
    program->id = glCreateProgram();
    program->computes = from->computes;
    if (from->computes
            ? !add_shader(program->id, GL_COMPUTE_SHADER, folder, from, error)
            : !add_shader(program->id, GL_VERTEX_SHADER, folder, &vertex_shader, error) ||
                  !add_shader(program->id, GL_FRAGMENT_SHADER, folder, from, error))
        return false;
    glLinkProgram(program->id);
    glGetProgramiv(program->id, GL_LINK_STATUS, &linked);
    if (linked && from->computes)
        glGetProgramiv(program->id, GL_COMPUTE_WORK_GROUP_SIZE, program->group_size);
    if (!linked)
        snprintf(error, CHAIN_ERROR_SIZE, "%s does not link", from->file);
    return linked;
}

static void make_samplers(struct gpu *gpu)
{
    static const GLint filters[FILTER_COUNT] = { GL_NEAREST, GL_LINEAR };
    static const GLint edges[EDGE_COUNT] = { GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT,
                                             GL_CLAMP_TO_BORDER, GL_REPEAT };
    static const GLenum sides[3] = { GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R };
    glGenSamplers(FILTER_COUNT * EDGE_COUNT, gpu->samplers[0]);
    for (int filter = 0; filter < FILTER_COUNT; filter++)
        for (int edge = 0; edge < EDGE_COUNT; edge++) {
            const GLuint sampler = gpu->samplers[filter][edge];
            glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filters[filter]);
            glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, filters[filter]);
            for (int i = 0; i < 3; i++)
                glSamplerParameteri(sampler, sides[i], edges[edge]);
        }
}

// ---- textures and buffers of a size

static bool make_data(struct texture *texture, const struct data *from, const char *folder,
                      char *error)
{
    long size = 0;
    const int width = from->width, height = from->height, depth = from->depth;
    const GLenum format = from->format == GL_R32F ? GL_RED : GL_RGBA;
    const long count = (long) width * height * (depth > 0 ? depth : 1);
    char *bytes = folder ? read_file(folder, from->file, &size, error) : NULL;
    bool fits = !folder || (bytes && size == count * (format == GL_RED ? 4 : 16));
    const void *texels = folder ? (const void *) bytes : from->texels;
    if (bytes && !fits)
        snprintf(error, CHAIN_ERROR_SIZE, "%s has another size than chain_shaders.h says",
                 from->file);
    *texture = (struct texture){ .format = (enum texture_format) from->format,
                                 .width = width,
                                 .height = height,
                                 .depth = depth,
                                 .dimensions = from->dimensions };
    fits &= texture_init(texture);
    glBindTexture(targets[texture->dimensions - 1], texture->id);
    if (fits && texture->dimensions == 1)
        glTexSubImage1D(GL_TEXTURE_1D, 0, 0, width, format, GL_FLOAT, texels);
    else if (fits && texture->dimensions == 3)
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, width, height, depth, format, GL_FLOAT, texels);
    else if (fits)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, format, GL_FLOAT, texels);
    free(bytes);
    return fits;
}

// Returns true for a texture that stays between frames and is made again for another size.
static bool is_of_size(int texture)
{
    for (int i = 0; i < DATA_COUNT; i++)
        if (data[i].texture == texture)
            return false;
    return texture != INPUT_TEXTURE; // the caller owns it
}

static void finish_size(struct chain *chain)
{
    for (int i = 0; i < TEXTURE_COUNT; i++)
        if (is_of_size(i))
            texture_finish(&chain->textures[i]);
    for (int i = 0; i < BUFFER_COUNT; i++) {
        glDeleteBuffers(1, &chain->buffers[i].id);
        chain->buffers[i] = (struct buffer){ 0 };
    }
    texture_pool_finish(&chain->gpu.pool);
}

// Creates everything that depends on the size, by a run without passes.
static bool make_size(struct chain *chain, char *error)
{
    chain->textures[INPUT_TEXTURE] =
        (struct texture){ .format = (enum texture_format) CHAIN_INPUT_FORMAT,
                          .width = chain->width,
                          .height = chain->height,
                          .dimensions = 2 };
    chain->gpu.is_dry = true;
    run_chain(&chain->gpu, chain->textures, chain->buffers, chain->values, chain->width,
              chain->height, 0, true);
    chain->gpu.is_dry = false;
    chain->has_run = false;
    if (chain->gpu.pool.is_full)
        snprintf(error, CHAIN_ERROR_SIZE, "this GPU has no memory for a picture of %dx%d",
                 chain->width, chain->height);
    return !chain->gpu.pool.is_full;
}

static bool check_size(int width, int height, char *error)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    const bool fits = width >= CHAIN_MIN_WIDTH && width <= CHAIN_MAX_WIDTH &&
                      height >= CHAIN_MIN_HEIGHT && height <= CHAIN_MAX_HEIGHT;
    if (!fits)
        snprintf(error, CHAIN_ERROR_SIZE, "this chain is for pictures of %dx%d to %dx%d",
                 CHAIN_MIN_WIDTH, CHAIN_MIN_HEIGHT, CHAIN_MAX_WIDTH, CHAIN_MAX_HEIGHT);
    else if (width > most || height > most)
        snprintf(error, CHAIN_ERROR_SIZE,
                 "a picture of %dx%d needs a texture of that size, and this GPU has %d at most",
                 width, height, most);
    return fits && width <= most && height <= most;
}

// Sets the size, and with it the lengths that are shares of the height.
static void set_size(struct chain *chain, int width, int height)
{
    chain->width = width;
    chain->height = height;
    for (int i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        const bool is_share = param->per_cent > 0 && height != CHAIN_HEIGHT;
        if (chain->is_set[i])
            continue;
        for (int k = 0; k < 3; k++)
            chain->values[i][k] = param->value[k];
        if (is_share)
            chain->values[i][0] = param->per_cent * (float) height / 100;
    }
}

// ---- a chain

struct chain *chain_create(const char *folder, int width, int height, char error[CHAIN_ERROR_SIZE])
{
    if (!check_size(width, height, error))
        return NULL;
    struct chain *chain = calloc(1, sizeof(*chain));
    snprintf(error, CHAIN_ERROR_SIZE, "no memory");
    if (!chain)
        return NULL;
    chain_save(chain);
    set_defaults(&chain->state);
    set_size(chain, width, height);
    glGenVertexArrays(1, &chain->gpu.vertex_array);
    make_samplers(&chain->gpu);
    bool done = true;
    for (int i = 0; i < PROGRAM_COUNT && done; i++)
        done = make_program(&chain->gpu.programs[i], &shaders[i], folder, error);
    done = done && make_size(chain, error);
    for (int i = 0; i < DATA_COUNT && done; i++)
        done = make_data(&chain->textures[data[i].texture], &data[i], folder, error);
    chain_restore(chain);
    if (done)
        return chain;
    chain_destroy(chain);
    return NULL;
}

bool chain_resize(struct chain *chain, int width, int height, char error[CHAIN_ERROR_SIZE])
{
    if (!check_size(width, height, error))
        return false;
    struct state host;  // apart from chain->state, since the host may call this after chain_save
    finish_size(chain); // before save, so that no texture is bound again that has been deleted
    save(&host);
    set_defaults(&host);
    set_size(chain, width, height);
    const bool done = make_size(chain, error);
    restore(&host);
    return done;
}

void chain_destroy(struct chain *chain)
{
    if (!chain)
        return;
    finish_size(chain);
    for (int i = 0; i < DATA_COUNT; i++)
        texture_finish(&chain->textures[data[i].texture]);
    for (int i = 0; i < PROGRAM_COUNT; i++)
        glDeleteProgram(chain->gpu.programs[i].id);
    glDeleteSamplers(FILTER_COUNT * EDGE_COUNT, chain->gpu.samplers[0]);
    glDeleteVertexArrays(1, &chain->gpu.vertex_array);
    free(chain);
}

unsigned chain_run(struct chain *chain, unsigned input, int framebuffer, int frame)
{
    const struct texture *output = &chain->textures[OUTPUT_TEXTURE];
    struct gpu *gpu = &chain->gpu;
    set_defaults(&chain->state);
    glBindVertexArray(gpu->vertex_array);
    chain->textures[INPUT_TEXTURE].id = input;
    run_chain(gpu, chain->textures, chain->buffers, chain->values, chain->width, chain->height,
              frame, !chain->has_run);
    chain->has_run = true;
    wait_for(gpu, BARRIER_SAMPLE, output->stored);
    wait_for(gpu, BARRIER_FRAMEBUFFER, output->stored);
    wait_for(gpu, BARRIER_COPY, output->stored);
    if (framebuffer != CHAIN_NO_FRAMEBUFFER) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, output->framebuffer);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint) framebuffer);
        glBlitFramebuffer(0, 0, chain->width, chain->height, 0, 0, chain->width, chain->height,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    return gpu->pool.is_full ? 0 : output->id;
}

void chain_save(struct chain *chain)
{
    save(&chain->state);
}

void chain_restore(const struct chain *chain)
{
    restore(&chain->state);
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
    bool fits = i < PARAM_COUNT;
    for (int k = 0; k < 3 && i < PARAM_COUNT; k++) {
        const float value = params[i].is_whole ? roundf(values[k]) : values[k];
        chain->values[i][k] = fminf(fmaxf(value, params[i].least), params[i].most);
        fits &= chain->values[i][k] == values[k] || k >= params[i].components;
    }
    chain->is_set[i] = true;
    return fits;
}

bool chain_get(const struct chain *chain, const char *name, float value[3])
{
    const int i = find_param(name);
    for (int k = 0; k < 3; k++)
        value[k] = i < PARAM_COUNT ? chain->values[i][k] : 0;
    return i < PARAM_COUNT;
}

bool chain_range(const char *name, float *least, float *most)
{
    const int i = find_param(name);
    *least = i < PARAM_COUNT ? params[i].least : 0;
    *most = i < PARAM_COUNT ? params[i].most : 0;
    return i < PARAM_COUNT;
}
