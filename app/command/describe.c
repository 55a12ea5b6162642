#include "app/command/describe.h"

#include "app/bench/bench.h"
#include "app/command/kernel.h"
#include "app/lab/lab.h"
#include "app/lab/text/wrap.h"
#include "app/window/controls/controls.h"
#include "effects/distribution.h"
#include "effects/hook/hook_folder.h"
#include "render/file/output_file.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- --help

enum { LEFT = 2, OPTION_INDENT = 29 };

// Prints "-c, --chain CHAIN" or "    --bench[=SUITE]" with its help.
static void print_option(const struct option *row)
{
    char form[64];
    const char *before = !row->value ? "" : row->may_stand_alone ? "[=" : " ";
    snprintf(form, sizeof(form), "%s%c%s --%s%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name, before,
             row->value ? row->value : "", row->value && row->may_stand_alone ? "]" : "");
    wrap_entry(LEFT, OPTION_INDENT, form, row->help);
}

// names.at for the groups of the rows, and "all" after them.
static const char *group_at(const void *rows, int i)
{
    for (const struct option *row = rows; row->name; row++)
        if (row->group && i-- == 0)
            return row->group;
    return i == 0 ? "all" : NULL;
}

// Prints the rows of a group, then those of other groups that belong to it too; NULL: all rows.
// False where there is no such group.
static bool print_rows(const struct option rows[], const char *group)
{
    const char *at = NULL, *heading = "\nAlso";
    bool is_there = false;
    for (const struct option *row = rows; row->name; row++) {
        at = row->group ? row->group : at;
        if (group && strcmp(at, group) != 0)
            continue;
        if (row->heading)
            printf("%s%s\n", group ? "" : "\n", row->heading);
        print_option(row);
        is_there = true;
    }
    for (const struct option *row = rows; is_there && group && row->name; row++)
        if (row->also && strcmp(row->also, group) == 0) {
            if (heading)
                puts(heading);
            heading = NULL;
            print_option(row);
        }
    return is_there;
}

bool describe_help(const struct option rows[], const char *group, struct error *error)
{
    const struct names groups = { group_at, rows };
    const bool is_all = group && strcmp(group, "all") == 0;
    char text[160];
    if (group && !is_all) {
        const struct option *row = rows;
        while (row->name && strcmp(row->name, group) != 0)
            row++;
        if (print_rows(rows, group))
            return true;
        if (!row->name)
            return names_refuse(error, &groups, group);
        print_option(row);
        return true;
    }
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n\n"
         "  halation [FILE]                       a window, with a picture or chain in it\n"
         "  halation --screenshot picture.png     a picture, without a window\n"
         "  halation --bench --size 3840x2160     numbers\n"
         "  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap");
    if (is_all) {
        print_rows(rows, NULL);
    } else {
        putchar('\n');
        for (const struct option *row = rows; row->name; row++)
            if (row->is_common)
                print_option(row);
        putchar('\n');
        names_join(&groups, text, sizeof(text));
        wrap_printf(stdout, LEFT, "More with --help=GROUP: %s", text);
    }
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "Exit status: 0 fine, 1 a promise or limit is not kept, 2 wrong usage or input, 3 "
               "this machine cannot (no OpenGL 4.3, no display, a result that could not be "
               "written)");
    return true;
}

// ---- --list and --print

enum { NAME_INDENT = 17, KEY_INDENT = 4, RANGE_INDENT = 28, HELP_INDENT = 30 };

void describe_params(const struct param *param)
{
    for (; param && param->key; param++) {
        char value[PARAM_PRINTED_SIZE], range[DESCRIBE_RANGE_SIZE];
        describe_default(param, value, sizeof(value));
        describe_range(param, range, sizeof(range));
        const int column = printf("%*s%-12s %-10s ", KEY_INDENT, "", param->key, value);
        wrap_print(stdout, column, RANGE_INDENT, range);
        if (param->help)
            wrap_entry(0, HELP_INDENT, "", param->help);
    }
}

static void print_head(int i, const char *name, const char *summary, const char *kind)
{
    char text[512];
    snprintf(text, sizeof(text), "%s%s", summary, kind);
    if (i > 0)
        putchar('\n');
    wrap_entry(0, NAME_INDENT, name, text);
}

static void list_effect(int i, const struct effect *effect)
{
    print_head(i, effect->name, effect->summary, effect->pointwise ? " (pointwise)" : " (spatial)");
    describe_params(effect->params);
}

// Those of the folders come last; what is wrong with one stands in its place.
static void list_effects(void)
{
    int count = 0;
    const struct effect *file;
    struct error error;
    for (; effects[count]; count++)
        list_effect(count, effects[count]);
    hook_folder_scan();
    for (int i = 0; (file = hook_folder_at(i)); i++, count++) {
        const struct effect *effect = effect_of_file(file->file, &error);
        if (effect)
            list_effect(count, effect);
        else
            print_head(count, file->name, error.text, "");
    }
}

static int list_file(const char *name)
{
    struct error error;
    const struct effect *effect = effect_of_name(NULL, name, strlen(name), &error);
    if (!effect) {
        error_prefix(&error, "--list: ");
        return complain(EXIT_USAGE, &error);
    }
    list_effect(0, effect);
    return EXIT_SUCCESS;
}

void describe_scenes(void)
{
    for (int i = 0; scenes[i]; i++) {
        print_head(i, scenes[i]->name, scenes[i]->summary, "");
        describe_params(scenes[i]->params);
    }
}

void describe_chains(void)
{
    for (int i = 0; i < preset_count(); i++) {
        struct chain chain;
        struct error error;
        char text[CHAIN_TEXT_SIZE] = "";
        if (chain_parse(&chain, preset_text(i), NULL, &error))
            chain_print(&chain, text, sizeof(text));
        wrap_entry(0, NAME_INDENT, preset_name(i), text);
    }
}

static void list_keys(void)
{
    for (const struct control *control = controls; control->name; control++) {
        if (control->group)
            printf("%s%s\n", control > controls ? "\n" : "", control->group);
        wrap_entry(0, NAME_INDENT + 2, control->name, control->help);
    }
}

static void print_line(const char *text, void *data)
{
    (void) data;
    wrap_print(stdout, 0, 4, text);
}

static void list_gpus(void)
{
    context_list_gpus(print_line, NULL);
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

static bool write_kernel(const struct kernel_sheet *sheet, const char *path, struct error *error)
{
    enum kernel_language language;
    struct output_file file;
    if (!kernel_language_of(path, &language, error) ||
        !output_file_open(&file, path ? path : "-", error))
        return false;
    kernel_sheet_print(sheet, language, file.stream);
    return output_file_close(&file, error);
}

static int print_kernel(const struct options *options)
{
    struct kernel_sheet sheet;
    struct error error;
    const int height = options->draw.height > 0 ? options->draw.height : LAB_DEFAULT_HEIGHT;
    if (!kernel_sheet_init(&sheet, &options->draw.chain, height, &error)) {
        error_prefix(&error, "--print kernel: ");
        return complain(EXIT_USAGE, &error);
    }
    const bool is_written = write_kernel(&sheet, options->picture.path, &error);
    kernel_sheet_finish(&sheet);
    return is_written ? EXIT_SUCCESS : complain(EXIT_MACHINE, &error);
}

// Needs a GPU: only the chain's plan knows which programs it runs.
static int print_shaders(const struct options *options)
{
    struct headless headless;
    const int status = headless_open(&headless, &options->draw, false);
    if (status == EXIT_SUCCESS)
        program_cache_visit(&headless.lab.gpu.programs, print_program, NULL);
    headless_close(&headless);
    return status;
}

const struct describe_row describe_lists[] = {
    { "effects", "every effect with its options", list_effects, .also = "filters blurs steps" },
    { "impls", "the ways to compute the effects that have several", describe_impls,
      .also = "implementations" },
    { "scenes", "what a chain can look at", describe_scenes },
    { "chains", "the presets", describe_chains, .also = "preset presets" },
    { "palettes", "colours that dither reduces to; swatches in a terminal", describe_palettes,
      .also = "colours colors" },
    { "keys", "the window's keys", list_keys, .also = "shortcuts" },
    { "suites", "the benchmarks of many chains, for --bench=SUITE", suites_print,
      .also = "benchmarks" },
    { "gpus", "the GPUs that --gpu can choose", list_gpus, .also = "devices" },
    { 0 },
};

const struct describe_row describe_prints[] = {
    { "chain", "the chain as text, without what is at its default", .print = print_chain },
    { "curve", "the tone curve of the chain: stops from middle grey, light, display value",
      .print = print_curve },
    { "kernel", "weights and offsets of the chain's blur, as GLSL, or as --to-file F.c or .json",
      .print = print_kernel, .also = "weights offsets taps kernels" },
    { "shaders", "the programs that the chain runs, includes and all", .print = print_shaders,
      .also = "shader glsl programs source" },
    { "effects-md", "docs/effects.md", describe_effects_markdown, .also = "docs markdown" },
    { 0 },
};

int describe_run(const struct options *options)
{
    const struct describe_row *row = options->mode == MODE_LIST ? describe_lists : describe_prints;
    while (row->name && strcmp(row->name, options->what) != 0)
        row++;
    if (!row->name)
        return list_file(options->what);
    if (row->print)
        return row->print(options);
    row->list();
    return EXIT_SUCCESS;
}

static void list_rows(const struct describe_row *rows)
{
    for (; rows->name; rows++)
        wrap_entry(0, WRAP_INDENT, rows->name, rows->summary);
}

void describe_help_lists(void)
{
    list_rows(describe_lists);
}

void describe_help_prints(void)
{
    list_rows(describe_prints);
}
