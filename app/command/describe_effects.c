#include "app/command/describe.h"
#include "app/command/explain.h"
#include "app/text/wrap.h"
#include "effects/auto/impl_cost.h"
#include "effects/palette/palette.h"
#include "render/file/embedded.h"
#include "render/scene/scene.h"
#include "render/text/step_text.h"

#include <assert.h>
#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

// ---- parameters

static void describe_numbers(const struct param *param, char *out, size_t size)
{
    snprintf(out, size, "%s%s%g..%g%s%s", param->zero ? param->zero : "", param->zero ? ", " : "",
             (double) param->min, (double) param->max, param->unit ? " " : "",
             param->unit ? param->unit : "");
}

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
               "tonemap,dither:palette=auto:colors=16; --palette-to keeps them");
}

// ---- implementations

struct effect_site describe_site(const struct effect *effect, void *params)
{
    // Costs may ask what kind it is.
    static const struct context_info some_info = { .max_storage = INT64_MAX };
    if (effect->params)
        param_set_defaults(effect->params, params);
    return (struct effect_site){
        .info = &some_info,
        .effect = effect,
        .params = params,
        .width = 1920,
        .height = 1080,
        .cell = effect_cell(effect, params, 1080, 1),
        .format = FORMAT_RGBA16F,
    };
}

// Returns the work of an implementation at its defaults per pixel of a picture of 1920x1080.
static struct cost cost_of(const struct effect *effect, int impl)
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    const struct effect_site site = describe_site(effect, params);
    struct cost cost;
    impl_cost_count(effect->impls[impl], &site, &cost);
    const double pixels = (double) site.width * site.height;
    cost.texels /= pixels;
    cost.bilinear /= pixels;
    cost.shared /= pixels;
    cost.sums /= pixels;
    cost.stores /= pixels;
    return cost;
}

enum { ERROR_SIZE = 48 };

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

// Adds the widths from 1 px on at which the implementation fits, and whole numbers, at which
// constructions change.
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

// Writes the error that an implementation states over all formats, at one width or (0) over all
// widths, and at one reach or (0) the default: "0.029 to 1.2 %", or "" for no error.
static void print_error(const struct effect *effect, int impl, float sigma, float reach,
                        char out[ERROR_SIZE])
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    struct effect_site site = describe_site(effect, params);
    struct span span = { INFINITY, 0 };
    char least[16], most[16];
    out[0] = '\0';
    if (!effect->impls[impl]->error)
        return;
    const struct param *width = param_find(effect->params, "sigma");
    assert(width); // only blurs state an error
    if (reach > 0)
        param_set(param_find(effect->params, "reach"), params, 0, reach);
    for (int i = 0; i < 2; i++) {
        site.format = i == 0 ? FORMAT_RGBA16F : FORMAT_RGBA32F;
        if (sigma > 0)
            add_width(effect->impls[impl], width, sigma, &site, params, &span);
        else
            add_widths(effect->impls[impl], width, &site, params, &span);
    }
    snprintf(least, sizeof(least), "%.2g", 100 * (sigma > 0 ? span.most : span.least));
    snprintf(most, sizeof(most), "%.2g", 100 * span.most);
    const bool is_one = strcmp(least, most) == 0;
    if (span.most >= 1)
        snprintf(out, ERROR_SIZE, "any amount");
    else if (span.most > 0)
        snprintf(out, ERROR_SIZE, "%s%s%s %%", is_one ? "" : least, is_one ? "" : " to ", most);
}

enum { LEFT = 2, SUMMARY_INDENT = 6, NAME_WIDTH = 24 };

static void print_impl(const struct effect *effect, int i)
{
    const struct effect_impl *impl = effect->impls[i];
    const struct cost cost = cost_of(effect, i);
    const double counts[] = { cost.texels, cost.bilinear, cost.shared,      cost.sums,
                              cost.stores, cost.passes,   cost.shared_bytes };
    printf("%*s%-*s", LEFT, "", NAME_WIDTH, impl->name);
    for (int k = 0; k < 7; k++) // three digits, without an exponent
        printf(counts[k] < 1000 ? " %*.3g" : " %*.0f", k == 1 ? 8 : 6, counts[k]);
    printf("\n%*s", SUMMARY_INDENT, "");
    const int column = SUMMARY_INDENT + printf(impl->compute ? "compute: " : "fragment: ");
    char error[ERROR_SIZE], text[512];
    print_error(effect, i, 0, 0, error);
    snprintf(text, sizeof(text), "%s%s%s", impl->summary, error[0] ? "; differs by " : "", error);
    wrap_print(stdout, column, SUMMARY_INDENT, text);
}

void describe_impls(void)
{
    wrap_print(
        stdout, 0, 0,
        "Reads, sums and stores are counted for each pixel of a picture of 1920x1080, at the "
        "defaults; memory is the shared memory of a group in bytes. An implementation that "
        "differs from the others says by how much at most, of the brightest texel, at widths "
        "from 1 px on; auto takes it where error= allows that much");
    printf("\n%*s %6s %8s %6s %6s %6s %6s %6s\n", LEFT + NAME_WIDTH, "", "texels", "bilinear",
           "shared", "sums", "stores", "passes", "memory");
    for (int i = 0; effects[i]; i++) {
        if (effect_impl_count(effects[i]) > 0)
            printf("%s\n", effects[i]->name);
        for (int impl = 0; impl < effect_impl_count(effects[i]); impl++)
            print_impl(effects[i], impl);
    }
}

// ---- docs/effects.md

enum group { GROUP_BLUR, GROUP_COLOUR, GROUP_DITHER, GROUP_COUNT };

// Escapes bars: a bar inside a cell would end it.
static void print_cell(const char *text)
{
    fputs(" ", stdout);
    for (; *text; text++)
        printf(*text == '|' ? "\\%c" : "%c", *text);
    fputs(" |", stdout);
}

static void print_params(const struct effect *effect)
{
    if (!effect->params || !effect->params->key)
        return;
    fputs("\n| option | default | values | |\n|---|---|---|---|\n", stdout);
    for (const struct param *param = effect->params; param->key; param++) {
        char value[PARAM_PRINTED_SIZE], range[DESCRIBE_RANGE_SIZE];
        describe_default(param, value, sizeof(value));
        describe_range(param, range, sizeof(range));
        printf("| `%s` |", param->key);
        print_cell(value);
        print_cell(range);
        print_cell(param->help ? param->help : "");
        putchar('\n');
    }
}

static void print_impl_row(const struct effect *effect, int i)
{
    const struct effect_impl *impl = effect->impls[i];
    const struct cost cost = cost_of(effect, i);
    const double counts[] = { cost.passes,      cost.texels, cost.bilinear,
                              cost.shared,      cost.sums,   2 * sizeof(uint16_t[4]) * cost.stores,
                              cost.shared_bytes };
    const char *joins = impl->input_program ? "before" : impl->output_program ? "after" : "";
    if (impl->input_program && impl->output_program)
        joins = "before, after";
    char error[ERROR_SIZE];
    print_error(effect, i, 0, 0, error);
    printf("| `%s` | %s |", impl->name, impl->compute ? "compute" : "fragment");
    for (int k = 0; k < 7; k++)
        if (counts[k] > 0)
            printf(k == 0 || k == 6 ? " %.0f |" : " %.3g |", counts[k]);
        else
            fputs(" |", stdout);
    print_cell(error);
    print_cell(joins);
    print_cell(impl->summary ? impl->summary : "");
    print_cell(impl->wins ? impl->wins : "");
    print_cell(impl->origin ? impl->origin : "");
    putchar('\n');
}

static const float error_sigmas[] = { 4, 4.99f, 5, 6, 8, 10, 16, 24, 40, 64 };
enum { ERROR_SIGMAS = sizeof(error_sigmas) / sizeof(error_sigmas[0]) };

// For an effect whose implementations state errors that depend on its width and its reach.
static void print_errors(const struct effect *effect)
{
    if (!param_find(effect->params, "reach"))
        return;
    fputs("\nWhat differs may be off by, at some widths:\n\n| sigma |", stdout);
    for (int i = 0; i < ERROR_SIGMAS; i++)
        printf(" %g |", (double) error_sigmas[i]);
    fputs("\n|---|", stdout);
    for (int i = 0; i < ERROR_SIGMAS; i++)
        fputs("---|", stdout);
    putchar('\n');
    for (int i = 0; i < effect_impl_count(effect); i++)
        for (int k = 0; effect->impls[i]->error && k < 2; k++) {
            char error[ERROR_SIZE];
            printf(k == 0 ? "| `%s` |" : "| `%s`, `reach=3` |", effect->impls[i]->name);
            for (int at = 0; at < ERROR_SIGMAS; at++) {
                print_error(effect, i, error_sigmas[at], k == 0 ? 0 : 3, error);
                print_cell(error);
            }
            putchar('\n');
        }
}

void describe_sentences(const struct effect *effect, char *out, size_t size)
{
    static const char *const colour_words[] = {
        [COLOUR_LINEAR] = "linear light to linear light",
        [COLOUR_ENCODES] = "linear light to display values",
        [COLOUR_DISPLAY] = "display values to display values",
        [COLOUR_KEPT] = "linear light or display values, which they stay",
    };
    snprintf(out, size, "%s. %s, %s.%s%s%s", effect->summary,
             effect->pointwise ? "Pointwise" : "Spatial", colour_words[effect->colour],
             effect->origin ? " Origin: " : "", effect->origin ? effect->origin : "",
             effect->origin ? "." : "");
}

static void print_effect(const struct effect *effect)
{
    const int count = effect_impl_count(effect);
    char text[1024];
    describe_sentences(effect, text, sizeof(text));
    printf("\n### %s\n\n%s\n", effect->name, text);
    explain_print_markdown(effect, stdout);
    print_params(effect);
    if (count > 0)
        fputs("\n| `impl` | kind | passes | texels | bilinear | shared | sums | bytes | memory | "
              "differs by | joins | | fastest on | source "
              "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
              stdout);
    for (int i = 0; i < count; i++)
        print_impl_row(effect, i);
    print_errors(effect);
}

// The words around the tables are those of assets/effects.md and, of an effect, of its own text
// (explain.h); tests/effects/dither_test.c and tests/effects/error_diffusion_test.c hold the
// effects to their numbers.
void describe_effects_markdown(void)
{
    static const char *const places[GROUP_COUNT] = { "<!-- blurs -->\n",
                                                     "<!-- bloom and colour -->\n",
                                                     "<!-- dithering -->\n" };
    const char *rest = embedded_find("assets/effects.md")->text;
    for (enum group group = GROUP_BLUR; group < GROUP_COUNT; group++) {
        rest = embedded_print_until(rest, places[group], stdout);
        for (int i = 0; effects[i]; i++) {
            const bool dithers = effects[i]->colour == COLOUR_DISPLAY || effects[i]->makes_cells;
            if ((effects[i]->blurs ? GROUP_BLUR : dithers ? GROUP_DITHER : GROUP_COLOUR) == group)
                print_effect(effects[i]);
        }
    }
    fputs(rest, stdout);
}
