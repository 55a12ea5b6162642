#include "effects/hook/hook.h"

#include "effects/hook/hook_key.h"
#include "effects/hook/hook_text.h"
#include "render/file/input_file.h"
#include "render/text/hash.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    free((void *) row->key);
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
    if (hook_file_keeps(file))
        return true;
    for (int i = 0; i < file->pass_count; i++)
        if (hook_text_use(file->passes[i].body, "frame") == HOOK_USED ||
            hook_text_use(file->passes[i].body, "random") == HOOK_USED)
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
    hook->impl = hook_impl;
    hook->impl.name = compute ? "cs_file" : "fs_file";
    hook->impl.programs = hook->programs;
    hook->impl.compute = compute;
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
