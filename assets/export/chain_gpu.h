#pragma once

// SPDX-License-Identifier: MIT-0
//
// Programs, a pool of textures, and pass_run, which binds what a pass names, sets the barriers that
// it needs, and draws or dispatches. chain_passes.h calls these functions.

enum filter { FILTER_NEAREST, FILTER_LINEAR, FILTER_COUNT };
enum edge { EDGE_CLAMP, EDGE_MIRROR, EDGE_ZERO, EDGE_REPEAT, EDGE_COUNT };

enum texture_format {
    FORMAT_RGBA16F = GL_RGBA16F,
    FORMAT_R11F_G11F_B10F = GL_R11F_G11F_B10F,
    FORMAT_RGBA8 = GL_RGBA8,
    FORMAT_RGBA32F = GL_RGBA32F,
    FORMAT_RGBA16 = GL_RGBA16,
    FORMAT_R32F = GL_R32F,
    FORMAT_R32UI = GL_R32UI,
    FORMAT_R32I = GL_R32I,
    FORMAT_R8 = GL_R8,
    FORMAT_RG8 = GL_RG8,
    FORMAT_R16 = GL_R16,
    FORMAT_RG16 = GL_RG16,
    FORMAT_R16F = GL_R16F,
    FORMAT_RG16F = GL_RG16F,
    FORMAT_RG32F = GL_RG32F,
};

struct texture {
    GLuint id, framebuffer;
    enum texture_format format;
    int width, height, dimensions, depth;
    bool is_used; // in the pool: its contents are needed
    // Numbers of the passes that last stored to it as an image, and that read it.
    unsigned long stored, sampled;
};

struct buffer {
    GLuint id;
    long size; // bytes
    unsigned long stored;
};

enum { POOL_SIZE = 256 };

struct texture_pool {
    int count;
    bool is_full; // a texture or a buffer could not be created
    struct texture *items[POOL_SIZE];
};

struct program {
    GLuint id;
    bool computes;
    GLint group_size[3];
    int uniform_count;
    const char *uniforms[UNIFORM_MAX]; // names whose locations are known
    GLint locations[UNIFORM_MAX];
};

// Kinds of access that need a barrier after a shader's stores.
enum barrier_use {
    BARRIER_SAMPLE,
    BARRIER_IMAGE,
    BARRIER_FRAMEBUFFER,
    BARRIER_BUFFER,
    BARRIER_COPY,
    BARRIER_COUNT
};

struct gpu {
    struct texture_pool pool;
    struct program programs[PROGRAM_COUNT];
    GLuint samplers[FILTER_COUNT][EDGE_COUNT], vertex_array;
    unsigned long serial;                  // number of the last pass
    unsigned long barriers[BARRIER_COUNT]; // number of the last pass before the last such barrier
    bool is_dry;                           // passes do not run: textures and buffers are made
};

// ---- the values of uniforms

struct uniform {
    const char *name; // NULL: none
    enum uniform_type {
        UNIFORM_INT,
        UNIFORM_FLOAT,
        UNIFORM_VEC2,
        UNIFORM_VEC3,
        UNIFORM_VEC4,
        UNIFORM_MAT4,
        UNIFORM_FLOAT_ARRAY,
        UNIFORM_VEC4_ARRAY
    } type;
    int count; // elements of an array
    int i;
    float f[4];
    const float *array;
};

#define U_VALUE(NAME, TYPE, ...)  ((struct uniform){ .name = (NAME), .type = (TYPE), __VA_ARGS__ })
#define U_INT(NAME, x)            U_VALUE(NAME, UNIFORM_INT, .i = (x))
#define U_FLOAT(NAME, x)          U_VALUE(NAME, UNIFORM_FLOAT, .f = { (x) })
#define U_VEC2(NAME, x, y)        U_VALUE(NAME, UNIFORM_VEC2, .f = { (x), (y) })
#define U_VEC3(NAME, x, y, z)     U_VALUE(NAME, UNIFORM_VEC3, .f = { (x), (y), (z) })
#define U_VEC4(NAME, x, y, z, w)  U_VALUE(NAME, UNIFORM_VEC4, .f = { (x), (y), (z), (w) })
#define U_MAT4(NAME, p)           U_VALUE(NAME, UNIFORM_MAT4, .count = 1, .array = (p))
#define U_FLOAT_ARRAY(NAME, n, p) U_VALUE(NAME, UNIFORM_FLOAT_ARRAY, .count = (n), .array = (p))
#define U_VEC4_ARRAY(NAME, n, p)  U_VALUE(NAME, UNIFORM_VEC4_ARRAY, .count = (n), .array = (p))

// ---- a pass

struct pass_input {
    const struct texture *texture;
    enum filter filter;
    enum edge edge;
};

struct pass_image {
    const struct texture *texture; // only read; NULL for a target
    struct texture *target;        // read and written
    bool words;                    // RGBA16F as rg32ui
};

struct pass {
    const char *label, *verb; // name of the pass, for people
    const struct program *program;
    struct pass_input inputs[UNIT_COUNT];  // samplers, by their binding
    struct texture *output;                // location 0 of a fragment shader, or image binding 0
    struct pass_image images[IMAGE_COUNT]; // image bindings 1, 2, ...
    struct buffer *buffers[BUFFER_BINDING_COUNT];
    struct uniform uniforms[UNIFORM_MAX];
    int groups[3]; // {0}: one invocation per texel of the output
    struct {
        int x, y, width, height;
    } area; // of a draw; zero: the whole output
};

// ---- textures

static const GLenum targets[3] = { GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D };

static inline bool texture_init(struct texture *texture)
{
    const GLenum target = targets[texture->dimensions - 1], format = texture->format;
    GLint width = 0;
    glGenTextures(1, &texture->id);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(target, texture->id);
    if (texture->dimensions == 1)
        glTexStorage1D(target, 1, format, texture->width);
    else if (texture->dimensions == 3)
        glTexStorage3D(target, 1, format, texture->width, texture->height, texture->depth);
    else
        glTexStorage2D(target, 1, format, texture->width, texture->height);
    glGetTexLevelParameteriv(target, 0, GL_TEXTURE_WIDTH, &width);
    if (width != texture->width || texture->dimensions != 2)
        return width == texture->width;
    glGenFramebuffers(1, &texture->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, texture->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture->id, 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static inline void texture_finish(struct texture *texture)
{
    glDeleteTextures(1, &texture->id);
    glDeleteFramebuffers(1, &texture->framebuffer);
    texture->id = texture->framebuffer = 0;
}

// Returns a texture with undefined contents, which stays the pool's. Release it after its last use.
static inline struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                                   enum texture_format format)
{
    static struct texture none;
    for (int i = 0; i < pool->count; i++) {
        struct texture *texture = pool->items[i];
        if (!texture->is_used && texture->width == width && texture->height == height &&
            texture->format == format) {
            texture->is_used = true;
            return texture;
        }
    }
    struct texture *texture = pool->count < POOL_SIZE ? calloc(1, sizeof(*texture)) : NULL;
    if (!texture) {
        pool->is_full = true;
        return &none;
    }
    *texture = (struct texture){
        .format = format, .width = width, .height = height, .dimensions = 2, .is_used = true
    };
    pool->is_full |= !texture_init(texture);
    pool->items[pool->count++] = texture;
    return texture;
}

static inline void texture_pool_release(struct texture_pool *pool, const struct texture *texture)
{
    for (int i = 0; i < pool->count; i++)
        if (pool->items[i] == texture)
            pool->items[i]->is_used = false;
}

static inline void texture_pool_finish(struct texture_pool *pool)
{
    for (int i = 0; i < pool->count; i++) {
        texture_finish(pool->items[i]);
        free(pool->items[i]);
    }
    *pool = (struct texture_pool){ 0 };
}

// ---- what stays between frames

// Makes a texture, unless it exists.
static inline struct texture *texture_keep(struct gpu *gpu, struct texture *texture, int width,
                                           int height, enum texture_format format)
{
    if (texture->id != 0)
        return texture;
    *texture =
        (struct texture){ .format = format, .width = width, .height = height, .dimensions = 2 };
    gpu->pool.is_full |= !texture_init(texture);
    return texture;
}

// Makes a buffer of zeros, unless it exists.
static inline void buffer_keep(struct gpu *gpu, struct buffer *buffer, long size)
{
    GLint64 made = 0;
    if (buffer->id != 0)
        return;
    buffer->size = size;
    glGenBuffers(1, &buffer->id);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    glGetBufferParameteri64v(GL_SHADER_STORAGE_BUFFER, GL_BUFFER_SIZE, &made);
    gpu->pool.is_full |= made != size;
    if (made == size)
        glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                          NULL);
}

// ---- barriers

// Waits for the stores of pass number `stored` and of all passes before it.
static inline void wait_for(struct gpu *gpu, enum barrier_use use, unsigned long stored)
{
    static const GLbitfield bits[BARRIER_COUNT] = {
        GL_TEXTURE_FETCH_BARRIER_BIT, GL_SHADER_IMAGE_ACCESS_BARRIER_BIT,
        GL_FRAMEBUFFER_BARRIER_BIT, GL_SHADER_STORAGE_BARRIER_BIT,
        GL_TEXTURE_UPDATE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT
    };
    if (stored <= gpu->barriers[use])
        return;
    glMemoryBarrier(bits[use]);
    gpu->barriers[use] = gpu->serial;
}

static inline void begin_input(struct gpu *gpu, const struct texture *texture)
{
    wait_for(gpu, BARRIER_SAMPLE, texture->stored);
    ((struct texture *) texture)->sampled = gpu->serial + 1;
}

// Shaders store to an image after earlier passes have read it; any barrier since then is enough.
static inline void begin_image(struct gpu *gpu, struct texture *texture, bool is_written)
{
    unsigned long last = 0;
    for (int i = 0; i < BARRIER_COUNT; i++)
        last = gpu->barriers[i] > last ? gpu->barriers[i] : last;
    wait_for(gpu, BARRIER_IMAGE, texture->stored);
    if (is_written && texture->sampled > last)
        wait_for(gpu, BARRIER_IMAGE, texture->sampled);
    *(is_written ? &texture->stored : &texture->sampled) = gpu->serial + 1;
}

// ---- running

static inline GLint find_uniform(struct program *program, const char *name)
{
    int i = 0;
    while (i < program->uniform_count && strcmp(program->uniforms[i], name) != 0)
        i++;
    if (i == UNIFORM_MAX)
        return glGetUniformLocation(program->id, name);
    if (i == program->uniform_count) {
        program->uniforms[i] = name;
        program->locations[i] = glGetUniformLocation(program->id, name);
        program->uniform_count++;
    }
    return program->locations[i];
}

static inline void set_uniform(GLint location, const struct uniform *uniform)
{
    switch (uniform->type) {
    case UNIFORM_INT:
        glUniform1i(location, uniform->i);
        break;
    case UNIFORM_FLOAT:
        glUniform1fv(location, 1, uniform->f);
        break;
    case UNIFORM_VEC2:
        glUniform2fv(location, 1, uniform->f);
        break;
    case UNIFORM_VEC3:
        glUniform3fv(location, 1, uniform->f);
        break;
    case UNIFORM_VEC4:
        glUniform4fv(location, 1, uniform->f);
        break;
    case UNIFORM_MAT4:
        glUniformMatrix4fv(location, 1, GL_FALSE, uniform->array);
        break;
    case UNIFORM_FLOAT_ARRAY:
        glUniform1fv(location, uniform->count, uniform->array);
        break;
    case UNIFORM_VEC4_ARRAY:
        glUniform4fv(location, uniform->count, uniform->array);
        break;
    }
}

static inline void bind_image(GLuint unit, const struct texture *texture, GLenum access, bool words)
{
    glBindImageTexture(unit, texture->id, 0, texture->dimensions == 3, 0, access,
                       words ? GL_RG32UI : (GLenum) texture->format);
}

static inline void bind_all(struct gpu *gpu, const struct pass *pass)
{
    for (GLuint i = 0; i < UNIT_COUNT; i++) {
        const struct pass_input *input = &pass->inputs[i];
        if (!input->texture)
            continue;
        begin_input(gpu, input->texture);
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(targets[input->texture->dimensions - 1], input->texture->id);
        glBindSampler(i, gpu->samplers[input->filter][input->edge]);
    }
    for (GLuint i = 0; i < IMAGE_COUNT; i++) {
        const struct pass_image *image = &pass->images[i];
        struct texture *texture = image->target ? image->target : (struct texture *) image->texture;
        if (!texture)
            continue;
        begin_image(gpu, texture, image->target != NULL);
        bind_image(i + 1, texture, image->target ? GL_READ_WRITE : GL_READ_ONLY, image->words);
    }
    for (GLuint i = 0; i < BUFFER_BINDING_COUNT; i++) {
        if (!pass->buffers[i])
            continue;
        wait_for(gpu, BARRIER_BUFFER, pass->buffers[i]->stored);
        pass->buffers[i]->stored = gpu->serial + 1;
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, pass->buffers[i]->id);
    }
}

static inline void pass_run(struct gpu *gpu, const struct pass *pass)
{
    struct program *program = (struct program *) pass->program;
    struct texture *output = pass->output;
    if (gpu->is_dry)
        return;
    glUseProgram(program->id);
    bind_all(gpu, pass);
    for (int i = 0; i < UNIFORM_MAX && pass->uniforms[i].name; i++)
        set_uniform(find_uniform(program, pass->uniforms[i].name), &pass->uniforms[i]);
    if (program->computes) {
        int groups[3] = { pass->groups[0], pass->groups[1], pass->groups[2] };
        if (output) {
            begin_image(gpu, output, true);
            bind_image(0, output, GL_WRITE_ONLY, false);
        }
        if (groups[0] == 0) {
            groups[0] = (output->width + program->group_size[0] - 1) / program->group_size[0];
            groups[1] = (output->height + program->group_size[1] - 1) / program->group_size[1];
        }
        glDispatchCompute((GLuint) groups[0], (GLuint) (groups[1] > 0 ? groups[1] : 1),
                          (GLuint) (groups[2] > 0 ? groups[2] : 1));
    } else {
        const bool is_whole = pass->area.width == 0;
        wait_for(gpu, BARRIER_FRAMEBUFFER, output->stored);
        output->stored = 0;
        glBindFramebuffer(GL_FRAMEBUFFER, output->framebuffer);
        glViewportIndexedf(0, (GLfloat) pass->area.x, (GLfloat) pass->area.y,
                           (GLfloat) (is_whole ? output->width : pass->area.width),
                           (GLfloat) (is_whole ? output->height : pass->area.height));
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    gpu->serial++;
}

// ---- copies

static inline void copy(struct gpu *gpu, const struct texture *from, struct texture *to)
{
    if (gpu->is_dry)
        return;
    wait_for(gpu, BARRIER_COPY, from->stored);
    wait_for(gpu, BARRIER_COPY, to->stored);
    glCopyImageSubData(from->id, GL_TEXTURE_2D, 0, 0, 0, 0, to->id, GL_TEXTURE_2D, 0, 0, 0, 0,
                       to->width, to->height, 1);
}

// Sets all bytes of a buffer to 0.
static inline void clear(struct gpu *gpu, struct buffer *buffer)
{
    if (gpu->is_dry)
        return;
    wait_for(gpu, BARRIER_COPY, buffer->stored);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
}

static inline void pass_add_uniform(struct pass *pass, struct uniform uniform)
{
    int i = 0;
    while (pass->uniforms[i].name)
        i++;
    pass->uniforms[i] = uniform;
}

// Returns the value of a table, whose places are values of a parameter, between two of them.
static inline float table_at(float value, const float places[], const float table[])
{
    int i = 0;
    while (i + 2 < TABLE_SIZE && value >= places[i + 1])
        i++;
    const float share = (value - places[i]) / (places[i + 1] - places[i]);
    return share <= 0   ? table[i]
           : share >= 1 ? table[i + 1]
                        : table[i] + share * (table[i + 1] - table[i]);
}

// ---- steps whose passes depend on the size and the parameters (chain_passes.h)

struct length {
    float value;
    bool of_height; // per cent of the picture's height; otherwise pixels
};

struct effect_site {
    const void *params;         // of the effect, such as struct dual_params
    int width, height;          // of the picture
    enum texture_format format; // of the images between the passes
    enum edge edge;
};

struct effect_call {
    struct effect_site site;
    struct gpu *gpu;
    const struct program *const *programs;
    const struct texture *input;
    struct texture *output;
};

static inline float length_pixels(struct length length, int height)
{
    return length.of_height ? length.value * (float) height / 100 : length.value;
}

static inline enum edge effect_edge(const struct effect_site *site)
{
    return site->edge;
}

static inline int effect_picture_height(const struct effect_site *site)
{
    return site->height;
}

// Runs a step; one without passes, such as a blur with sigma 0, copies its input.
static inline void call_step(void (*run)(const struct effect_call *),
                             const struct effect_call *call)
{
    const unsigned long before = call->gpu->serial;
    run(call);
    if (call->gpu->serial == before)
        copy(call->gpu, call->input, call->output);
}
