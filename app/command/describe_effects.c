#include "app/command/describe.h"
#include "app/edit/preset.h"
#include "app/results/json_file.h"
#include "app/text/wrap.h"
#include "app/window/controls/controls.h"
#include "effects/auto/impl_cost.h"
#include "effects/effect_impl.h"
#include "effects/palette/palette.h"
#include "render/context/context.h"
#include "render/scene/scene.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- parameters

void describe_range(const struct param *param, char *out, size_t size)
{
    struct step_writer writer = { out, size, 0 };
    out[0] = '\0';
    switch (param->type) {
    case PARAM_TYPE_CHOICE:
        for (int i = 0; i < param_choice_count(param); i++)
            step_writef(&writer, "%s%s", i > 0 ? ", " : "", param_choice(param, i));
        break;
    case PARAM_TYPE_TEXT:
        snprintf(out, size, "text");
        break;
    case PARAM_TYPE_RECT:
        snprintf(out, size, "x0/y0/x1/y1");
        break;
    case PARAM_TYPE_COLOUR:
        snprintf(out, size, "r/g/b, each %g..%g", param->min, param->max);
        break;
    default:
        snprintf(out, size, "%s%s%g..%g%s%s%s", param->zero ? param->zero : "",
                 param->zero ? ", " : "", param->min, param->max, param->unit ? " " : "",
                 param->unit ? param->unit : "", param->type == PARAM_TYPE_LENGTH ? " or %h" : "");
    }
}

void describe_default(const struct param *param, char *out, size_t size)
{
    alignas(max_align_t) unsigned char values[EFFECT_MAX_PARAMS_SIZE + SCENE_MAX_PARAMS_SIZE];
    param_set_default(param, values);
    param_print(param, values, out, size);
}

// ---- palettes

enum { INDENT = 14, SWATCHES_A_LINE = 24, HEX_A_LINE = 8 };

void describe_palettes(void)
{
    const bool as_swatches = colour_is_enabled(stdout);
    const int a_line = as_swatches ? SWATCHES_A_LINE : HEX_A_LINE;
    for (const struct palette_named *named = palettes; named->name; named++) {
        struct error error;
        const struct palette *palette = palette_load(named->name, &error);
        wrap_entry(0, INDENT, named->name, named->summary);
        for (int i = 0; i < palette->count; i++) {
            const unsigned char *rgb = palette->colours[i];
            if (i % a_line == 0)
                printf("%s%*s", i > 0 ? "\n" : "", INDENT, "");
            if (as_swatches) // ISO 8613-6: 48;2 sets the background to red;green;blue
                printf("\033[48;2;%d;%d;%dm  \033[0m", rgb[0], rgb[1], rgb[2]);
            else
                printf("%s%02x%02x%02x", i % a_line > 0 ? " " : "", rgb[0], rgb[1], rgb[2]);
        }
        putchar('\n');
    }
    wrap_entry(0, INDENT, "auto",
               "The colours of the picture, as many as colors= says: "
               "tonemap,dither:palette=auto:colors=16; -o keeps them");
}

// ---- implementations

// Returns the site of an implementation at its defaults, which `params` gets, in a picture of
// 1920x1080; with the most iterations if it fits only then.
static struct effect_site site_of(const struct effect *effect, const struct effect_impl *impl,
                                  void *params)
{
    // Costs may depend on the kind of GPU.
    static const struct context_info some_info = { .max_storage = INT64_MAX };
    const struct param *row = param_find(effect->params, "iterations");
    struct error why;
    param_set_defaults(effect->params, params);
    const struct effect_site site = {
        .info = &some_info,
        .effect = effect,
        .params = params,
        .width = 1920,
        .height = 1080,
        .cell = effect_cell(effect, params, 1080, 1),
        .format = FORMAT_RGBA16F,
    };
    if (row && impl->fits && !impl->fits(&site, &why)) {
        param_set(row, params, 0, row->max);
        if (!impl->fits(&site, &why))
            param_set_default(row, params);
    }
    return site;
}

// Returns the work of an implementation at its defaults per pixel of a picture of 1920x1080.
static struct cost cost_of(const struct effect *effect, int impl, struct impl_joins *joins)
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    const struct effect_site site = site_of(effect, effect->impls[impl], params);
    struct cost cost;
    impl_cost_count(effect->impls[impl], &site, &cost);
    *joins = impl_joins_find(effect->impls[impl], &site);
    const double pixels = (double) site.width * site.height;
    cost.texels /= pixels;
    cost.bilinear /= pixels;
    cost.shared /= pixels;
    cost.sums /= pixels;
    cost.stores /= pixels;
    return cost;
}

enum { ERROR_SIZE = 48 };

// Writes the error that an implementation states over all formats, at one width or (0) over those
// from 1 px on at which it fits, and at one reach or (0) the default: "0.029 to 1.2 %", or "" for
// no error.
static void print_stated_error(const struct effect *effect, int i, float sigma, float reach,
                               char out[ERROR_SIZE])
{
    static const float step = 0.125f; // px; constructions change at whole numbers
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    const struct effect_impl *impl = effect->impls[i];
    struct effect_site site = site_of(effect, impl, params);
    const struct param *row = param_find(effect->params, "sigma"); // only blurs state an error
    float first = sigma, last = sigma;
    double low = INFINITY, high = 0;
    char least[16], most[16];
    struct error why;
    out[0] = '\0';
    if (!impl->error)
        return;
    if (reach > 0)
        param_set(param_find(effect->params, "reach"), params, 0, reach);
    if (sigma == 0)
        param_slider(row, &first, &last);
    for (float width = first; width <= last; width += step)
        for (int floats = 0; floats < 2; floats++) {
            site.format = floats ? FORMAT_RGBA32F : FORMAT_RGBA16F;
            param_set(row, params, 0, width);
            if (impl->fits && !impl->fits(&site, &why))
                continue;
            const double error = effect_impl_error(impl, &site);
            low = fmin(low, error);
            high = fmax(high, error);
        }
    snprintf(least, sizeof(least), "%.2g", 100 * (sigma > 0 ? high : low));
    snprintf(most, sizeof(most), "%.2g", 100 * high);
    const bool is_one = strcmp(least, most) == 0;
    if (high > 0)
        snprintf(out, ERROR_SIZE, "%s%s%s %%", is_one ? "" : least, is_one ? "" : " to ", most);
}

enum { LEFT = 2, SUMMARY_INDENT = 6, NAME_WIDTH = 24 };

void describe_impls_of(const struct effect *effect)
{
    const int count = effect_impl_count(effect);
    if (count > 0)
        printf("\n%-*s %6s %8s %6s %6s %6s %6s %6s\n", LEFT + NAME_WIDTH, effect->name, "texels",
               "bilinear", "shared", "sums", "stores", "passes", "memory");
    for (int i = 0; i < count; i++) {
        const struct effect_impl *impl = effect->impls[i];
        struct impl_joins joins;
        const struct cost cost = cost_of(effect, i, &joins);
        const double counts[] = { cost.texels, cost.bilinear, cost.shared,      cost.sums,
                                  cost.stores, cost.passes,   cost.shared_bytes };
        char error[ERROR_SIZE], text[512];
        printf("%*s%-*s", LEFT, "", NAME_WIDTH, impl->name);
        for (int k = 0; k < 7; k++) // three digits, without an exponent
            printf(counts[k] < 1000 ? " %*.3g" : " %*.0f", k == 1 ? 8 : 6, counts[k]);
        print_stated_error(effect, i, 0, 0, error);
        snprintf(text, sizeof(text), "%s: %s%s%s%s%s",
                 effect_impl_is_compute(impl) ? "compute" : "fragment", impl->summary,
                 error[0] ? "; differs by " : "", error, impl->fastest_on ? "; fastest on " : "",
                 impl->fastest_on ? impl->fastest_on : "");
        printf("\n%*s", SUMMARY_INDENT, "");
        wrap_print(stdout, SUMMARY_INDENT, SUMMARY_INDENT, text);
    }
}

void describe_impls(void)
{
    wrap_print(
        stdout, 0, 0,
        "Reads, sums and stores are counted for each pixel of a picture of 1920x1080, at the "
        "defaults; memory is the shared memory of a group in bytes. An implementation that "
        "differs from the others says by how much at most, of the brightest texel, at widths "
        "from 1 px on; auto takes it where error= allows that much");
    for (int i = 0; effects[i]; i++)
        describe_impls_of(effects[i]);
}

// ---- as JSON

static json_t *params_json(const struct param *param)
{
    json_t *rows = json_array();
    for (; param && param->key; param++) {
        char value[PARAM_PRINTED_SIZE], range[DESCRIBE_RANGE_SIZE];
        describe_default(param, value, sizeof(value));
        describe_range(param, range, sizeof(range));
        json_array_append_new(rows, json_file_object("key:t default:t range:t help:t", param->key,
                                                     value, range, param->help ? param->help : ""));
    }
    return rows;
}

void describe_sentences(const struct effect *effect, char *out, size_t size)
{
    static const char *const colour_words[] = {
        [COLOUR_LINEAR] = "linear light to linear light",
        [COLOUR_ENCODES] = "linear light to display values",
        [COLOUR_DISPLAY] = "display values to display values",
        [COLOUR_ANY] = "linear light or display values, which they stay",
    };
    const char *origin = effect->about.origin;
    snprintf(out, size, "%s. %s, %s.%s%s%s", effect->about.summary,
             effect->pointwise ? "Pointwise" : "Spatial", colour_words[effect->colour],
             origin ? " Origin: " : "", origin ? origin : "", origin ? "." : "");
}

static json_t *effect_json(const struct effect *effect)
{
    const bool dithers = effect_cell_row(effect) != NULL;
    char about[1024], *numbers = explain_numbers(effect);
    static const float sigmas[] = { 3, 3.25f, 4, 5, 8, 10, 14, 16, 28, 64 };
    static const float reaches[] = { 0, 3 };
    const bool has_reach = param_find(effect->params, "reach");
    json_t *impls = json_array(), *errors = json_array();
    describe_sentences(effect, about, sizeof(about));
    for (int i = 0; i < effect_impl_count(effect); i++) {
        const struct effect_impl *impl = effect->impls[i];
        struct impl_joins joins;
        const struct cost cost = cost_of(effect, i, &joins);
        const char *sides = joins.before < 0 && joins.after < 0 ? ""
                            : joins.before < 0                  ? "after"
                            : joins.after < 0                   ? "before"
                                                                : "before, after";
        char error[ERROR_SIZE];
        print_stated_error(effect, i, 0, 0, error);
        json_array_append_new(
            impls, json_file_object(
                       "name:t kind:t passes:n texels:n bilinear:n shared:n sums:n bytes:n "
                       "memory:n error:t joins:t summary:t wins:t origin:t",
                       impl->name, effect_impl_is_compute(impl) ? "compute" : "fragment",
                       cost.passes, cost.texels, cost.bilinear, cost.shared, cost.sums,
                       2 * sizeof(uint16_t[4]) * cost.stores, cost.shared_bytes, error, sides,
                       impl->summary ? impl->summary : "", impl->fastest_on ? impl->fastest_on : "",
                       impl->origin ? impl->origin : ""));
    }
    // Implementations may state errors that depend on the width and the reach.
    for (int i = 0; i < 2 * effect_impl_count(effect) && has_reach; i++) {
        const struct effect_impl *impl = effect->impls[i / 2];
        if (!impl->error)
            continue;
        json_t *of_sigmas = json_object();
        for (size_t at = 0; at < ARRAY_COUNT(sigmas); at++) {
            char sigma[16], error[ERROR_SIZE];
            snprintf(sigma, sizeof(sigma), "%g", sigmas[at]);
            print_stated_error(effect, i / 2, sigmas[at], reaches[i % 2], error);
            json_object_set_new(of_sigmas, sigma, json_file_text(error, "an error"));
        }
        json_array_append_new(errors, json_file_object("impl:t reach:n errors:o", impl->name,
                                                       reaches[i % 2], of_sigmas));
    }
    json_t *json = json_file_object(
        "name:t group:t summary:t about:t text:t numbers:t params:o impls:o errors:o", effect->name,
        effect->blur ? "blurs"
        : dithers    ? "dithering"
                     : "bloom and colour",
        effect->about.summary, about, explain_text(effect), numbers, params_json(effect->params),
        impls, errors);
    free(numbers);
    return json;
}

// --list all: what documents are made of (script/describe).

void describe_all(void)
{
    static const char *const lists[] = {
        "options", "chains", "presets", "effects", "scenes", "keys"
    };
    enum { OPTIONS, CHAINS, PRESETS, EFFECTS, SCENES, KEYS, COUNT };
    json_t *of[COUNT], *all = json_object();
    for (int i = 0; i < COUNT; i++)
        json_object_set_new(all, lists[i], of[i] = json_array());
    for (const struct option *row = option_table; row->name; row++)
        if (!row->is_hidden)
            json_array_append_new(
                of[OPTIONS],
                json_file_object("name:t letter:t value:t standalone:b heading:t help:t", row->name,
                                 (const char[]){ row->letter, '\0' }, row->value,
                                 row->is_standalone, row->heading, row->help));
    for (int i = 0; describe_chain_text[i]; i++)
        json_array_append_new(of[CHAINS], json_file_text(describe_chain_text[i], "a text"));
    for (int i = 0; i < preset_count(); i++) {
        const char *comment = preset_text(i) + strspn(preset_text(i), "# ");
        char text[CHAIN_TEXT_SIZE], summary[CHAIN_TEXT_SIZE];
        describe_preset(i, text);
        snprintf(summary, sizeof(summary), "%.*s", (int) strcspn(comment, "\n"), comment);
        json_array_append_new(of[PRESETS], json_file_object("name:t summary:t chain:t",
                                                            preset_name(i), summary, text));
    }
    for (int i = 0; effects[i]; i++)
        json_array_append_new(of[EFFECTS], effect_json(effects[i]));
    for (int i = 0; scenes[i]; i++)
        json_array_append_new(of[SCENES],
                              json_file_object("name:t summary:t params:o", scenes[i]->name,
                                               scenes[i]->summary, params_json(scenes[i]->params)));
    for (const struct control *row = controls; row->name; row++)
        json_array_append_new(
            of[KEYS], json_file_object("name:t group:t help:t", row->name, row->group, row->help));
    json_file_print(all, stdout);
    json_decref(all);
}
