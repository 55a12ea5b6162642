#include "effects/hook/hook.h"

#include "effects/hook/hook_text.h"
#include "effects/step_file.h"
#include "render/file/file_path.h"
#include "render/text/hash.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- making it

// Whether the key of a row means something to every step, or is another parameter's.
static bool is_taken(const struct hook *hook, int number, const char *key)
{
    static const char *const taken[] = { "roi", "impl", "edge", "error", "cell", NULL };
    bool is_one = hook_index(taken, key) >= 0;
    for (int i = 0; i < hook->file.param_count; i++)
        is_one |= i != number && (strcmp(hook->file.params[i].name.text, key) == 0 ||
                                  (i < number && strcmp(hook->rows[i].key, key) == 0));
    return is_one;
}

// Returns the key of a row, owned: the parameter's name, and underscores where that is taken.
static char *key_of(const struct hook *hook, int number)
{
    const char *name = hook->file.params[number].name.text;
    char *key = memory_new(strlen(name) + HOOK_MAX_PARAMS + 2, 1);
    strcpy(key, name);
    while (is_taken(hook, number, key))
        strcat(key, "_");
    return key;
}

// A slider without a range of its own goes to twice the default. The width of a blur stands first
// among the values, where find_width looks for it.
static void make_row(struct hook *hook, int number)
{
    const struct hook_param *param = &hook->file.params[number];
    struct param *row = &hook->rows[number];
    *row = (struct param){
        .key = key_of(hook, number),
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
    const float size = param->def == 0 ? 1 : 2 * fabsf(param->def);
    row->slider_min = fmaxf(param->min, param->def > 0 ? 0 : -size);
    row->slider_max = fminf(param->max, size);
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
    row->min = fmaxf(row->min, 0);
    row->slider_max = row->slider_max > 0 ? row->slider_max : row->max;
    row->slider_min = fmaxf(row->min, row->slider_max < 1 ? row->slider_max / 2 : 1);
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

static void make_same_as(struct hook *hook, const struct hook_line *line)
{
    char *place = memory_new(strlen(hook->file.path) + 48, 1);
    sprintf(place, "%s:%d:%d: //@ same-as: ", hook->file.path, line->line, line->column);
    hook->effect.same_as = line->text;
    hook->effect.same_as_at = place;
}

static void make_effect(struct hook *hook)
{
    const struct hook_file *file = &hook->file;
    const char *path = file->path;
    bool compute = true, by_frame = hook_keeps(file);
    for (int i = 0; i < file->pass_count; i++) {
        const struct hook_pass *pass = &file->passes[i];
        compute &= pass->compute;
        by_frame |= hook_names_use(&pass->names, "frame") || hook_names_use(&pass->names, "random");
    }
    hook->effect = (struct effect){
        .name = file_path_name(path),
        .file = path,
        .summary = path,
        .params = hook->rows,
        .params_size = sizeof(struct length) + (size_t) file->param_count * sizeof(float),
        .by_frame = by_frame,
        .keeps = hook_keeps(file),
        .colour = hook_layout_is_linear(file) ? COLOUR_LINEAR : COLOUR_DISPLAY,
        .impls = hook->impls,
    };
    hook->impl = hook_impl;
    hook->impl.name = compute ? "cs_file" : "fs_file";
    hook->impl.programs = hook->programs;
    hook->impl.compute = compute;
    hook->impls[0] = &hook->impl;
    if (file->keys.same_as.text)
        make_same_as(hook, &file->keys.same_as);
    for (int i = 0; i < file->param_count; i++)
        make_row(hook, i);
    if (file->keys.sigma >= 0)
        make_blur(hook);
    if (file->keys.pointwise)
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

static void *make_hook(const char *path, const char *bytes, size_t size, struct error *error)
{
    struct hook *hook = memory_new(1, sizeof(*hook));
    char *own_path = memory_copy(path);
    if (!hook_file_read(&hook->file, own_path, bytes, size, error)) {
        free(own_path);
        free(hook);
        return NULL;
    }
    make_effect(hook);
    hook->effect.hash = hash_bytes(HASH_BEGIN, bytes, size);
    return hook;
}

const struct effect *effect_of_file(const char *path, struct error *error)
{
    static const struct step_file_kind kind = { "shader file", HOOK_MAX_FILE, .make = make_hook };
    if (strpbrk(path, "\"\n")) {
        error_set(error, "%s: a quote or a line break in its name, which a chain cannot have",
                  path);
        return NULL;
    }
    const struct hook *hook = step_file_read(&kind, path, error);
    return hook ? &hook->effect : NULL;
}
