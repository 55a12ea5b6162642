#include "app/command/describe_effects.h"

#include "app/lab/text/wrap.h"
#include "effects/palette/palette.h"
#include "render/scene/scene.h"

#include <assert.h>
#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

// ---- parameters

static void join_choices(const struct param *param, const char *separator, char *out, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < param_choice_count(param) && length < size; i++)
        length += (size_t) snprintf(out + length, size - length, "%s%s", i > 0 ? separator : "",
                                    param_choice(param, i));
}

static void describe_numbers(const struct param *param, char *out, size_t size)
{
    snprintf(out, size, "%s%s%g..%g%s%s", param->zero ? param->zero : "", param->zero ? ", " : "",
             (double) param->min, (double) param->max, param->unit ? " " : "",
             param->unit ? param->unit : "");
}

void describe_range(const struct param *param, const char *separator, char *out, size_t size)
{
    out[0] = '\0';
    switch (param->type) {
    case PARAM_TYPE_CHOICE:
        join_choices(param, separator, out, size);
        break;
    case PARAM_TYPE_TEXT:
        snprintf(out, size, "text");
        break;
    case PARAM_TYPE_RECT:
        snprintf(out, size, "x0/y0/x1/y1");
        break;
    case PARAM_TYPE_COLOUR:
        snprintf(out, size, "r/g/b, each %g..%g", (double) param->min, (double) param->max);
        break;
    case PARAM_TYPE_LENGTH:
        describe_numbers(param, out, size);
        strncat(out, " or %h", size - strlen(out) - 1);
        break;
    default:
        describe_numbers(param, out, size);
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

// ISO 8613-6: 48;2 sets the background to red;green;blue.
static void print_swatch(FILE *out, const unsigned char rgb[3])
{
    fprintf(out, "\033[48;2;%d;%d;%dm  \033[0m", rgb[0], rgb[1], rgb[2]);
}

static void print_colours(FILE *out, const struct palette *palette, bool as_swatches)
{
    const int a_line = as_swatches ? SWATCHES_A_LINE : HEX_A_LINE;
    for (int i = 0; i < palette->count; i++) {
        const unsigned char *rgb = palette->colours[i];
        if (i % a_line == 0)
            fprintf(out, "%s%*s", i > 0 ? "\n" : "", INDENT, "");
        if (as_swatches)
            print_swatch(out, rgb);
        else
            fprintf(out, "%s%02x%02x%02x", i % a_line > 0 ? " " : "", rgb[0], rgb[1], rgb[2]);
    }
    fputc('\n', out);
}

void describe_palettes(FILE *out, bool as_swatches)
{
    for (const struct palette_named *named = palettes; named->name; named++) {
        struct palette palette;
        struct error error;
        wrap_entry(out, 0, INDENT, named->name, named->summary);
        if (palette_load(&palette, named->name, &error))
            print_colours(out, &palette, as_swatches);
    }
}

// ---- implementations

static struct effect_site some_site(const struct effect *effect, void *params)
{
    // Costs may ask what kind it is.
    static const struct context_info some_info = { .max_storage = INT64_MAX };
    if (effect->params)
        param_set_defaults(effect->params, params);
    return (struct effect_site){
        .info = &some_info,
        .params = params,
        .width = 1920,
        .height = 1080,
        .cell = effect_cell(effect, params, 1080, 1),
        .format = FORMAT_RGBA16F,
    };
}

struct cost describe_cost(const struct effect *effect, int impl)
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    const struct effect_site site = some_site(effect, params);
    struct cost cost = { 0 };
    effect->impls[impl]->cost(&site, &cost);
    const double pixels = (double) site.width * site.height;
    cost.texels /= pixels;
    cost.bilinear /= pixels;
    cost.shared /= pixels;
    cost.sums /= pixels;
    cost.stores /= pixels;
    return cost;
}

struct span {
    double least, most;
};

static void add_width(const struct effect_impl *impl, const struct param *row, float width,
                      const struct effect_site *site, void *params, struct span *span)
{
    char why[EFFECT_WHY_SIZE];
    param_set(row, params, 0, width);
    if (impl->fits && !impl->fits(site, why))
        return;
    const double error = effect_impl_error(impl, site);
    span->least = fmin(span->least, error);
    span->most = fmax(span->most, error);
}

// The widths from 1 px on at which it fits. Constructions change at whole ones.
static void add_widths(const struct effect_impl *impl, const struct param *row,
                       const struct effect_site *site, void *params, struct span *span)
{
    enum { WIDTHS = 100 };
    float min, max;
    param_slider(row, &min, &max);
    for (int i = 0; i <= WIDTHS; i++)
        add_width(impl, row, min * powf(max / min, (float) i / WIDTHS), site, params, span);
    for (float width = ceilf(min); width <= max; width++)
        add_width(impl, row, width, site, params, span);
}

static void print_span(const struct span *span, char out[DESCRIBE_ERROR_SIZE])
{
    char least[16], most[16];
    snprintf(least, sizeof(least), "%.2g", 100 * span->least);
    snprintf(most, sizeof(most), "%.2g", 100 * span->most);
    const bool is_one = strcmp(least, most) == 0;
    if (span->most >= 1)
        snprintf(out, DESCRIBE_ERROR_SIZE, "any amount");
    else if (span->most > 0)
        snprintf(out, DESCRIBE_ERROR_SIZE, "%s%s%s %%", is_one ? "" : least, is_one ? "" : " to ",
                 most);
}

void describe_error(const struct effect *effect, int impl, char out[DESCRIBE_ERROR_SIZE])
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    struct effect_site site = some_site(effect, params);
    struct span span = { INFINITY, 0 };
    out[0] = '\0';
    if (!effect->impls[impl]->error)
        return;
    const struct param *width = param_find(effect->params, "sigma", strlen("sigma"));
    assert(width); // only blurs state an error
    add_widths(effect->impls[impl], width, &site, params, &span);
    site.format = FORMAT_RGBA32F;
    add_widths(effect->impls[impl], width, &site, params, &span);
    print_span(&span, out);
}

void describe_error_at(const struct effect *effect, int impl, float sigma, const char *key,
                       float value, char out[DESCRIBE_ERROR_SIZE])
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    struct effect_site site = some_site(effect, params);
    struct span span = { INFINITY, 0 };
    const struct param *width = param_find(effect->params, "sigma", strlen("sigma"));
    if (key)
        param_set(param_find(effect->params, key, strlen(key)), params, 0, value);
    add_width(effect->impls[impl], width, sigma, &site, params, &span);
    site.format = FORMAT_RGBA32F;
    add_width(effect->impls[impl], width, sigma, &site, params, &span);
    span.least = span.most;
    print_span(&span, out);
}

enum { LEFT = 2, SUMMARY_INDENT = 6, NAME_WIDTH = 24 };

// Prints three digits, without an exponent.
static void print_count(FILE *out, int width, double count)
{
    fprintf(out, count < 1000 ? " %*.3g" : " %*.0f", width, count);
}

static void print_impl(FILE *out, const struct effect *effect, int i)
{
    const struct effect_impl *impl = effect->impls[i];
    const struct cost cost = describe_cost(effect, i);
    fprintf(out, "%*s%-*s", LEFT, "", NAME_WIDTH, impl->name);
    print_count(out, 6, cost.texels);
    print_count(out, 8, cost.bilinear);
    print_count(out, 6, cost.shared);
    print_count(out, 6, cost.sums);
    print_count(out, 6, cost.stores);
    print_count(out, 6, cost.passes);
    print_count(out, 6, cost.shared_bytes);
    fprintf(out, "\n%*s", SUMMARY_INDENT, "");
    const int column = SUMMARY_INDENT + fprintf(out, impl->compute ? "compute: " : "fragment: ");
    char error[DESCRIBE_ERROR_SIZE], text[512];
    describe_error(effect, i, error);
    snprintf(text, sizeof(text), "%s%s%s", impl->summary, error[0] ? "; differs by " : "", error);
    wrap_print(out, column, SUMMARY_INDENT, text);
}

void describe_impls(FILE *out)
{
    wrap_print(out, 0, 0,
               "Reads, sums and stores for each pixel of a picture of 1920x1080, at the defaults; "
               "memory: bytes of shared memory of a group. What differs from the others by so much "
               "of the brightest texel, at widths from 1 px on, auto takes where error= allows it");
    fprintf(out, "\n%*s %6s %8s %6s %6s %6s %6s %6s\n", LEFT + NAME_WIDTH, "", "texels", "bilinear",
            "shared", "sums", "stores", "passes", "memory");
    for (int i = 0; effects[i]; i++) {
        if (effect_impl_count(effects[i]) > 0)
            fprintf(out, "%s\n", effects[i]->name);
        for (int impl = 0; impl < effect_impl_count(effects[i]); impl++)
            print_impl(out, effects[i], impl);
    }
}
