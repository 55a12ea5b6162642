#include "app/command/describe/describe.h"

#include "app/bench/bench.h"
#include "app/lab/headless.h"
#include "app/lab/text/colour.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/wrap.h"
#include "app/window/controls/controls.h"
#include "app/window/view/distribution.h"
#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_INDENT = 17, KEY_INDENT = 4, RANGE_INDENT = 28, HELP_INDENT = 30 };

static void list_params(const struct param *param)
{
    for (; param && param->key; param++) {
        char value[PARAM_PRINTED_SIZE], range[DESCRIBE_RANGE_SIZE];
        describe_default(param, value, sizeof(value));
        describe_range(param, ", ", range, sizeof(range));
        const int column = printf("%*s%-12s %-10s ", KEY_INDENT, "", param->key, value);
        wrap_print(stdout, column, RANGE_INDENT, range);
        if (param->help)
            wrap_entry(stdout, 0, HELP_INDENT, "", param->help);
    }
}

static void print_head(int i, const char *name, const char *summary, const char *kind)
{
    char text[512];
    snprintf(text, sizeof(text), "%s%s", summary, kind);
    if (i > 0)
        putchar('\n');
    wrap_entry(stdout, 0, NAME_INDENT, name, text);
}

static int list_effects(const struct options *options)
{
    (void) options;
    for (int i = 0; effects[i]; i++) {
        print_head(i, effects[i]->name, effects[i]->summary,
                   effects[i]->pointwise ? " (pointwise)" : " (spatial)");
        list_params(effects[i]->params);
    }
    return EXIT_SUCCESS;
}

static int list_impls(const struct options *options)
{
    (void) options;
    describe_impls(stdout);
    return EXIT_SUCCESS;
}

static int list_scenes(const struct options *options)
{
    (void) options;
    for (int i = 0; scenes[i]; i++) {
        print_head(i, scenes[i]->name, scenes[i]->summary, "");
        list_params(scenes[i]->params);
    }
    return EXIT_SUCCESS;
}

static int list_chains(const struct options *options)
{
    (void) options;
    for (int i = 0; i < preset_count(); i++) {
        struct chain chain;
        struct error error;
        char text[CHAIN_TEXT_SIZE] = "";
        if (chain_parse(&chain, preset_text(i), NULL, &error))
            chain_print(&chain, text, sizeof(text));
        wrap_entry(stdout, 0, NAME_INDENT, preset_name(i), text);
    }
    return EXIT_SUCCESS;
}

static int list_palettes(const struct options *options)
{
    (void) options;
    describe_palettes(stdout, colour_is_wanted(stdout));
    return EXIT_SUCCESS;
}

static int list_keys(const struct options *options)
{
    (void) options;
    for (const struct control *control = controls; control->name; control++)
        wrap_entry(stdout, 0, NAME_INDENT + 2, control->name, control->help);
    return EXIT_SUCCESS;
}

static int list_suites(const struct options *options)
{
    (void) options;
    suites_print();
    return EXIT_SUCCESS;
}

static void print_line(const char *text, void *data)
{
    (void) data;
    wrap_print(stdout, 0, 4, text);
}

static int list_gpus(const struct options *options)
{
    (void) options;
    context_list_gpus(print_line, NULL);
    return EXIT_SUCCESS;
}

static int print_chain(const struct options *options)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(&options->draw.chain, text, sizeof(text));
    puts(text);
    return EXIT_SUCCESS;
}

// Prints a table that gnuplot takes too.
static int print_curve(const struct options *options)
{
    enum { A_STOP = 2, COUNT = A_STOP * (CURVE_MOST_EV - CURVE_LEAST_EV) + 1 };
    const struct chain_step *step = curve_find(&options->draw.chain);
    char text[CHAIN_TEXT_SIZE];
    float values[COUNT];
    struct error error;
    if (!step) {
        error_set(&error, "--print curve: no step of the chain has a tone curve; tonemap has one");
        return complain(EXIT_USAGE, &error);
    }
    chain_print_step(step, text, sizeof(text));
    curve_sample(step, COUNT, values);
    printf("# %s\n#  EV        light   value\n", text);
    for (int i = 0; i < COUNT; i++) {
        const double ev = CURVE_LEAST_EV + (double) i / A_STOP;
        printf("%5.1f %12.7f  %.4f\n", ev, curve_light(ev), (double) values[i]);
    }
    return EXIT_SUCCESS;
}

static void print_program(const char *name, const char *text, void *data)
{
    (void) data;
    printf("// ---- %s\n%s\n", name, text);
}

// Needs a GPU: only the chain's plan knows which programs it runs.
static int print_shaders(const struct options *options)
{
    struct headless headless;
    const int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS)
        program_cache_visit(&headless.lab.gpu.programs, print_program, NULL);
    headless_close(&headless);
    return status;
}

static int print_effects_markdown(const struct options *options)
{
    (void) options;
    describe_effects_markdown(stdout);
    return EXIT_SUCCESS;
}

const struct describe_row describe_lists[] = {
    { "effects", "every effect with its options", list_effects, "filters blurs steps" },
    { "impls", "the ways to compute the effects that have several", list_impls, "implementations" },
    { "scenes", "what a chain can look at", list_scenes },
    { "chains", "the presets", list_chains, "preset presets" },
    { "palettes", "colours that dither reduces to; swatches in a terminal", list_palettes,
      "colours colors" },
    { "keys", "the window's keys", list_keys, "shortcuts" },
    { "suites", "the benchmarks of many chains, for --bench=SUITE", list_suites, "benchmarks" },
    { "gpus", "the GPUs that --gpu can choose", list_gpus, "devices" },
    { 0 },
};

const struct describe_row describe_prints[] = {
    { "chain", "the chain as text, without what is at its default", print_chain },
    { "curve", "the tone curve of the chain: stops from middle grey, light, display value",
      print_curve },
    { "shaders", "the programs that the chain runs, includes and all", print_shaders,
      "shader glsl programs source" },
    { "effects-md", "docs/effects.md", print_effects_markdown, "docs markdown" },
    { 0 },
};

int describe_run(const struct describe_row *rows, const char *name, const struct options *options)
{
    while (strcmp(rows->name, name) != 0)
        rows++;
    return rows->print(options);
}

int describe_help(const struct describe_row *rows)
{
    for (; rows->name; rows++)
        wrap_entry(stdout, 0, WRAP_INDENT, rows->name, rows->summary);
    return EXIT_SUCCESS;
}
