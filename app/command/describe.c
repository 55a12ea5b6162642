#include "app/command/describe.h"

#include "app/bench/bench.h"
#include "app/command/kernel.h"
#include "app/lab/lab.h"
#include "app/lab/text/wrap.h"
#include "app/window/controls/controls.h"
#include "effects/distribution.h"
#include "effects/hook/hook_folder.h"
#include "render/file/embedded.h"
#include "render/file/output_file.h"
#include "render/shader_source.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- effects and scenes

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

const char *const describe_chain_text[] = {
    "A chain is a list of steps from the scene to the picture. Each step reads the one before it; "
    "composite also reads the scene.",
    "chain = [ ( preset | step ) { (\",\" | newline) step } ]",
    "step = [\"-\"] effect { \":\" key \"=\" value }",
    "A preset stands for its steps, and \"-\" switches a step off. Keys that are left out have "
    "their defaults. Lengths are pixels or, with %h, per cent of the picture's height. Every step "
    "takes roi=x0/y0/x1/y1, the part of the picture where it works, in shares of it. A name with "
    "a '/', in double quotes, or that ends in .glsl or .hook is that of a shader file.",
    NULL,
};

static void help_chains(void)
{
    char text[1024];
    for (int i = 0; describe_chain_text[i]; i++)
        wrap_print(stdout, 0, 0, describe_chain_text[i]);
    puts("\n  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap:curve=agx\n"
         "  halation --chain neon              a preset\n"
         "  halation --chain bloom,lut:file=sepia\n"
         "  halation --chain @my.chain         from a file, or from stdin: @/dev/stdin\n"
         "  halation --chain tonemap,sharpen.glsl:strength=2\n");
    names_join(&preset_names, text, sizeof(text));
    wrap_printf(stdout, LEFT, "Presets: %s", text);
    wrap_print(stdout, 0, LEFT, "More: --list chains, --help=effects, --print chain");
}

static void help_effects(void)
{
    for (int i = 0; effects[i]; i++)
        wrap_entry(0, NAME_INDENT, effects[i]->name, effects[i]->summary);
    puts("\nMore: --help=NAME has the options of one, --list effects of all");
}

static void list_keys(void);

// What --help explains beside options.
static const struct {
    const char *name;
    void (*print)(void);
} topics[] = {
    { "chains", help_chains },
    { "effects", help_effects },
    { "keys", list_keys },
    { 0 },
};

// names.at for the groups of the rows, "all", and the topics after them.
static const char *topic_at(const void *rows, int i)
{
    for (const struct option *row = rows; row->name; row++)
        if (row->group && i-- == 0)
            return row->group;
    return i == 0 ? "all" : topics[i - 1].name;
}

const struct names describe_topics = { topic_at, option_table };

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

// Prints a topic, an option or an effect. False where there is none of that name.
static bool print_topic(const struct option rows[], const char *name)
{
    const struct effect *effect = effect_find(name, strlen(name));
    const struct option *row = rows;
    for (int i = 0; topics[i].name; i++)
        if (strcmp(topics[i].name, name) == 0) {
            topics[i].print();
            return true;
        }
    if (print_rows(rows, name))
        return true;
    while (row->name && strcmp(row->name, name) != 0)
        row++;
    if (row->name)
        print_option(row);
    else if (effect)
        list_effect(0, effect);
    return row->name || effect;
}

bool describe_help(const struct option rows[], const char *topic, struct error *error)
{
    const struct names names = { topic_at, rows };
    const bool is_all = topic && strcmp(topic, "all") == 0;
    char text[160];
    if (topic && !is_all)
        return print_topic(rows, topic) || names_refuse(error, &names, topic);
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
        names_join(&names, text, sizeof(text));
        wrap_printf(stdout, LEFT, "More with --help=TOPIC: %s, an option or an effect", text);
    }
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "Exit status: 0 fine, 1 a promise or limit is not kept, 2 wrong usage or input, 3 "
               "this machine cannot (no OpenGL 4.3, no display, a result that could not be "
               "written)");
    return true;
}

// ---- --list and --print

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

// Prints a shader as it is written, from the folder of --shader-dir where that has it; without a
// name, all names.
static int print_shader(const struct options *options)
{
    static const char folder[] = "shaders/";
    struct error error;
    char *text = NULL;
    for (const struct embedded_file *file = embedded_files; !options->shader && file->path; file++)
        if (strncmp(file->path, folder, strlen(folder)) == 0)
            puts(file->path + strlen(folder));
    if (!options->shader)
        return EXIT_SUCCESS;
    if (!(text = shader_source_read(options->shader, &error))) {
        error_append(&error, "; --print shader lists all");
        return complain(EXIT_USAGE, &error);
    }
    fputs(text, stdout);
    free(text);
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
      .also = "glsl programs source" },
    { "shader", "one shader of the program as it is written: shader dual/dual.glsl",
      .print = print_shader },
    { "effects-md", "docs/effects.md", describe_effects_markdown, .also = "docs markdown" },
    { "man", "the manual, halation(1); man -l reads it", describe_manual, .also = "manual" },
    { "completion-bash", "what completes command lines: eval \"$(halation --print ...)\"",
      .file = "assets/complete.bash", .also = "completion bash" },
    { "completion-zsh", "the same; a file _halation in a folder of $fpath",
      .file = "assets/complete.zsh", .also = "zsh" },
    { "completion-fish", "the same; halation.fish in ~/.config/fish/completions",
      .file = "assets/complete.fish", .also = "fish" },
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
    if (row->file)
        fputs(embedded_find(row->file)->text, stdout);
    else
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
