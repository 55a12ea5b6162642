// SPDX-License-Identifier: MIT-0
//
// Runs the passes that chain_data.h lists.

#include "halation_chain.h"

#include "chain_gl.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A whole number that follows the picture's size: step * floor((per * side + add) / by) + plus, or
// `add`.
struct form {
    enum side { FIXED, WIDTH, HEIGHT } side;
    int per, add, by, step, plus;
};

// A number of a uniform, and where it comes from.
struct number {
    enum source { CONSTANT, SIZE, INVERSE, FRAME, PARAM, POWER, TABLE } source;
    float value;
    struct form form;
    int param, component;
    const float *table; // at the parameter's knots
};

struct uniform {
    int location, count;
    enum type { INT, FLOAT, VEC2, VEC3, VEC4, MAT4 } type;
    const struct number *numbers;
};

struct texture {
    const char *file; // of its texels; NULL: passes write them
    GLenum format;
    struct form width, height;
    int dimensions, depth, levels;
};

struct binding {
    int unit, thing; // a texture or buffer
    GLenum format;   // of an image
    GLenum access;   // of an image, or the filter of a sampler
    GLenum edge;     // of a sampler
};

struct pass {
    enum kind { DRAW, DISPATCH, MIPS, CLEAR } kind;
    int shader, input_count, image_count, buffer_count, output, uniform_count;
    const struct binding *inputs, *images, *buffers;
    const struct uniform *uniforms;
    struct form area[4], groups[3];
    GLbitfield barriers; // before it
    bool is_once;        // for all frames
};

struct shader {
    const char *file;
    bool computes;
};

struct buffer {
    long unit; // bytes: unit * rows * columns
    struct form rows, columns;
};

struct param {
    const char *name;
    float value[3], per_cent, least,
        most; // per cent of the picture's height; 0: pixels or no length
    int knot_count;
    const float *knots;
};

#include "chain_data.h" // shaders, textures, buffers, params, passes

struct chain {
    int width, height;
    bool has_run;
    float values[PARAM_COUNT + 1][3];
    GLuint programs[SHADER_COUNT], textures[TEXTURE_COUNT], framebuffers[TEXTURE_COUNT];
    GLuint buffers[BUFFER_COUNT + 1], samplers[3][4], vertex_array;
};

// ---- state

// All that the functions touch beside objects of their own.
struct state {
    GLint values[9], viewport[4], textures[UNIT_COUNT][3], samplers[UNIT_COUNT];
    GLint images[IMAGE_COUNT][6], buffers[BINDING_COUNT];
    GLint64 starts[BINDING_COUNT], sizes[BINDING_COUNT];
    GLboolean mask[4], enabled[8];
};

static const GLenum numbers[9] = { GL_CURRENT_PROGRAM,
                                   GL_VERTEX_ARRAY_BINDING,
                                   GL_DRAW_FRAMEBUFFER_BINDING,
                                   GL_READ_FRAMEBUFFER_BINDING,
                                   GL_ACTIVE_TEXTURE,
                                   GL_UNPACK_ALIGNMENT,
                                   GL_PIXEL_UNPACK_BUFFER_BINDING,
                                   GL_SHADER_STORAGE_BUFFER_BINDING,
                                   GL_POLYGON_MODE };
static const GLenum switches[8] = { GL_BLEND,          GL_DEPTH_TEST,        GL_CULL_FACE,
                                    GL_SCISSOR_TEST,   GL_STENCIL_TEST,      GL_FRAMEBUFFER_SRGB,
                                    GL_COLOR_LOGIC_OP, GL_RASTERIZER_DISCARD };
static const GLenum targets[3] = { GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D };

static void save(struct state *state)
{
    static const GLenum bindings[3] = { GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D,
                                        GL_TEXTURE_BINDING_3D };
    static const GLenum of_image[6] = { GL_IMAGE_BINDING_NAME,    GL_IMAGE_BINDING_LEVEL,
                                        GL_IMAGE_BINDING_LAYERED, GL_IMAGE_BINDING_LAYER,
                                        GL_IMAGE_BINDING_ACCESS,  GL_IMAGE_BINDING_FORMAT };
    for (int i = 0; i < 9; i++) {
        GLint both[2]; // some drivers give two polygon modes
        glGetIntegerv(numbers[i], both);
        state->values[i] = both[0];
    }
    glGetIntegerv(GL_VIEWPORT, state->viewport);
    glGetBooleanv(GL_COLOR_WRITEMASK, state->mask);
    for (int i = 0; i < 8; i++)
        state->enabled[i] = glIsEnabled(switches[i]);
    for (int i = 0; i < UNIT_COUNT; i++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum) i);
        for (int k = 0; k < 3; k++)
            glGetIntegerv(bindings[k], &state->textures[i][k]);
        glGetIntegerv(GL_SAMPLER_BINDING, &state->samplers[i]);
    }
    for (GLuint i = 0; i < IMAGE_COUNT; i++)
        for (int k = 0; k < 6; k++)
            glGetIntegeri_v(of_image[k], i, &state->images[i][k]);
    for (GLuint i = 0; i < BINDING_COUNT; i++) {
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &state->buffers[i]);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &state->starts[i]);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &state->sizes[i]);
    }
}

static void restore_bindings(const struct state *state)
{
    for (GLuint i = 0; i < BINDING_COUNT; i++)
        if (state->sizes[i] > 0)
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, (GLuint) state->buffers[i],
                              (GLintptr) state->starts[i], (GLsizeiptr) state->sizes[i]);
        else
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, (GLuint) state->buffers[i]);
    for (GLuint i = 0; i < IMAGE_COUNT; i++) {
        const GLint *image = state->images[i];
        glBindImageTexture(i, (GLuint) image[0], image[1], (GLboolean) image[2], image[3],
                           (GLenum) image[4], (GLenum) image[5]);
    }
    for (GLuint i = 0; i < UNIT_COUNT; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        for (int k = 0; k < 3; k++)
            glBindTexture(targets[k], (GLuint) state->textures[i][k]);
        glBindSampler(i, (GLuint) state->samplers[i]);
    }
}

static void restore(const struct state *state)
{
    const GLint *is = state->values;
    restore_bindings(state);
    for (int i = 0; i < 8; i++)
        (state->enabled[i] ? glEnable : glDisable)(switches[i]);
    glColorMask(state->mask[0], state->mask[1], state->mask[2], state->mask[3]);
    glViewport(state->viewport[0], state->viewport[1], state->viewport[2], state->viewport[3]);
    glPolygonMode(GL_FRONT_AND_BACK, (GLenum) is[8]);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, (GLuint) is[7]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint) is[6]);
    glPixelStorei(GL_UNPACK_ALIGNMENT, is[5]);
    glActiveTexture((GLenum) is[4]);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint) is[3]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint) is[2]);
    glBindVertexArray((GLuint) is[1]);
    glUseProgram((GLuint) is[0]);
}

// ---- files

// The bytes of a file of the folder, with a NUL behind them; NULL with an error where there is
// none.
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
    if (!compiled) {
        const int length = snprintf(error, CHAIN_ERROR_SIZE, "%s: ", name);
        glGetShaderInfoLog(shader, CHAIN_ERROR_SIZE - length, NULL, error + length);
    }
    glAttachShader(program, shader);
    glDeleteShader(shader); // once the program goes
    free(text);
    return compiled;
}

static bool make_program(GLuint *program, const struct shader *shader, const char *folder,
                         char *error)
{
    GLint linked = 0;
    *program = glCreateProgram();
    if (!shader->computes && !add_shader(*program, GL_VERTEX_SHADER, folder, "chain.vert", error))
        return false;
    if (!add_shader(*program, shader->computes ? GL_COMPUTE_SHADER : GL_FRAGMENT_SHADER, folder,
                    shader->file, error))
        return false;
    glLinkProgram(*program);
    glGetProgramiv(*program, GL_LINK_STATUS, &linked);
    if (!linked)
        snprintf(error, CHAIN_ERROR_SIZE, "%s does not link", shader->file);
    return linked;
}

// ---- textures

static int form_at(const struct chain *chain, const struct form *form)
{
    const long side = form->side == WIDTH ? chain->width : chain->height;
    const long sum = form->per * side + form->add;
    if (form->side == FIXED)
        return form->add;
    return form->step * (int) (sum >= 0 ? sum / form->by : -((form->by - 1 - sum) / form->by)) +
           form->plus;
}

static bool fill_texture(const struct texture *from, const char *folder, char *error)
{
    long size;
    const int width = from->width.add, height = from->height.add; // they are fixed
    const GLenum format = from->format == GL_R32F ? GL_RED : GL_RGBA;
    const long depth = from->depth > 0 ? from->depth : 1;
    char *texels = read_file(folder, from->file, &size, error);
    const bool fits = texels && size == 4 * (format == GL_RED ? 1 : 4) * depth * width * height;
    if (texels && !fits)
        snprintf(error, CHAIN_ERROR_SIZE, "%s has another size than chain_data.h says", from->file);
    if (fits && from->dimensions == 1)
        glTexSubImage1D(GL_TEXTURE_1D, 0, 0, width, format, GL_FLOAT, texels);
    else if (fits && from->dimensions == 3)
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, width, height, (GLsizei) depth, format, GL_FLOAT,
                        texels);
    else if (fits)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, format, GL_FLOAT, texels);
    free(texels);
    return fits;
}

static bool make_texture(struct chain *chain, int i, const char *folder, char *error)
{
    const struct texture *from = &textures[i];
    const GLenum target = targets[from->dimensions - 1];
    const int width = form_at(chain, &from->width), height = form_at(chain, &from->height);
    if (i == INPUT_TEXTURE)
        return true;
    glGenTextures(1, &chain->textures[i]);
    glBindTexture(target, chain->textures[i]);
    if (from->dimensions == 1)
        glTexStorage1D(target, 1, from->format, width);
    else if (from->dimensions == 3)
        glTexStorage3D(target, 1, from->format, width, height, from->depth);
    else
        glTexStorage2D(target, from->levels, from->format, width, height);
    if (from->file)
        return fill_texture(from, folder, error);
    glGenFramebuffers(1, &chain->framebuffers[i]);
    glBindFramebuffer(GL_FRAMEBUFFER, chain->framebuffers[i]);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, chain->textures[i], 0);
    return true;
}

static GLuint sampler_of(struct chain *chain, GLenum filter, GLenum edge)
{
    const int f = filter == GL_NEAREST ? 0 : filter == GL_LINEAR ? 1 : 2;
    const int e = edge == GL_CLAMP_TO_EDGE     ? 0
                  : edge == GL_MIRRORED_REPEAT ? 1
                  : edge == GL_REPEAT          ? 2
                                               : 3;
    GLuint *sampler = &chain->samplers[f][e];
    if (*sampler)
        return *sampler;
    glGenSamplers(1, sampler);
    glSamplerParameteri(*sampler, GL_TEXTURE_MIN_FILTER, (GLint) filter);
    glSamplerParameteri(*sampler, GL_TEXTURE_MAG_FILTER, f == 0 ? GL_NEAREST : GL_LINEAR);
    glSamplerParameteri(*sampler, GL_TEXTURE_WRAP_S, (GLint) edge);
    glSamplerParameteri(*sampler, GL_TEXTURE_WRAP_T, (GLint) edge);
    glSamplerParameteri(*sampler, GL_TEXTURE_WRAP_R, (GLint) edge);
    return *sampler;
}

// ---- uniforms

static float between_knots(const struct param *param, const float *table, float value)
{
    int i = 0;
    while (i + 2 < param->knot_count && value >= param->knots[i + 1])
        i++;
    const float share = (value - param->knots[i]) / (param->knots[i + 1] - param->knots[i]);
    return share <= 0   ? table[i]
           : share >= 1 ? table[i + 1]
                        : table[i] + share * (table[i + 1] - table[i]);
}

static float number_at(const struct chain *chain, const struct number *number, int frame)
{
    const float value = chain->values[number->param][number->component];
    switch (number->source) {
    case CONSTANT:
        break;
    case SIZE:
        return (float) form_at(chain, &number->form);
    case INVERSE:
        return 1.0f / (float) form_at(chain, &number->form);
    case FRAME:
        return (float) frame;
    case PARAM:
        return value;
    case POWER:
        return exp2f(value);
    case TABLE:
        return between_knots(&params[number->param], number->table, value);
    }
    return number->value;
}

static void set_uniform(const struct chain *chain, GLuint program, const struct uniform *uniform,
                        int frame)
{
    enum { MOST_NUMBERS = 1024 };
    static const int components[] = { 1, 1, 2, 3, 4, 16 };
    const int location = uniform->location, count = uniform->count;
    float v[MOST_NUMBERS];
    for (int i = 0; i < count * components[uniform->type]; i++)
        v[i] = number_at(chain, &uniform->numbers[i], frame);
    switch (uniform->type) {
    case INT:
        glProgramUniform1i(program, location,
                           uniform->numbers[0].source == FRAME ? frame : (int) v[0]);
        break;
    case FLOAT:
        glProgramUniform1fv(program, location, count, v);
        break;
    case VEC2:
        glProgramUniform2fv(program, location, count, v);
        break;
    case VEC3:
        glProgramUniform3fv(program, location, count, v);
        break;
    case VEC4:
        glProgramUniform4fv(program, location, count, v);
        break;
    case MAT4:
        glProgramUniformMatrix4fv(program, location, count, GL_FALSE, v);
        break;
    }
}

// ---- passes

static void bind_all(struct chain *chain, const struct pass *pass)
{
    for (int i = 0; i < pass->input_count; i++) {
        const struct binding *input = &pass->inputs[i];
        glActiveTexture(GL_TEXTURE0 + (GLenum) input->unit);
        glBindTexture(targets[textures[input->thing].dimensions - 1],
                      chain->textures[input->thing]);
        glBindSampler((GLuint) input->unit, sampler_of(chain, input->access, input->edge));
    }
    for (int i = 0; i < pass->image_count; i++) {
        const struct binding *image = &pass->images[i];
        const GLboolean has_layers = textures[image->thing].dimensions == 3;
        glBindImageTexture((GLuint) image->unit, chain->textures[image->thing], 0, has_layers, 0,
                           image->access, image->format);
    }
    for (int i = 0; i < pass->buffer_count; i++)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, (GLuint) pass->buffers[i].unit,
                         chain->buffers[pass->buffers[i].thing]);
}

static void make_mips(const struct chain *chain, const struct pass *pass)
{
    const struct texture *to = &textures[pass->output];
    glCopyImageSubData(chain->textures[pass->inputs[0].thing], GL_TEXTURE_2D, 0, 0, 0, 0,
                       chain->textures[pass->output], GL_TEXTURE_2D, 0, 0, 0, 0,
                       form_at(chain, &to->width), form_at(chain, &to->height), 1);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, chain->textures[pass->output]);
    glGenerateMipmap(GL_TEXTURE_2D);
}

static void run_program(struct chain *chain, const struct pass *pass, int frame)
{
    const GLuint program = chain->programs[pass->shader];
    glUseProgram(program);
    for (int i = 0; i < pass->uniform_count; i++)
        set_uniform(chain, program, &pass->uniforms[i], frame);
    bind_all(chain, pass);
    if (pass->kind == DISPATCH) {
        glDispatchCompute((GLuint) form_at(chain, &pass->groups[0]),
                          (GLuint) form_at(chain, &pass->groups[1]),
                          (GLuint) form_at(chain, &pass->groups[2]));
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, chain->framebuffers[pass->output]);
    glViewport(form_at(chain, &pass->area[0]), form_at(chain, &pass->area[1]),
               form_at(chain, &pass->area[2]), form_at(chain, &pass->area[3]));
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void run_pass(struct chain *chain, const struct pass *pass, int frame)
{
    if (pass->barriers)
        glMemoryBarrier(pass->barriers);
    if (pass->kind == MIPS) {
        make_mips(chain, pass);
    } else if (pass->kind == CLEAR) {
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, chain->buffers[pass->buffers[0].thing]);
        glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                          NULL);
    } else {
        run_program(chain, pass, frame);
    }
}

static void show(const struct chain *chain, GLuint framebuffer)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, chain->framebuffers[OUTPUT_TEXTURE]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glBlitFramebuffer(0, 0, chain->width, chain->height, 0, 0, chain->width, chain->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

unsigned chain_run(struct chain *chain, unsigned input, int framebuffer, int frame)
{
    struct state state;
    save(&state);
    for (int i = 0; i < 8; i++)
        glDisable(switches[i]);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBindVertexArray(chain->vertex_array);
    chain->textures[INPUT_TEXTURE] = input;
    glMemoryBarrier(GL_ALL_BARRIER_BITS); // what the last frame and the caller stored
    for (int i = 0; i < PASS_COUNT; i++)
        if (!passes[i].is_once || !chain->has_run)
            run_pass(chain, &passes[i], frame);
    chain->has_run = true;
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    if (framebuffer != CHAIN_NO_FRAMEBUFFER)
        show(chain, (GLuint) framebuffer);
    restore(&state);
    return chain->textures[OUTPUT_TEXTURE];
}

// ---- a chain

static bool make_all(struct chain *chain, const char *folder, char *error)
{
    bool done = true;
    for (int i = 0; i < SHADER_COUNT && done; i++)
        done = make_program(&chain->programs[i], &shaders[i], folder, error);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (int i = 0; i < TEXTURE_COUNT && done; i++)
        done = make_texture(chain, i, folder, error);
    for (int i = 0; i < BUFFER_COUNT && done; i++) {
        glGenBuffers(1, &chain->buffers[i]);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, chain->buffers[i]);
        glBufferData(GL_SHADER_STORAGE_BUFFER,
                     buffers[i].unit * form_at(chain, &buffers[i].rows) *
                         form_at(chain, &buffers[i].columns),
                     NULL, GL_DYNAMIC_COPY);
        glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                          NULL);
    }
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
    chain->textures[INPUT_TEXTURE] = 0; // the caller's
    glDeleteTextures(TEXTURE_COUNT, chain->textures);
    glDeleteFramebuffers(TEXTURE_COUNT, chain->framebuffers);
    glDeleteBuffers(BUFFER_COUNT, chain->buffers);
    glDeleteSamplers(12, chain->samplers[0]);
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
