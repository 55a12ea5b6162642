#include "app/command/explain.h"

#include "app/command/describe.h"
#include "app/command/explain_draw.h"
#include "app/renderer/renderer.h"
#include "app/results/document.h"
#include "app/results/table.h"
#include "app/text/wrap.h"
#include "render/file/embedded.h"
#include "render/text/log.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_INDENT = 17, IMPL_INDENT = 24, LEFT = 2, PARAGRAPH_SIZE = 2048 };

const char *const explain_parts[] = { "**What it does.**", "**When to take it.**",
                                      "**What goes wrong.**", "**Drawn.**", NULL };

// ---- the text

static const char *text_of(const struct effect *effect)
{
    char path[128];
    snprintf(path, sizeof(path), "assets/effects/%s.md", effect->name);
    const struct embedded_file *file = embedded_find(path);
    assert(file && "every effect has a text");
    return file->text;
}

// The step is between the first two backticks of the last paragraph of the text.
static void draw_built_in(const struct effect *effect, struct explain_drawing *drawing)
{
    char step[CHAIN_TEXT_SIZE];
    struct error error;
    const char *begin = strstr(text_of(effect), "**Drawn.** `");
    assert(begin && "every text names a step to draw");
    begin = strchr(begin, '`') + 1;
    snprintf(step, sizeof(step), "%.*s", (int) strcspn(begin, "`"), begin);
    const bool is_drawn = explain_drawing_init(drawing, step, NULL, &error);
    assert(is_drawn && "every text names a step that can be drawn");
    (void) is_drawn;
}

// Prints paragraphs in lines for a terminal, without the marks of bold words.
static void print_text(const char *text)
{
    while (*text) {
        char line[PARAGRAPH_SIZE];
        size_t length = 0;
        for (; *text && strncmp(text, "\n\n", 2) != 0; text++)
            if (*text != '*' && !(*text == '\n' && !text[1]) && length + 1 < sizeof(line))
                line[length++] = *text == '\n' ? ' ' : *text;
        line[length] = '\0';
        putchar('\n');
        wrap_print(stdout, 0, 0, line);
        text += strspn(text, "\n");
    }
}

void explain_print_markdown(const struct effect *effect, FILE *out)
{
    struct explain_drawing drawing;
    draw_built_in(effect, &drawing);
    fprintf(out, "\n%s\n```\n", text_of(effect));
    explain_drawing_print(&drawing, out);
    fputs("```\n", out);
    explain_drawing_finish(&drawing);
}

// ---- the page

static int count_lines(const char *text, const char *end)
{
    int lines = 0;
    for (; (text = memchr(text, '\n', (size_t) (end - text))); text++)
        lines++;
    return lines;
}

// Prints where a file defines functions of that name: "  dual/down.glsl:18-22".
static void print_functions(const struct embedded_file *file, const char *name)
{
    char call[96];
    snprintf(call, sizeof(call), " %s(", name);
    for (const char *at = strstr(file->text, call); at; at = strstr(at + 1, call)) {
        const char *line = at;
        while (line > file->text && line[-1] != '\n')
            line--;
        if (isalpha((unsigned char) *line)) // the lines of calls and comments begin otherwise
            printf("  %s:%d-%d\n", file->path + strlen("shaders/"),
                   1 + count_lines(file->text, line),
                   2 + count_lines(file->text, strstr(at, "\n}")));
    }
}

// A pointwise effect is the function of its name in its file; a spatial one has such a function for
// each kind of pass that computes one texel, in the files of its folder.
static void print_shaders(const struct effect *effect)
{
    char folder[96];
    snprintf(folder, sizeof(folder), effect->pointwise ? "shaders/pointwise/%s." : "shaders/%s/",
             effect->name);
    puts("\nShader (--print shader NAME prints a file)");
    for (const struct embedded_file *file = embedded_files; file->path; file++)
        if (strncmp(file->path, folder, strlen(folder)) == 0)
            print_functions(file, effect->name);
}

static void print_impls(const struct effect *effect)
{
    const int count = effect_impl_count(effect);
    puts(count > 0 ? "\nImplementations" : "\nImplementation");
    if (count == 0)
        wrap_printf(stdout, 2 * LEFT,
                    "  A function, which becomes one pass with its pointwise neighbours");
    for (int i = 0; i < count; i++) {
        const struct effect_impl *impl = effect->impls[i];
        char text[512];
        snprintf(text, sizeof(text), "%s%s%s", impl->summary, impl->wins ? "; fastest on " : "",
                 impl->wins ? impl->wins : "");
        wrap_entry(LEFT, IMPL_INDENT, impl->name, text);
    }
}

// Returns true if a run's chain is a single step of that effect; `options` is then the text after
// the name.
static bool is_of(const json_t *run, const char *name, const char **options)
{
    const char *chain = document_text(run, "chain");
    const size_t length = strlen(name);
    if (strncmp(chain, name, length) != 0 || strchr(chain, ',') ||
        (chain[length] && chain[length] != ':'))
        return false;
    *options = chain + length + (chain[length] == ':');
    return true;
}

static void print_times(const char *name, const json_t *document)
{
    static const struct table_column columns[] = {
        { "options", TABLE_WORDS, 0 },
        { "size", TABLE_WORDS, 0 },
        { "ms", 4, 0 },
        { "copies", 2, 0 },
        { 0 },
    };
    const json_t *run, *runs = json_object_get(document, "runs");
    struct table table;
    size_t i;
    table_init(&table, columns);
    json_array_foreach(runs, i, run) {
        const char *options;
        const json_t *time = json_object_get(run, "time");
        if (!json_is_object(time) || !is_of(run, name, &options))
            continue;
        table_words(&table, "%s", *options ? options : "defaults");
        table_words(&table, "%.0fx%.0f", document_number(run, "width"),
                    document_number(run, "height"));
        table_numbers(&table, document_number(time, "median"), document_number(run, "copies"));
    }
    const json_t *environment = json_object_get(document, "environment");
    putchar('\n');
    const char *renderer = document_text(environment, "renderer");
    if (table_rows(&table) > 0) {
        wrap_say("Times on %s", renderer);
        table_print(&table, stdout);
    } else {
        wrap_say("The results of %s have no run of %s alone", renderer, name);
    }
    table_finish(&table);
}

static void print_way_to_times(const struct effect *effect, const char *name)
{
    const bool has_suite = effect->blurs && !effect->file;
    printf("\nWhat it costs here\n"
           "  halation --bench%s %s --results times.json\n"
           "  halation --explain %s --baseline times.json\n",
           has_suite ? "=blurs" : " --chain", has_suite ? "--sigma 2,8,32" : name, name);
}

// `drawing` is NULL if a shader file cannot be drawn because there is no GPU.
static void print_page(const struct effect *effect, const struct explain_drawing *drawing,
                       const json_t *results)
{
    char head[1024], name[CHAIN_TEXT_SIZE];
    struct chain_step step;
    chain_step_init(&step, effect);
    chain_print_step(&step, name, sizeof(name));
    describe_sentences(effect, head, sizeof(head));
    wrap_entry(0, NAME_INDENT, effect->name, head);
    if (effect->file)
        explain_print_file(effect, drawing);
    else
        print_text(text_of(effect));
    putchar('\n');
    if (drawing)
        explain_drawing_print(drawing, stdout);
    else
        wrap_say("What it does is drawn where there is OpenGL 4.3; here there is none");
    if (!effect->file) {
        print_shaders(effect);
        print_impls(effect);
    }
    if (results)
        print_times(name, results);
    else
        print_way_to_times(effect, name);
    if (!effect->file)
        printf("\nOptions: halation help %s\n", name);
}

// ---- the drawing

// Runs the step of a shader file at its defaults, a blur narrow enough to be seen whole. Returns
// the exit status.
static int draw_file(const struct options *options, const struct effect *effect,
                     struct explain_drawing *drawing, struct error *error)
{
    struct draw_options draw = options->draw;
    struct headless headless;
    struct chain_step step;
    char text[CHAIN_TEXT_SIZE];
    chain_step_init(&step, effect);
    if (effect->blurs)
        param_set(param_find(effect->params, "sigma"), step.params, 0, 2.5f);
    chain_print_step(&step, text, sizeof(text));
    draw.chain = (struct chain){ 0 };
    draw.width = draw.height = 1;
    int status = headless_try(&headless, &draw, true, error);
    const struct drawing on = { .renderer = &headless.renderer, .format = FORMAT_RGBA32F };
    if (status == EXIT_SUCCESS && !explain_drawing_init(drawing, text, &on, error))
        status = EXIT_USAGE;
    headless_close(&headless);
    return status;
}

static int draw(const struct options *options, const struct effect *effect,
                struct explain_drawing *drawing, struct error *error)
{
    if (effect->file)
        return draw_file(options, effect, drawing, error);
    draw_built_in(effect, drawing);
    return EXIT_SUCCESS;
}

const struct effect *explain_find(const char *name, struct error *error)
{
    static const struct names names = { names_of_structs, effects };
    const size_t length = strlen(name);
    const struct effect *effect = effect_find(name, length);
    if (effect || effect_is_file_name(name, length) || strchr(name, '/'))
        return effect ? effect : effect_of_name(NULL, name, length, error);
    names_refuse(error, &names, name);
    return NULL;
}

int explain_run(const struct options *options)
{
    const char *path = options->picture.path, *file = options->bench.baseline;
    struct explain_drawing drawing;
    struct error error;
    const struct effect *effect = explain_find(options->what, &error);
    json_t *results = effect && file ? document_load(file, &error) : NULL;
    if (effect && file && !results)
        error_prefix(&error, "--baseline: ");
    if (!effect || (file && !results))
        return report_error(EXIT_USAGE, &error);
    int status = draw(options, effect, &drawing, &error);
    const bool is_drawn = status == EXIT_SUCCESS;
    if (!path && status != EXIT_USAGE) {
        print_page(effect, is_drawn ? &drawing : NULL, results);
        status = EXIT_SUCCESS;
    } else if (is_drawn && explain_drawing_write(&drawing, path, &error)) {
        report_written(path, "");
    } else {
        status = report_error(is_drawn ? EXIT_MACHINE : status, &error);
    }
    if (is_drawn)
        explain_drawing_finish(&drawing);
    json_decref(results);
    return status;
}
