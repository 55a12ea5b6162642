#include "app/command/describe.h"

#include "app/bench/bench.h"
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

void describe_keys(void)
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
    const size_t length = strlen(folder);
    char *text = NULL;
    struct error error;
    for (const struct embedded_file *file = embedded_files; file->path; file++) {
        if (strncmp(file->path, folder, length) != 0)
            continue;
        if (!options->file)
            puts(file->path + length);
        else if (!is_shader && strcmp(file->path + length, options->file) == 0)
            text = memory_copy(file->text);
    }
    if (!options->file)
        return EXIT_SUCCESS;
    if (is_shader)
        text = shader_source_read(options->file, &error);
    else if (!text)
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
    enum { A_STOP = 2, COUNT = A_STOP * (CURVE_MOST_EV - CURVE_LEAST_EV) + 1 };
    char text[CHAIN_TEXT_SIZE];
    float values[COUNT];
    chain_print_step(step, text, sizeof(text));
    curve_sample(step, COUNT, values);
    fprintf(out, "# %s\n#  EV        light   value\n", text);
    for (int i = 0; i < COUNT; i++) {
        const double ev = CURVE_LEAST_EV + (double) i / A_STOP;
        fprintf(out, "%5.1f %12.7f  %.4f\n", ev, curve_light(ev), (double) values[i]);
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
    { "keys", "the window's keys", describe_keys, .also = "shortcuts" },
    { "suites", "the benchmarks of many chains, for --bench=SUITE", suites_print,
      .also = "benchmarks" },
    { "gpus", "the GPUs that --gpu can choose; --verbose: their versions and limits",
      .print = list_gpus, .also = "devices" },
    { "all", "all of that as JSON, from which script/describe makes documents", describe_all,
      .also = "json man manual effects-md markdown" },
    { 0 },
};

const struct describe_row describe_prints[] = {
    { "chain", "the chain as text, without what is at its default", .print = print_chain },
    { "curve", "the tone curve of the chain: stops from middle grey, light, display value",
      .print = print_curve },
    { "kernel", "weights and offsets of the chain's blur, as GLSL, or as -o F.c or .json",
      .print = print_kernel, .also = "weights offsets taps kernels" },
    { "shaders", "the shaders that the chain runs, with sizes and uniforms", .print = print_shaders,
      .also = "glsl programs source" },
    { "shader", "one shader of the program as it is written: shader dual/dual.glsl",
      .print = print_file },
    { "example", "an example file, such as kuwahara.glsl, a shader file as an effect",
      .print = print_file, .also = "examples" },
    { "completion-bash", "completion of command lines: eval \"$(halation --print ...)\"",
      .print = print_completion, .also = "completion bash" },
    { "completion-zsh", "the same; a file _halation in a folder of $fpath",
      .print = print_completion, .also = "zsh" },
    { "completion-fish", "the same; halation.fish in ~/.config/fish/completions",
      .print = print_completion, .also = "fish" },
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

int describe_run(const struct options *options)
{
    const struct describe_row *row = options->mode == MODE_LIST ? describe_lists : describe_prints;
    while (strcmp(row->name, options->what) != 0)
        row++;
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
