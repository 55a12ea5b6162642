#include "effects/hook/hook.h"

#include "effects/hook/hook_key.h"
#include "effects/hook/hook_state.h"
#include "effects/hook/hook_text.h"
#include "render/file/input_file.h"
#include "render/image/divide.h"
#include "render/text/hash.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- where it works

static const struct hook *hook_of(const struct effect_site *site)
{
    return (const struct hook *) ((const char *) site->effect - offsetof(struct hook, effect));
}

static void get_values(const struct effect_site *site, float values[HOOK_MAX_PARAMS])
{
    const struct hook *hook = hook_of(site);
    for (int i = 0; i < hook->file.param_count; i++)
        values[i] = i == hook->file.keys.sigma
                        ? length_pixels(*(const struct length *) site->params, site->height)
                        : param_get(&hook->rows[i], site->params, 0);
}

static bool make_layout(const struct effect_site *site, struct hook_layout *layout,
                        char why[EFFECT_WHY_SIZE])
{
    float values[HOOK_MAX_PARAMS];
    const struct hook *hook = hook_of(site);
    get_values(site, values);
    const struct hook_site at = {
        .width = site->width,
        .height = site->height,
        .reduced = site->hook_size,
        .most = site->info->max_texture > 0 ? site->info->max_texture : 16384,
        .values = values,
    };
    static_assert((int) HOOK_WHY_SIZE == (int) EFFECT_WHY_SIZE, "one line");
    return hook_layout_make(layout, &hook->file, &at, why);
}

static bool fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    struct hook_layout layout;
    return make_layout(site, &layout, why);
}

static void needs(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS])
{
    struct hook_layout layout;
    char why[EFFECT_WHY_SIZE];
    const bool is_fine = make_layout(site, &layout, why);
    for (int i = 0; i < layout.run_count && is_fine; i++)
        needed[layout.runs[i].program] = true;
}

// Each texture is counted as one read a texel, since what a shader reads is its own matter.
static void cost(const struct effect_site *site, struct cost *cost)
{
    struct hook_layout layout;
    char why[EFFECT_WHY_SIZE];
    if (!make_layout(site, &layout, why))
        return;
    for (int i = 0; i < layout.run_count; i++) {
        const struct hook_image *image = &layout.images[layout.runs[i].output];
        const double texels = (double) image->width * image->height;
        cost->bilinear += layout.runs[i].input_count * texels;
        cost->stores += texels;
        cost->passes += 1;
    }
}

// Parameters that are constants of the programs.
static void vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct hook *hook = hook_of(site);
    size_t length = 0;
    defines[0] = '\0';
    for (int i = 0; i < hook->file.param_count; i++) {
        const struct hook_param *param = &hook->file.params[i];
        char number[NUMBER_PRINTED_SIZE];
        if (param->kind == HOOK_PARAM_UNIFORM)
            continue;
        number_print(param_get(&hook->rows[i], site->params, 0), number);
        const bool is_bare = param->type == HOOK_FLOAT && !strpbrk(number, ".e");
        length +=
            (size_t) snprintf(defines + length, EFFECT_DEFINES_SIZE - length, "%sHALATION_%d=%s%s",
                              length > 0 ? " " : "", i, number, is_bare ? ".0" : "");
        assert(length < EFFECT_DEFINES_SIZE);
    }
}

// ---- a run

struct running {
    const struct hook *hook;
    const struct effect_call *call;
    const struct hook_layout *layout;
    struct effect_state *state;
    struct texture *images[HOOK_MAX_RUNS + 1]; // on loan, but for the step's input and output
};

static void fill_table(const void *key, float *texels)
{
    const struct hook_texture *const *texture = key;
    const int *size = (*texture)->size;
    memcpy(texels, (*texture)->texels,
           sizeof(float) * 4 * (size_t) size[0] * (size_t) size[1] * (size_t) size[2]);
}

static struct pass_input table_input(struct gpu *gpu, const struct hook_texture *texture)
{
    static const enum edge edges[] = { EDGE_CLAMP, EDGE_REPEAT, EDGE_MIRROR };
    const struct lut_recipe recipe = {
        .key = &texture,
        .key_size = sizeof(texture),
        .make = fill_table,
        .width = texture->size[0],
        .height = texture->size[1],
        .depth = texture->dimensions == 3 ? texture->size[2] : 0,
        .dimensions = texture->dimensions,
        .format = FORMAT_RGBA32F,
    };
    return (struct pass_input){
        .texture = lut_make(&gpu->luts, &recipe),
        .filter = texture->filter == 1 ? FILTER_LINEAR : FILTER_NEAREST,
        .edge = edges[texture->border],
    };
}

// What the file declares under that number.
static void bind_declared(const struct running *running, int declared, struct pass *pass,
                          struct pass_input *input)
{
    const struct hook_file *file = &running->hook->file;
    if (declared < HOOK_MAX_TEXTURES && !file->textures[declared].is_stored)
        *input = table_input(running->call->gpu, &file->textures[declared]);
    else
        hook_state_bind(file, running->state, declared, pass);
}

static void set_inputs(const struct running *running, const struct hook_run *run, struct pass *pass)
{
    for (int i = 0; i < run->input_count; i++) {
        if (run->inputs[i] < 0) {
            bind_declared(running, -1 - run->inputs[i], pass, &pass->inputs[i]);
            continue;
        }
        const bool is_around = i > 0 && (run->program >= running->hook->file.pass_count ||
                                         i == running->hook->file.passes[run->program].bind_count);
        const struct hook_image *image = &running->layout->images[run->inputs[i]];
        const struct texture *texture = running->images[run->inputs[i]];
        const float wide = (float) image->width, high = (float) image->height;
        pass->inputs[i] =
            (struct pass_input){ texture, FILTER_LINEAR, running->hook->file.keys.edge, false };
        if (is_around)
            continue;
        pass->uniforms[HOOK_U_SIZES + i] = (struct uniform) U_VEC4(wide, high, 1 / wide, 1 / high);
        pass->uniforms[HOOK_U_OFFSETS + i] =
            (struct uniform) U_VEC2(image->offset[0], image->offset[1]);
    }
}

// Always the same for one frame, so that a sequence is (T. Mueller, C. Wellons: lowbias32, 2018).
static float random_of(int frame)
{
    uint32_t x = (uint32_t) frame + 1;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    x ^= x >> 16;
    return (float) (x >> 8) / (1 << 24);
}

static void set_uniforms(const struct running *running, struct pass *pass)
{
    const struct effect_site *site = &running->call->site;
    const struct hook_image *entered = &running->layout->images[site->hook_size > 1];
    float values[HOOK_MAX_PARAMS];
    struct uniform *uniforms = pass->uniforms;
    uniforms[HOOK_U_FRAME] = (struct uniform) U_INT(running->call->frame);
    uniforms[HOOK_U_RANDOM] = (struct uniform) U_FLOAT(random_of(running->call->frame));
    uniforms[HOOK_U_INPUT_SIZE] =
        (struct uniform) U_VEC2((float) entered->width, (float) entered->height);
    uniforms[HOOK_U_TARGET_SIZE] =
        (struct uniform) U_VEC2((float) site->width, (float) site->height);
    uniforms[HOOK_U_TEX_OFFSET] = (struct uniform) U_VEC2(0, 0);
    get_values(site, values);
    for (int i = 0; i < running->hook->file.param_count; i++)
        uniforms[HOOK_U_PARAMS + i] = running->hook->file.params[i].type == HOOK_FLOAT
                                          ? (struct uniform) U_FLOAT(values[i])
                                          : (struct uniform) U_INT((int) values[i]);
}

// The name of a pass in times and for --at, which '/' would divide.
static void name_run(const struct hook *hook, const struct hook_run *run, char name[64])
{
    static const char *const helpers[] = { "linearize", "delinearize", "luma",   "chroma",
                                           "merge",     "finish",      "finish", "reduce" };
    const int helper = run->program - hook->file.pass_count;
    const char *label = helper >= 0 ? helpers[helper] : hook->file.passes[run->program].label;
    if (label[0])
        snprintf(name, 64, "%s", label);
    else
        snprintf(name, 64, "pass %d", run->program + 1);
    for (char *at = name; *at; at++)
        *at = *at == '/' || *at == '#' || (unsigned char) *at < ' ' ? '-' : *at;
}

static void set_groups(const struct hook_pass *block, struct pass *pass)
{
    if (!block->compute)
        return;
    pass->groups[0] = divide_up(pass->output->width, block->block[0]);
    pass->groups[1] = divide_up(pass->output->height, block->block[1]);
}

// What passes hand on may be beyond 0 to 1.
static enum texture_format image_format(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F ? FORMAT_RGBA32F : FORMAT_RGBA16F;
}

static void release_after(struct running *running, int number)
{
    const struct hook_layout *layout = running->layout;
    for (int i = 1; i < layout->image_count; i++) {
        const bool is_last =
            layout->images[i].last == number || (layout->images[i].last < 0 && i == number + 1);
        if (is_last && i != layout->result)
            texture_pool_release(&running->call->gpu->pool, running->images[i]);
    }
}

static void run_one(struct running *running, int number)
{
    const struct effect_call *call = running->call;
    const struct hook_run *run = &running->layout->runs[number];
    const struct hook_image *image = &running->layout->images[run->output];
    const float wide = (float) image->width, high = (float) image->height;
    char name[64];
    name_run(running->hook, run, name);
    running->images[run->output] =
        run->output == running->layout->result
            ? call->output
            : texture_pool_acquire(&call->gpu->pool, image->width, image->height,
                                   image_format(&call->site));
    struct pass pass = {
        .verb = name,
        .program = call->programs[run->program],
        .output = running->images[run->output],
    };
    set_inputs(running, run, &pass);
    pass.uniforms[HOOK_U_FRAME] = (struct uniform) U_INT(call->site.hook_size); // a helper's u_side
    pass.uniforms[HOOK_U_RESULT] = (struct uniform) U_VEC4(wide, high, 1 / wide, 1 / high);
    if (run->program < running->hook->file.pass_count) {
        set_uniforms(running, &pass);
        set_groups(&running->hook->file.passes[run->program], &pass);
    }
    pass_run(call->gpu, &pass);
    release_after(running, number);
}

static void run(const struct effect_call *call)
{
    struct hook_layout layout;
    char why[EFFECT_WHY_SIZE];
    struct running running = { .hook = hook_of(&call->site), .call = call, .layout = &layout };
    struct effect_state own = { 0 };
    if (!make_layout(&call->site, &layout, why))
        return;                                         // as `fits` has said
    running.images[0] = (struct texture *) call->input; // only read
    running.state = call->state ? call->state : &own;
    hook_state_begin(&running.hook->file, call, running.state);
    for (int i = 0; i < layout.run_count; i++)
        run_one(&running, i);
    effect_state_finish(&own);
}

// ---- making it

// Names of rows that mean something to every step.
static bool is_taken(const char *name)
{
    static const char *const taken[] = { "roi", "impl", "edge", "error", "cell", NULL };
    for (int i = 0; taken[i]; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    return false;
}

static char *key_of(const char *name)
{
    char *key = memory_new(strlen(name) + 2, 1);
    strcpy(key, name);
    return is_taken(name) ? strcat(key, "_") : key;
}

static float largest(float a, float b)
{
    return a > b ? a : b;
}

// A slider without a range of its own goes to twice the default. The width of a blur stands first
// among the values, where find_width looks for it.
static void make_row(const struct hook_param *param, int number, struct param *row)
{
    *row = (struct param){
        .key = key_of(param->name.text),
        .type = param->choice_count > 0     ? PARAM_TYPE_CHOICE
                : param->type == HOOK_FLOAT ? PARAM_TYPE_FLOAT
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
    const float size = param->def == 0 ? 1 : param->def > 0 ? 2 * param->def : -2 * param->def;
    row->slider_min = largest(param->min, param->def < 0 || param->def == 0 ? -size : 0);
    row->slider_max = param->max < size ? param->max : size;
}

static struct effect_width find_width(const void *params, int height)
{
    const double width = (double) length_pixels(*(const struct length *) params, height);
    return (struct effect_width){ .asked = width, .in_effect = width };
}

static bool is_identity(const void *params, int height)
{
    return find_width(params, height).asked == 0;
}

// It runs within the pass of its neighbours, and not by itself.
static void make_pointwise(struct hook *hook)
{
    hook->effect.pointwise = true;
    hook->effect.impls = NULL;
    hook->effect.function = hook->file.keys.function;
    hook->effect.text = hook->file.keys.pointwise;
}

static void make_blur(struct hook *hook)
{
    struct param *row = &hook->rows[hook->file.keys.sigma];
    hook->effect.blurs = true;
    hook->effect.width = find_width;
    hook->effect.is_identity = is_identity;
    row->key = "sigma";
    row->type = PARAM_TYPE_LENGTH;
    row->offset = 0;
    row->unit = "px";
    row->curve = PARAM_CURVE_LOG;
    row->min = largest(row->min, 0);
    row->slider_max = row->slider_max > 0 ? row->slider_max : row->max;
    row->slider_min = largest(row->min, row->slider_max < 1 ? row->slider_max / 2 : 1);
}

static void make_programs(struct hook *hook)
{
    static const char *const helpers[HOOK_HELPERS] = { "HELPER=0", "HELPER=1", "HELPER=2",
                                                       "HELPER=3", "HELPER=4", "HELPER=5",
                                                       "HELPER=6", "HELPER=7" };
    const struct hook_file *file = &hook->file;
    const int finisher = hook_layout_finisher(file);
    for (int i = 0; i < file->pass_count; i++) {
        const char *ending = file->passes[i].compute ? "comp" : "frag";
        char *name = memory_new(strlen(hook->effect.name) + 24, 1);
        sprintf(name, "%s %d.%s", hook->effect.name, i + 1, ending);
        hook->programs[i] = (struct program_desc){
            .file = name,
            .text = hook_text_make(file, &file->passes[i], i == finisher),
        };
    }
    for (int i = 0; i < HOOK_HELPERS; i++)
        hook->programs[file->pass_count + i] =
            (struct program_desc){ .file = "hook/helper.frag", .defines = helpers[i] };
}

static bool all_compute(const struct hook_file *file)
{
    for (int i = 0; i < file->pass_count; i++)
        if (!file->passes[i].compute)
            return false;
    return true;
}

static bool reads_frame(const struct hook_file *file)
{
    bool as_call;
    if (hook_file_keeps(file))
        return true;
    for (int i = 0; i < file->pass_count; i++)
        if (hook_text_has(file->passes[i].body, "frame", &as_call) ||
            hook_text_has(file->passes[i].body, "random", &as_call))
            return true;
    return false;
}

static void make_effect(struct hook *hook)
{
    const char *path = hook->file.path, *slash = strrchr(path, '/');
    const bool compute = all_compute(&hook->file);
    hook->effect = (struct effect){
        .name = slash ? slash + 1 : path,
        .file = path,
        .hash = hash_bytes(HASH_BEGIN, hook->bytes, hook->size),
        .summary = path,
        .params = hook->rows,
        .params_size = sizeof(struct length) + (size_t) hook->file.param_count * sizeof(float),
        .by_frame = reads_frame(&hook->file),
        .keeps = hook_file_keeps(&hook->file),
        .colour = hook_layout_is_linear(&hook->file) ? COLOUR_LINEAR : COLOUR_DISPLAY,
        .impls = hook->impls,
    };
    hook->impl = (struct effect_impl){
        .name = compute ? "cs_file" : "fs_file",
        .summary = "The passes of the file",
        .programs = hook->programs,
        .compute = compute,
        .vary = vary,
        .needs = needs,
        .cost = cost,
        .fits = fits,
        .run = run,
    };
    if (hook->file.keys.same_as.text) {
        const struct hook_word *at = &hook->file.keys.same_as;
        char *place = memory_new(strlen(path) + 48, 1);
        sprintf(place, "%s:%d:%d: //@ same-as: ", path, at->line, at->column);
        hook->effect.same_as = at->text;
        hook->effect.same_as_at = place;
    }
    hook->impls[0] = &hook->impl;
    for (int i = 0; i < hook->file.param_count; i++)
        make_row(&hook->file.params[i], i, &hook->rows[i]);
    if (hook->file.keys.sigma >= 0)
        make_blur(hook);
    if (hook->file.keys.pointwise)
        make_pointwise(hook);
    else
        make_programs(hook);
}

// ---- those that were read

bool effect_is_file_name(const char *name, size_t length)
{
    const char *end = name + length - 5;
    return length > 5 && (memcmp(end, ".glsl", 5) == 0 || memcmp(end, ".hook", 5) == 0);
}

static struct hook *hooks; // the newest first

static const struct hook *find_hook(const char *path, const char *bytes, size_t size)
{
    for (const struct hook *hook = hooks; hook; hook = hook->next)
        if (strcmp(hook->file.path, path) == 0 && hook->size == size &&
            memcmp(hook->bytes, bytes, size) == 0)
            return hook;
    return NULL;
}

static const struct effect *add_hook(const char *path, char *bytes, size_t size,
                                     struct error *error)
{
    struct hook *hook = memory_new(1, sizeof(*hook));
    char *own_path = memory_copy(path);
    if (!hook_file_read(&hook->file, own_path, bytes, size, error) ||
        !hook_keys_read(&hook->file, bytes, size, error)) {
        hook_file_finish(&hook->file);
        free(own_path);
        free(bytes);
        free(hook);
        return NULL;
    }
    hook->bytes = bytes;
    hook->size = size;
    make_effect(hook);
    hook->next = hooks;
    hooks = hook;
    return &hook->effect;
}

const struct effect *effect_of_file(const char *path, struct error *error)
{
    size_t size = 0;
    if (strpbrk(path, "\"\n")) {
        error_set(error, "%s: a quote or a line break in its name, which a chain cannot have",
                  path);
        return NULL;
    }
    char *bytes = input_file_read_all(path, HOOK_MAX_FILE, &size, error);
    if (!bytes) {
        error_prefix(error, "the shader file %s: ", path);
        return NULL;
    }
    const struct hook *known = find_hook(path, bytes, size);
    if (!known)
        return add_hook(path, bytes, size, error);
    free(bytes);
    return &known->effect;
}
