#include "app/command/describe_effects.h"

#include <string.h>

enum group { GROUP_BLUR, GROUP_COLOUR, GROUP_DITHER, GROUP_COUNT };

static enum group group_of(const struct effect *effect)
{
    if (effect->blurs)
        return GROUP_BLUR;
    return effect->colour == COLOUR_DISPLAY || effect->makes_cells ? GROUP_DITHER : GROUP_COLOUR;
}

// Escapes bars: a bar inside a cell would end it.
static void print_cell(FILE *out, const char *text)
{
    fputs(" ", out);
    for (; *text; text++)
        fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
    fputs(" |", out);
}

static void print_param(FILE *out, const struct param *param)
{
    char value[PARAM_PRINTED_SIZE], range[DESCRIBE_RANGE_SIZE];
    describe_default(param, value, sizeof(value));
    describe_range(param, ", ", range, sizeof(range));
    fprintf(out, "| `%s` |", param->key);
    print_cell(out, value);
    print_cell(out, range);
    print_cell(out, param->help ? param->help : "");
    fputc('\n', out);
}

static void print_param_table(FILE *out, const struct effect *effect)
{
    if (!effect->params || !effect->params->key)
        return;
    fputs("\n| option | default | values | |\n|---|---|---|---|\n", out);
    for (const struct param *param = effect->params; param->key; param++)
        print_param(out, param);
}

static const char *joins_words(const struct effect_impl *impl)
{
    if (impl->input_program && impl->output_program)
        return "before, after";
    return impl->input_program ? "before" : impl->output_program ? "after" : "";
}

static void print_count_cell(FILE *out, const char *format, double count)
{
    if (count > 0)
        fprintf(out, format, count);
    else
        fputs(" |", out);
}

static void print_impl_cells(FILE *out, const struct effect *effect, int i)
{
    const struct effect_impl *impl = effect->impls[i];
    const struct cost cost = describe_cost(effect, i);
    char error[DESCRIBE_ERROR_SIZE];
    describe_error(effect, i, error);
    fprintf(out, "| `%s` | %s |", impl->name, impl->compute ? "compute" : "fragment");
    print_count_cell(out, " %.0f |", cost.passes);
    print_count_cell(out, " %.3g |", cost.texels);
    print_count_cell(out, " %.3g |", cost.bilinear);
    print_count_cell(out, " %.3g |", cost.shared);
    print_count_cell(out, " %.3g |", cost.sums);
    print_count_cell(out, " %.3g |", 2 * sizeof(uint16_t[4]) * cost.stores);
    print_count_cell(out, " %.0f |", cost.shared_bytes);
    print_cell(out, error);
    print_cell(out, joins_words(impl));
    print_cell(out, impl->summary ? impl->summary : "");
    print_cell(out, impl->wins ? impl->wins : "");
    print_cell(out, impl->origin ? impl->origin : "");
    fputc('\n', out);
}

static void print_impls(FILE *out, const struct effect *effect)
{
    const int count = effect_impl_count(effect);
    if (count == 0)
        return;
    fputs("\n| `impl` | kind | passes | texels | bilinear | shared | sums | bytes | memory | "
          "differs by | joins | | fastest on | source "
          "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int i = 0; i < count; i++)
        print_impl_cells(out, effect, i);
}

static const float error_sigmas[] = { 4, 4.99f, 5, 6, 8, 10, 16, 24, 40, 64 };
enum { ERROR_SIGMAS = sizeof(error_sigmas) / sizeof(error_sigmas[0]) };

static void print_errors_row(FILE *out, const struct effect *effect, int impl, const char *key,
                             float value)
{
    fprintf(out, "| `%s`", effect->impls[impl]->name);
    if (key)
        fprintf(out, ", `%s=%g`", key, (double) value);
    fputs(" |", out);
    for (int i = 0; i < ERROR_SIGMAS; i++) {
        char error[DESCRIBE_ERROR_SIZE];
        describe_error_at(effect, impl, error_sigmas[i], key, value, error);
        print_cell(out, error);
    }
    fputc('\n', out);
}

// For an effect whose implementations state errors that depend on its width and its reach.
static void print_errors(FILE *out, const struct effect *effect)
{
    if (!effect->params || !param_find(effect->params, "reach", strlen("reach")))
        return;
    fputs("\nWhat differs may be off by, at some widths:\n\n| sigma |", out);
    for (int i = 0; i < ERROR_SIGMAS; i++)
        fprintf(out, " %g |", (double) error_sigmas[i]);
    fputs("\n|---|", out);
    for (int i = 0; i < ERROR_SIGMAS; i++)
        fputs("---|", out);
    fputc('\n', out);
    for (int i = 0; i < effect_impl_count(effect); i++)
        if (effect->impls[i]->error) {
            print_errors_row(out, effect, i, NULL, 0);
            print_errors_row(out, effect, i, "reach", 3);
        }
}

static const char *colour_words(const struct effect *effect)
{
    static const char *const words[] = {
        [COLOUR_LINEAR] = "linear light to linear light",
        [COLOUR_ENCODES] = "linear light to display values",
        [COLOUR_DISPLAY] = "display values to display values",
        [COLOUR_KEPT] = "linear light or display values, which they stay",
    };
    return words[effect->colour];
}

static void print_effect(FILE *out, const struct effect *effect)
{
    fprintf(out, "\n### %s\n\n%s. %s, %s.\n", effect->name, effect->summary,
            effect->pointwise ? "Pointwise" : "Spatial", colour_words(effect));
    if (effect->origin)
        fprintf(out, "Origin: %s.\n", effect->origin);
    print_param_table(out, effect);
    print_impls(out, effect);
    print_errors(out, effect);
}

static const char head[] =
    "# Effects\n\n"
    "Made by `halation --print effects-md` from the tables that the program runs on.\n\n"
    "Every effect also takes `roi=x0/y0/x1/y1`, the part of the picture where it works. Lengths "
    "are in pixels or,\n"
    "with `%h`, in per cent of the picture's height. `impl=auto` takes the cheapest one on the GPU "
    "at hand that computes\n"
    "the same image, or, where an effect has the option `error`, one that is off by no more than "
    "that. How far an\n"
    "implementation may be off follows from the options. It is a bound for every picture; what "
    "formats round comes on top.\n\n"
    "An implementation that joins runs the pointwise steps before or after it within its own "
    "programs, where "
    "nothing is rounded\n"
    "to the format of the images between the steps. Compared with the same steps one by one "
    "(`--fuse=off`) the picture in\n"
    "linear light differs by no more than 2e-6 of its brightest texel in rgba32f, and 3 units in "
    "the last place of a\n"
    "half float in rgba16f; `tests/effects/plan_gpu_test.c` holds it to that. Where `joins` is "
    "empty, "
    "steps before and\n"
    "after are passes of their own: no implementation of mips, gaussian and box joins.\n\n"
    "Costs are those of a picture of 1920x1080 in rgba16f at the defaults.\n\n"
    "| column | |\n|---|---|\n"
    "| kind, passes | fragment or compute programs, and how many draws or dispatches |\n"
    "| texels, bilinear, shared | reads for each pixel: fetched, through the filter, from shared "
    "memory |\n"
    "| sums | texels multiplied and added for each pixel, where these are more than the reads |\n"
    "| bytes | the least that must be moved for each pixel, with every image and buffer between "
    "the passes written once and read once |\n"
    "| memory | bytes of shared memory of a group; an implementation that needs more than a GPU "
    "has does not fit "
    "there |\n"
    "| differs by | how far the picture may be off that of the others, in per cent of its "
    "brightest texel, at widths from 1 px on, in all formats |\n"
    "| joins | which neighbours it joins |\n"
    "| fastest on | where it was measured to be the fastest, at the defaults unless it says "
    "otherwise; those without a word have not been so anywhere |\n"
    "| source | where it comes from, if not from the effect's origin |\n";

// These numbers are what tests/effects/dither_test.c and tests/effects/error_diffusion_test.c hold
// the effects to.
static const char dithering[] =
    "\nOf a palette `dither` shows each area in a mix of up to four colours. What is kept of its "
    "mean, in display values of\n0..1 and of values that the palette's colours can mix: all of it, "
    "to the steps of the pattern, where these lie on a line or\nare three or four with room "
    "between "
    "them (bw, grey4, cga); of four on a bent line (gameboy) all between two "
    "neighbours,\nelsewhere "
    "and of more, whose mix is searched, within 0.15 and 0.04 on "
    "average (bwrgb: 0.2;\nweb: 0.01 and 0.005). Of values that no mix reaches the "
    "nearest "
    "is shown, or one near it. `error_diffusion` keeps the\nmean of what can be mixed, but for the "
    "quarter of each error that `atkinson` lets go. `strength` below 1 keeps less.\n\n"
    "Cells are squares of pixels, the first at the top left corner, the last of a row or column "
    "cut off at the border. After\n`pixelate` each shows one colour; `dither` alone gives their "
    "pixels one threshold, `error_diffusion` their mean.\n";

void describe_effects_markdown(FILE *out)
{
    static const char *const headings[] = { "Blurs", "Bloom and colour", "Dithering" };
    fputs(head, out);
    for (enum group group = GROUP_BLUR; group < GROUP_COUNT; group++) {
        fprintf(out, "\n## %s\n", headings[group]);
        if (group == GROUP_DITHER)
            fputs(dithering, out);
        for (int i = 0; effects[i]; i++)
            if (group_of(effects[i]) == group)
                print_effect(out, effects[i]);
    }
}
