#include "app/command/describe.h"

#include "app/bench/bench.h"
#include "app/edit/preset.h"
#include "app/export/export.h"
#include "app/renderer/renderer.h"
#include "app/text/wrap.h"
#include "app/window/controls/controls.h"
#include "effects/distribution.h"
#include "effects/hook/shader_folder.h"
#include "render/file/embedded.h"
#include "render/shader_source.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

// Prints an effect with its options, after an empty line unless `i` is 0.
static void print_effect(int i, const struct effect *effect)
{
    print_head(i, effect->name, effect->about.summary,
               effect->pointwise ? " (pointwise)" : " (spatial)");
    describe_params(effect->params);
}

// ---- --list and --print

// Lists shader files of the directories last; for an invalid file prints the error.
static void list_effects(void)
{
    int count = 0;
    const struct effect *file;
    struct error error;
    for (; effects[count]; count++)
        print_effect(count, effects[count]);
    shader_folder_scan();
    for (int i = 0; (file = shader_folder_at(i)); i++, count++) {
        const struct effect *effect = effect_of_file(file->file.path, &error);
        if (effect)
            print_effect(count, effect);
        else
            print_head(count, file->name, error.text, "");
    }
}

void describe_scenes(void)
{
    for (int i = 0; scenes[i]; i++) {
        print_head(i, scenes[i]->name, scenes[i]->summary, "");
        describe_params(scenes[i]->params);
    }
}

void describe_preset(int i, char out[CHAIN_TEXT_SIZE])
{
    struct chain chain;
    struct error error;
    chain_parse(&chain, preset_text(i), NULL, &error);
    chain_print(&chain, out, CHAIN_TEXT_SIZE);
}

void describe_chains(void)
{
    for (int i = 0; i < preset_count(); i++) {
        char text[CHAIN_TEXT_SIZE];
        describe_preset(i, text);
        wrap_entry(0, NAME_INDENT, preset_name(i), text);
    }
}

static void print_keys(void)
{
    for (const struct control *control = controls; control->name; control++) {
        if (control->group)
            printf("%s%s\n", control > controls ? "\n" : "", control->group);
        wrap_entry(0, NAME_INDENT + 2, control->name, control->help);
    }
}

static void print_line(const char *text)
{
    wrap_print(stdout, 0, 4, text);
}

static void print_detail(const char *name, const char *value)
{
    wrap_entry(3, NAME_INDENT + 5, name, value);
}

static int list_gpus(const struct options *options)
{
    struct context_lines lines = { print_line, options->verbose ? print_detail : NULL };
    struct error error;
    return context_list_gpus(&lines, &error) ? EXIT_SUCCESS : report_error(EXIT_MACHINE, &error);
}

// Prints a shader, from --shader-dir if it has the file, or an example; without a name lists all.
static int print_file(const struct options *options)
{
    const bool is_shader = strcmp(options->what, "shader") == 0;
    const char *folder = is_shader ? "shaders/" : "docs/examples/";
    char path[PARAM_TEXT_SIZE];
    struct error error;
    for (const struct embedded_file *file = embedded_files; !options->file && file->path; file++)
        if (text_begins_with(file->path, folder))
            puts(file->path + strlen(folder));
    if (!options->file)
        return EXIT_SUCCESS;
    snprintf(path, sizeof(path), "%s%s", folder, options->file);
    const struct embedded_file *file = is_shader ? NULL : embedded_find(path);
    char *text = is_shader ? shader_source_read(options->file, &error)
                 : file    ? memory_copy(file->text)
                           : NULL;
    if (!is_shader && !file)
        error_set(&error, "there is no example %s", options->file);
    if (!text) {
        error_append(&error, "; --print %s lists all", options->what);
        return report_error(EXIT_USAGE, &error);
    }
    fputs(text, stdout);
    free(text);
    return EXIT_SUCCESS;
}

static int print_completion(const struct options *options)
{
    char path[64];
    snprintf(path, sizeof(path), "assets/complete.%s", strchr(options->what, '-') + 1);
    fputs(embedded_find(path)->text, stdout);
    return EXIT_SUCCESS;
}

static int print_chain(const struct options *options)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(&options->draw.chain, text, sizeof(text));
    puts(text);
    return EXIT_SUCCESS;
}

// Prints a table that gnuplot can read.
void describe_curve(const struct chain_step *step, FILE *out)
{
    enum { A_STOP = 2, COUNT = A_STOP * (CURVE_MAX_EV - CURVE_MIN_EV) + 1 };
    char text[CHAIN_TEXT_SIZE];
    float values[COUNT];
    chain_print_step(step, text, sizeof(text));
    curve_sample(step, COUNT, values);
    fprintf(out, "# %s\n#  EV        light   value\n", text);
    for (int i = 0; i < COUNT; i++) {
        const double ev = CURVE_MIN_EV + (double) i / A_STOP;
        fprintf(out, "%5.1f %12.7f  %.4f\n", ev, curve_light(ev), values[i]);
    }
}

static int print_curve(const struct options *options)
{
    const struct chain_step *step = curve_find(&options->draw.chain);
    struct error error;
    if (!step) {
        error_set(&error, "--print curve: no step of the chain has a tone curve; tonemap has one");
        return report_error(EXIT_USAGE, &error);
    }
    describe_curve(step, stdout);
    return EXIT_SUCCESS;
}

static int print_kernel(const struct options *options)
{
    struct kernel_sheet sheet;
    struct error error;
    const int height = options->draw.height > 0 ? options->draw.height : RENDERER_DEFAULT_HEIGHT;
    if (!kernel_sheet_init(&sheet, &options->draw.chain, height, &error)) {
        error_prefix(&error, "--print kernel: ");
        return report_error(EXIT_USAGE, &error);
    }
    const bool is_written = options->outputs.count > 0
                                ? outputs_write(&options->outputs, OUTPUT_KINDS, &sheet)
                                : kernel_print_glsl(&sheet, stdout);
    kernel_sheet_finish(&sheet);
    return is_written ? EXIT_SUCCESS : EXIT_MACHINE;
}

static int print_shaders(const struct options *options)
{
    return export_run(&options->draw, "-");
}

const struct describe_row describe_lists[] = {
    { "effects", "every effect with its options", list_effects, .also = "filters blurs steps" },
    { "impls", "the implementations of effects that have several", describe_impls,
      .also = "implementations" },
    { "scenes", "the scenes and test charts that chains are applied to", describe_scenes },
    { "chains", "the presets", describe_chains, .also = "preset presets" },
    { "palettes", "colours that dither reduces to; swatches in a terminal", describe_palettes,
      .also = "colours colors" },
    { "keys", "the window's keys", print_keys, .also = "shortcuts" },
    { "suites", "the benchmarks of many chains, for --bench=SUITE", suites_print,
      .also = "benchmarks" },
    { "gpus", "the GPUs that --gpu can choose; --verbose: their versions and limits",
      .print = list_gpus, .also = "devices" },
    { "all", "all of that as JSON, from which script/describe makes documents", describe_all,
      .also = "json man manual effects-md markdown" },
    { 0 },
};

const struct describe_row describe_prints[] = {
    { "chain", "the chain as text, without what is at its default", .print = print_chain,
      .uses = "chain" },
    { "curve", "the tone curve of the chain: stops from middle grey, light, display value",
      .print = print_curve, .uses = "chain" },
    { "kernel", "weights and offsets of the chain's blur, as GLSL, or as -o F.c or .json",
      .print = print_kernel, .also = "weights offsets taps kernels", .uses = "chain size" },
    { "shaders", "the shaders that the chain runs, with sizes and uniforms", .print = print_shaders,
      .also = "glsl programs source" },
    { "shader", "one shader of the program as it is written: shader dual/dual.glsl",
      .print = print_file, .uses = "" },
    { "example", "an example file, such as kuwahara.glsl, a shader file as an effect",
      .print = print_file, .also = "examples", .uses = "" },
    { "completion-bash", "completion of command lines: eval \"$(halation --print ...)\"",
      .print = print_completion, .also = "completion bash", .uses = "" },
    { "completion-zsh", "the same; a file _halation in a folder of $fpath",
      .print = print_completion, .also = "zsh", .uses = "" },
    { "completion-fish", "the same; halation.fish in ~/.config/fish/completions",
      .print = print_completion, .also = "fish", .uses = "" },
    { 0 },
};

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
        at += here;
    }
    return false;
}

bool describe_find(struct options *options, const char *name, struct error *error)
{
    static const struct describe_row *const all[] = { describe_lists, describe_prints };
    const struct describe_row *rows = all[options->mode != MODE_LIST], *row;
    const struct names_rows row_names = { &rows[0].name, sizeof(rows[0]) };
    const struct names names = { names_of_rows, &row_names };
    const int found = names_find(&names, name, strlen(name));
    if (found >= 0)
        return (options->what = rows[found].name);
    if (effect_is_file_name(name, strlen(name)))
        return error_set(error, "'%s' is a shader file; did you mean --explain %s?", name, name);
    // The name may have another kind, or belong to --list instead of --print.
    for (int i = 0; i < 2; i++)
        for (row = all[i]; row->name; row++)
            if (has_word(row->also, name) || strcmp(row->name, name) == 0)
                return error_set(error, "no '%s'; did you mean --%s %s?", name,
                                 i == 0 ? "list" : "print", row->name);
    return names_refuse(error, &names, name);
}

static const struct describe_row *find_row(const struct options *options)
{
    const struct describe_row *row = options->mode == MODE_LIST ? describe_lists : describe_prints;
    while (strcmp(row->name, options->what) != 0)
        row++;
    return row;
}

const char *describe_uses(const struct options *options)
{
    const bool is_drawn = options->mode != MODE_EXPLAIN || options->picture.path;
    const char *uses = options->mode == MODE_PRINT ? find_row(options)->uses : is_drawn ? NULL : "";
    return uses && *uses && options->draw.retaken ? NULL : uses;
}

int describe_run(const struct options *options)
{
    const struct describe_row *row = find_row(options);
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

// ---- --help

enum { LEFT = 2, OPTION_INDENT = 29 };

// Prints "-c, --chain CHAIN" or "    --bench[=SUITE]" with its help, or the first sentence of that.
static void print_option(const struct option *row, bool is_short)
{
    const char *end = is_short ? strstr(row->help, ". ") : NULL;
    char help[512];
    snprintf(help, sizeof(help), "%.*s", end ? (int) (end - row->help) : -1, row->help);
    char form[64];
    const char *before = !row->value ? "" : row->is_standalone ? "[=" : " ";
    snprintf(form, sizeof(form), "%s%c%s --%s%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name, before,
             row->value ? row->value : "", row->value && row->is_standalone ? "]" : "");
    wrap_entry(LEFT, OPTION_INDENT, form, help);
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
    puts("\n  halation --chain threshold,dual:sigma=2%h,composite,tonemap:curve=agx\n"
         "  halation --chain neon              a preset\n"
         "  halation --chain bloom,lut:file=sepia\n"
         "  halation --chain @my.chain         from a file, or from stdin: @/dev/stdin\n"
         "  halation --chain tonemap,sharpen.glsl:strength=2\n");
    names_join(&preset_names, text, sizeof(text));
    wrap_printf(stdout, LEFT, "Presets: %s", text);
    wrap_print(stdout, 0, LEFT, "More: --list chains, --help=effects, --print chain");
}

void describe_summaries(void)
{
    for (int i = 0; effects[i]; i++)
        wrap_entry(0, NAME_INDENT, effects[i]->name, effects[i]->about.summary);
}

static void help_effects(void)
{
    describe_summaries();
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "More: help NAME is a page about one, --list effects has the options of all");
}

// Topics of --help that are not options.
static const struct {
    const char *name;
    void (*print)(void);
} topics[] = {
    { "chains", help_chains },
    { "effects", help_effects },
    { "keys", print_keys },
    { 0 },
};

// Implements names.at: the groups of the rows, "all", and then the topics.
static const char *topic_at(const void *set, int i)
{
    (void) set;
    for (const struct option *row = option_table; row->name; row++)
        if (row->group && i-- == 0)
            return row->group;
    return i == 0 ? "all" : topics[i - 1].name;
}

const struct names describe_topics = { topic_at, NULL };

// Prints the rows of a group, then rows of other groups that belong to it too; NULL: all rows.
// Returns false if there is no such group.
static bool print_rows(const char *group)
{
    const char *at = NULL, *heading = "\nAlso";
    bool is_there = false;
    for (const struct option *row = option_table; row->name; row++) {
        at = row->group ? row->group : at;
        if ((group && strcmp(at, group) != 0) || row->is_hidden)
            continue;
        if (row->heading)
            printf("%s%s\n", group ? "" : "\n", row->heading);
        print_option(row, false);
        is_there = true;
    }
    for (const struct option *row = option_table; is_there && group && row->name; row++)
        if (row->also && strstr(row->also, group)) {
            if (heading)
                puts(heading);
            heading = NULL;
            print_option(row, false);
        }
    return is_there;
}

// ---- options of effects and scenes

static bool print_row(const char *owner, const struct param *row)
{
    if (row) {
        printf("\n%s\n", owner);
        describe_params((const struct param[]){ *row, { 0 } });
    }
    return row;
}

// Prints an option for each effect and scene that has it. Returns false if none has it.
static bool print_key(const char *key)
{
    struct chain_step step;
    const struct param *row;
    void *values;
    bool is_there = false;
    chain_step_init(&step, effects[0]);
    for (int i = 0; (row = chain_step_param(&step, i, &values)); i++)
        if (values != step.params && strcmp(row->key, key) == 0)
            is_there = print_row("every effect", row);
    for (int i = 0; effects[i]; i++)
        is_there |= print_row(effects[i]->name, param_find(effects[i]->params, key));
    for (int i = 0; scenes[i]; i++)
        is_there |= print_row(scenes[i]->name, param_find(scenes[i]->params, key));
    return is_there;
}

static bool refuse_topic(const char *name, struct error *error)
{
    const struct names_rows rows = { &option_table[0].name, sizeof(option_table[0]) };
    const struct names sets[] = { { names_of_structs, effects },
                                  { names_of_rows, &rows },
                                  describe_topics };
    const char *near = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(sets) && !near; i++)
        near = names_nearest(&sets[i], name, strlen(name));
    error_set(error, "'%.*s' is no option, effect or topic; ", names_shown(strlen(name)), name);
    if (near)
        return error_append(error, "did you mean %s?", near);
    error_append(error, "topics are ");
    names_list(error, &describe_topics);
    return false;
}

bool describe_help(const char *topic, struct error *error)
{
    const bool is_all = topic && strcmp(topic, "all") == 0;
    char text[160];
    if (topic && !is_all) {
        const char *name = topic + strspn(topic, "-"); // it may be written like an option
        const struct effect *effect = effect_find(name, strlen(name));
        const struct option *row = option_of_name(name, strlen(name));
        for (int i = 0; topics[i].name; i++)
            if (strcmp(topics[i].name, name) == 0) {
                topics[i].print();
                return true;
            }
        if (print_rows(name))
            return true;
        if (row)
            print_option(row, false);
        else if (effect)
            explain_print(effect);
        return (!effect && print_key(name)) || row || effect || refuse_topic(name, error);
    }
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n\n"
         "  halation [FILE]                       a window, with a picture or chain in it\n"
         "  halation --screenshot picture.png     a picture, without a window\n"
         "  halation --bench=blurs:sigma=16       which blur to take on this machine\n"
         "  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap");
    if (is_all) {
        print_rows(NULL);
    } else {
        putchar('\n');
        for (const struct option *row = option_table; row->name; row++)
            if (row->is_common)
                print_option(row, true);
        putchar('\n');
        names_join(&describe_topics, text, sizeof(text));
        wrap_printf(stdout, LEFT,
                    "More with halation help TOPIC: %s, an option, an effect or one of its options",
                    text);
    }
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "Exit status: 0 fine, 1 a check failed, 2 wrong usage or input, 3 "
               "this machine cannot (no OpenGL 4.3, no display, a result that could not be "
               "written)");
    return true;
}

int describe_no_display(void)
{
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n"
         "There is no display here for its window. Without one:\n"
         "  halation --screenshot out.png --chain neon     draws a picture\n"
         "  halation --bench=blurs:sigma=20 --quick        says which blur to take here\n"
         "  halation --help                                has the rest");
    return EXIT_MACHINE;
}
