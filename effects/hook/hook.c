#include "effects/hook/hook.h"

#include "effects/effect.h"
#include "effects/effect_impl.h"
#include "effects/hook/shader_file.h"
#include "effects/step_file.h"
#include "render/file/file_path.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/hash.h"
#include "render/text/memory.h"
#include "render/text/number.h"
#include "render/text/step_text.h"
#include "render/text/text.h"
#include "render/text/text_writer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE, NAME_OFF, NAME_PARAM, NAME_COUNT };

// An effect with all that was read from its file. `programs` has those of the passes, then those of
// the helpers.
struct user_shader {
    struct effect effect;
    struct effect_impl impl;
    const struct effect_impl *impls[2];
    struct param rows[SHADER_MAX_PARAMS + 1];
    struct program_desc programs[EFFECT_MAX_PROGRAMS + 1];
    struct shader_file file;
    // Names of the uniforms of texture i, "halation_size0" and "halation_off0", and of parameter i.
    char names[NAME_COUNT][SHADER_MAX_PARAMS][16];
};

static const struct user_shader *user_shader_of(const struct effect *effect)
{
    return (const struct user_shader *) ((const char *) effect -
                                         offsetof(struct user_shader, effect));
}

const struct shader_file *shader_file_of(const struct effect *effect)
{
    return &user_shader_of(effect)->file;
}

// ---- sites

static void get_values(const struct effect_site *site, float values[SHADER_MAX_PARAMS])
{
    const struct user_shader *shader = user_shader_of(site->effect);
    for (int i = 0; i < shader->file.param_count; i++)
        values[i] = i == shader->file.keys.sigma
                        ? length_pixels(*(const struct length *) site->params, site->height)
                        : param_get(&shader->rows[i], site->params, 0);
}

// Returns the format of images between passes: floats, since values may be outside 0..1.
static enum texture_format image_format(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F ? FORMAT_RGBA32F : FORMAT_RGBA16F;
}

// Makes the layout of a step. Returns false, with the reason in `why`, if shader_layout_make fails.
static bool make_layout(const struct effect_site *site, struct shader_layout *layout,
                        struct error *why)
{
    float values[SHADER_MAX_PARAMS];
    get_values(site, values);
    const struct shader_site at = {
        .width = site->width,
        .height = site->height,
        .reduced = site->hook_size,
        .most = site->info->max_texture > 0 ? site->info->max_texture : 16384,
        .texel_bytes = image_format(site) == FORMAT_RGBA32F ? 16 : 8,
        .values = values,
    };
    return shader_layout_make(layout, shader_file_of(site->effect), &at, why) ||
           error_prefix(why, "%s:", site->effect->name);
}

static bool fits(const struct effect_site *site, struct error *why)
{
    struct shader_layout layout;
    return make_layout(site, &layout, why);
}

static void needs(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS])
{
    struct shader_layout layout;
    struct error why;
    const bool is_fine = make_layout(site, &layout, &why);
    for (int i = 0; i < layout.run_count && is_fine; i++)
        needed[layout.runs[i].program] = true;
}

// Writes the parameters that are constants of the programs.
static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct user_shader *shader = user_shader_of(site->effect);
    for (int i = 0; i < shader->file.param_count; i++) {
        const struct shader_param *param = &shader->file.params[i];
        char number[NUMBER_PRINTED_SIZE];
        if (param->kind == SHADER_PARAM_UNIFORM)
            continue;
        number_print(param_get(&shader->rows[i], site->params, 0), number);
        const bool is_bare = param->type == SHADER_FLOAT && !strpbrk(number, ".e");
        step_writef(defines, " HALATION_%d=%s%s", i, number, is_bare ? ".0" : "");
    }
}

// ---- textures and buffers of the file

static void fill_table(const void *key, float *texels)
{
    const struct shader_resource *const *table = key;
    memcpy(texels, (*table)->data, sizeof(float) * 4 * shader_texels(*table));
}

static struct pass_input table_input(struct gpu *gpu, const struct shader_resource *table)
{
    static const enum edge edges[] = { EDGE_CLAMP, EDGE_REPEAT, EDGE_MIRROR };
    const struct texture_recipe recipe = {
        .key = &table,
        .key_size = sizeof(table),
        .make = fill_table,
        .width = table->size[0],
        .height = table->size[1],
        .depth = table->dimensions == 3 ? table->size[2] : 0,
        .dimensions = table->dimensions,
        .format = FORMAT_RGBA32F,
    };
    return (struct pass_input){
        .texture = texture_cache_get(&gpu->cache, &recipe),
        .filter = table->filter == 1 ? FILTER_LINEAR : FILTER_NEAREST,
        .edge = edges[table->border],
    };
}

// Creates the images and buffers if there are none for a picture of this size, and for frame 0 if
// they last from frame to frame. If the caller keeps the state, there are twice as many: the second
// half has the contents from the beginning of the last frame.
static void begin_state(const struct shader_file *file, const struct effect_call *call,
                        struct effect_state *state)
{
    const bool is_there =
        state->images && state->width == call->site.width && state->height == call->site.height;
    if (is_there && !file->is_stored)
        return;
    if (is_there && call->frame > 0) {
        // Copies the state at the beginning of a frame to the second half, or back if the same
        // frame is drawn again (a paused window in which a step changes).
        const int half = state->count / 2;
        const int from = call->frame == state->frame ? half : 0, to = half - from;
        for (int i = 0; i < half; i++) {
            if (state->images[i].id)
                texture_copy(&state->images[from + i], &state->images[to + i]);
            if (state->buffers[i].id)
                buffer_copy(&state->buffers[from + i], &state->buffers[to + i]);
        }
        state->frame = call->frame;
        return;
    }
    const bool is_dry = call->gpu->cache.is_dry;
    const int count = file->resource_count;
    const int all = file->is_stored && call->state ? 2 * count : count;
    effect_state_finish(state);
    *state = (struct effect_state){
        .width = call->site.width,
        .height = call->site.height,
        .frame = call->frame,
        .count = all,
        .images = memory_new((size_t) all, sizeof(*state->images)),
        .buffers = memory_new((size_t) all, sizeof(*state->buffers)),
    };
    for (int i = 0; i < all; i++) {
        const struct shader_resource *resource = &file->resources[i % count];
        struct texture *image = &state->images[i];
        struct buffer *buffer = &state->buffers[i];
        const struct texture_desc desc = {
            .width = resource->size[0],
            .height = resource->size[1],
            .dimensions = resource->dimensions,
            .depth = resource->dimensions == 3 ? resource->size[2] : 0,
            .format = resource->format,
            .label = "kept texels",
        };
        if (resource->kind == SHADER_TABLE)
            continue;
        if (is_dry && resource->kind == SHADER_IMAGE) {
            texture_init_dry(image, &desc);
        } else if (is_dry) {
            *buffer = (struct buffer){ .size = resource->bytes };
        } else if (resource->kind == SHADER_IMAGE) {
            texture_init(image, &desc);
            texture_upload_floats(image, resource->data);
        } else {
            buffer_init(buffer, resource->bytes, "kept values");
            buffer_write(buffer, resource->data, resource->bytes);
        }
    }
}

// ---- running passes

// Uniforms of a pass: those of each texture and parameter, and those of pass.glsl.
enum { MAX_UNIFORMS = 2 * SHADER_MAX_BINDS + SHADER_MAX_PARAMS + 8 };

struct running {
    const struct user_shader *shader;
    const struct shader_file *file;
    const struct effect_call *call;
    const struct shader_layout *layout;
    struct effect_state *state;
    struct texture *images[SHADER_MAX_RUNS + 1]; // borrowed
    int uniform_count;                           // of the pass that is being made
    struct uniform uniforms[MAX_UNIFORMS];
};

static void add_uniform(struct running *running, struct uniform uniform)
{
    assert(running->uniform_count < MAX_UNIFORMS);
    running->uniforms[running->uniform_count++] = uniform;
}

// Binds the textures of a run. Images and buffers have bindings of their own.
static void set_inputs(struct running *running, const struct shader_run *run, struct pass *pass)
{
    const struct user_shader *shader = running->shader;
    const struct shader_file *file = running->file;
    int image_count = 0, buffer_count = 0;
    for (int i = 0; i < run->input_count; i++) {
        const int input = run->inputs[i];
        const struct shader_resource *resource = input < 0 ? &file->resources[-1 - input] : NULL;
        if (resource && resource->kind == SHADER_TABLE) {
            pass->inputs[i] = table_input(running->call->gpu, resource);
        } else if (resource && resource->kind == SHADER_IMAGE) {
            pass->images[image_count++].target = &running->state->images[-1 - input];
        } else if (resource) {
            pass->buffers[buffer_count++] = &running->state->buffers[-1 - input];
            pass->buffer_traffic.read += resource->bytes;
            pass->buffer_traffic.written += resource->is_stored ? resource->bytes : 0;
        } else {
            const struct shader_image *image = &running->layout->images[input];
            const float wide = (float) image->width, high = (float) image->height;
            pass->inputs[i] = (struct pass_input){ running->images[input], FILTER_LINEAR,
                                                   (enum edge) file->keys.edge, false };
            add_uniform(running,
                        U_VEC4(shader->names[NAME_SIZE][i], wide, high, 1 / wide, 1 / high));
            add_uniform(running,
                        U_VEC2(shader->names[NAME_OFF][i], image->offset[0], image->offset[1]));
        }
    }
}

static void add_uniforms(struct running *running)
{
    const struct effect_site *site = &running->call->site;
    const struct shader_image *entered = &running->layout->images[site->hook_size > 1];
    float values[SHADER_MAX_PARAMS];
    add_uniform(running, U_INT("halation_frame", running->call->frame));
    // The number depends on the frame alone, so that a sequence is the same in every run
    // (T. Mueller, C. Wellons: lowbias32, 2018).
    uint32_t random = (uint32_t) running->call->frame + 1;
    random = (random ^ random >> 16) * 0x7feb352du;
    random = (random ^ random >> 15) * 0x846ca68bu;
    random ^= random >> 16;
    add_uniform(running, U_FLOAT("halation_random", (float) (random >> 8) / (1 << 24)));
    add_uniform(running,
                U_VEC2("halation_input_size", (float) entered->width, (float) entered->height));
    add_uniform(running, U_VEC2("halation_target_size", (float) site->width, (float) site->height));
    add_uniform(running, U_VEC2("halation_tex_offset", 0, 0));
    get_values(site, values);
    for (int i = 0; i < running->file->param_count; i++) {
        const char *name = running->shader->names[NAME_PARAM][i];
        add_uniform(running, running->file->params[i].type == SHADER_FLOAT
                                 ? U_FLOAT(name, values[i])
                                 : U_INT(name, (int) values[i]));
    }
}

enum { SHADER_RUN_NAME_SIZE = 64 };

// Writes the name of a run for timer scopes and --at: the DESC of its pass, in which '-' replaces
// '/', since '/' separates names there.
static void print_run_name(const struct shader_file *file, const struct shader_run *run,
                           char name[SHADER_RUN_NAME_SIZE])
{
    static const char *const helpers[HELPER_COUNT] = { "linearize", "delinearize", "luma",
                                                       "chroma",    "merge",       "finish",
                                                       "finish",    "reduce" };
    const int helper = run->program - file->pass_count;
    const char *label = helper >= 0 ? helpers[helper] : file->passes[run->program].label;
    if (label[0])
        text_copy_cut(label, name, SHADER_RUN_NAME_SIZE);
    else
        snprintf(name, SHADER_RUN_NAME_SIZE, "pass %d", file->passes[run->program].number);
    for (char *at = name; *at; at++)
        *at = *at == '/' || *at == '#' || (unsigned char) *at < ' ' ? '-' : *at;
}

static void run_one(struct running *running, int number)
{
    const struct effect_call *call = running->call;
    const struct shader_layout *layout = running->layout;
    const struct shader_run *run = &layout->runs[number];
    const struct shader_image *image = &layout->images[run->output];
    const float wide = (float) image->width, high = (float) image->height;
    char name[SHADER_RUN_NAME_SIZE];
    print_run_name(running->file, run, name);
    running->images[run->output] =
        run->output == layout->result
            ? call->output
            : texture_pool_acquire(&call->gpu->pool, image->width, image->height,
                                   image_format(&call->site));
    struct pass pass = {
        .verb = name,
        .program = call->programs[run->program],
        .output = running->images[run->output],
        .work = { .bilinear = run->input_count }, // an estimate: one read of each texture
    };
    running->uniform_count = 0;
    set_inputs(running, run, &pass);
    add_uniform(running, U_INT("u_side", call->site.hook_size));
    add_uniform(running, U_VEC4("halation_result", wide, high, 1 / wide, 1 / high));
    if (run->program < running->file->pass_count) {
        const struct shader_pass *block = &running->file->passes[run->program];
        add_uniforms(running);
        for (int i = 0; i < 2 && block->compute; i++)
            pass.groups[i] =
                divide_up(i == 0 ? pass.output->width : pass.output->height, block->block[i]);
    }
    pass.more_uniforms = running->uniforms;
    pass.more_count = running->uniform_count;
    pass_run(call->gpu, &pass);
    for (int i = 1; i < layout->image_count; i++)
        if (layout->images[i].last == number && i != layout->result)
            texture_pool_release(&call->gpu->pool, running->images[i]);
}

static void run(const struct effect_call *call)
{
    struct shader_layout layout;
    struct error why;
    struct running running = {
        .shader = user_shader_of(call->site.effect),
        .file = shader_file_of(call->site.effect),
        .call = call,
        .layout = &layout,
        .images = { (struct texture *) call->input }, // only read
    };
    struct effect_state own = { 0 };
    if (!make_layout(&call->site, &layout, &why))
        return; // `fits` has returned false for such a site
    running.state = call->state ? call->state : &own;
    begin_state(running.file, call, running.state);
    for (int i = 0; i < layout.run_count; i++)
        run_one(&running, i);
    effect_state_finish(&own);
}

// ---- the effect

// Returns the key of a row, owned: the parameter's name, with underscores if that is an option of
// every step or another parameter's key.
static char *make_key(const struct user_shader *shader, int number)
{
    const char *name = shader->file.params[number].name.text;
    char *key = memory_new(strlen(name) + SHADER_MAX_PARAMS + 2, 1);
    bool is_taken = true;
    for (strcpy(key, name); is_taken; strcat(key, is_taken ? "_" : "")) {
        const struct glsl_token word = { key, strlen(key) };
        is_taken = glsl_token_is(&word, "roi impl edge error cell");
        for (int i = 0; i < shader->file.param_count; i++)
            is_taken |= i != number && (strcmp(shader->file.params[i].name.text, key) == 0 ||
                                        (i < number && strcmp(shader->rows[i].key, key) == 0));
    }
    return key;
}

// Makes the row of a parameter. If the file gives no range, the slider goes to twice the default.
// The width of a blur is the first value of the struct, where find_blur reads it.
static void make_row(struct user_shader *shader, int number)
{
    const struct shader_param *param = &shader->file.params[number];
    struct param *row = &shader->rows[number];
    *row = (struct param){
        .key = make_key(shader, number),
        .type = param->choice_count > 0       ? PARAM_TYPE_CHOICE
                : param->type == SHADER_FLOAT ? PARAM_TYPE_FLOAT
                                              : PARAM_TYPE_INT,
        .offset = sizeof(struct length) + (size_t) number * sizeof(float),
        .def = param->def,
        .min = param->min,
        .max = param->max,
        .help = param->label[0] ? param->label : "A parameter of the shader file",
        .choices = (const char *const *) param->choices,
    };
    if (param->choice_count > 0 || param->is_ranged)
        return;
    const float size = param->def == 0 ? 1 : 2 * fabsf(param->def);
    row->slider_min = fmaxf(param->min, param->def > 0 ? 0 : -size);
    row->slider_max = fminf(param->max, size);
}

static struct effect_blur find_blur(const void *params, int height)
{
    const double width = length_pixels(*(const struct length *) params, height);
    return (struct effect_blur){ .requested = width, .width = width };
}

static void make_programs(struct user_shader *shader)
{
    static const char *const helpers[HELPER_COUNT] = { "HELPER=0", "HELPER=1", "HELPER=2",
                                                       "HELPER=3", "HELPER=4", "HELPER=5",
                                                       "HELPER=6", "HELPER=7" };
    const struct shader_file *file = &shader->file;
    for (int i = 0; i < file->pass_count; i++) {
        const struct directive *at = &file->passes[i].at;
        struct text_writer name = { 0 }, origin = { 0 };
        text_write(&name, "%s %d.%s", shader->effect.name, i + 1,
                   file->passes[i].compute ? "comp" : "frag");
        text_write(&origin, "%s:%d:%d: //!%s", file->path, at->line, at->column, at->name);
        shader->programs[i] = (struct program_desc){
            .file = name.text,
            .text = shader_text_make(file, i),
            .origin = origin.text,
        };
    }
    for (int i = 0; i < HELPER_COUNT; i++)
        shader->programs[file->pass_count + i] =
            (struct program_desc){ .file = "hook/helper.frag", .defines = helpers[i] };
}

// Makes the effect. A pointwise file has no implementation, because its function becomes part of a
// fused pass.
static void make_effect(struct user_shader *shader)
{
    const struct shader_file *file = &shader->file;
    const struct shader_keys *keys = &file->keys;
    struct effect *effect = &shader->effect;
    bool compute = true, changes = file->is_stored;
    for (int i = 0; i < file->pass_count; i++) {
        const struct shader_pass *pass = &file->passes[i];
        compute &= pass->compute;
        changes |= glsl_names_use(&pass->names, "frame") || glsl_names_use(&pass->names, "random");
    }
    *effect = (struct effect){
        .name = file_path_name(file->path),
        .about.summary = file->path,
        .params = shader->rows,
        .colour = shader_file_is_linear(file) ? COLOUR_LINEAR : COLOUR_DISPLAY,
        .pointwise = keys->pointwise,
        .impls = keys->pointwise ? NULL : shader->impls,
        .file = { .path = file->path,
                  .function = keys->function,
                  .text = keys->pointwise,
                  .changes_with_frame = changes,
                  .has_state = file->is_stored },
    };
    shader->impl = (struct effect_impl){
        .name = compute ? "cs_file" : "fs_file",
        .summary = "The passes of the file",
        .programs = shader->programs,
        .write_defines = write_defines,
        .needs = needs,
        .fits = fits,
        .run = run,
    };
    shader->impls[0] = &shader->impl;
    if (keys->same_as.text) {
        struct text_writer place = { 0 };
        text_write(&place, "%s:%d:%d: //@ same-as: ", file->path, keys->same_as.line,
                   keys->same_as.column);
        effect->file.same_as = keys->same_as.text;
        effect->file.same_as_at = place.text;
    }
    for (int i = 0; i < file->param_count; i++)
        make_row(shader, i);
    if (keys->sigma >= 0) {
        struct param *row = &shader->rows[keys->sigma];
        effect->blur = find_blur;
        free((void *) row->key);
        row->key = memory_copy("sigma");
        row->type = PARAM_TYPE_LENGTH;
        row->offset = 0;
        row->unit = "px";
        row->curve = PARAM_CURVE_LOG;
        row->min = fmaxf(row->min, 0);
        row->slider_max = row->slider_max > 0 ? row->slider_max : row->max;
        row->slider_min = fmaxf(row->min, row->slider_max < 1 ? row->slider_max / 2 : 1);
    }
    if (!keys->pointwise)
        make_programs(shader);
}

// ---- files

bool effect_is_file_name(const char *name, size_t length)
{
    const char *end = name + length - 5;
    return length > 5 && (memcmp(end, ".glsl", 5) == 0 || memcmp(end, ".hook", 5) == 0);
}

static void *make_user_shader(const char *path, const char *bytes, size_t size, struct error *error)
{
    struct user_shader *shader = memory_new(1, sizeof(*shader));
    char *own_path = memory_copy(path);
    if (!shader_file_read(&shader->file, own_path, bytes, error)) {
        free(own_path);
        free(shader);
        return NULL;
    }
    make_effect(shader);
    static const char *const kinds[NAME_COUNT] = { "size", "off", "" };
    for (int kind = 0; kind < NAME_COUNT; kind++)
        for (int i = 0; i < SHADER_MAX_PARAMS; i++)
            snprintf(shader->names[kind][i], sizeof(shader->names[kind][i]), "halation_%s%d",
                     kinds[kind], i);
    shader->effect.file.hash = hash_bytes(HASH_BEGIN, bytes, size);
    return shader;
}

static void free_user_shader(void *made)
{
    struct user_shader *shader = made;
    for (int i = 0; i < shader->file.param_count; i++)
        free((void *) shader->rows[i].key);
    for (int i = 0; i < shader->file.pass_count; i++) {
        free((void *) shader->programs[i].file);
        free((void *) shader->programs[i].text);
        free((void *) shader->programs[i].origin);
    }
    free((void *) shader->effect.file.same_as_at);
    free((void *) shader->effect.file.path);
    shader_file_finish(&shader->file);
    free(shader);
}

const struct effect *effect_of_file(const char *path, struct error *error)
{
    static const struct step_file_kind kind = {
        .what = "shader file",
        .most = SHADER_MAX_FILE,
        .is_text = true,
        .make = make_user_shader,
        .free = free_user_shader,
        .in_chains = true,
    };
    if (strpbrk(path, "\"\n")) {
        error_set(error, "%s: a quote or a line break in its name, which a chain cannot have",
                  path);
        return NULL;
    }
    const struct user_shader *shader = step_file_read(&kind, path, error);
    return shader ? &shader->effect : NULL;
}
