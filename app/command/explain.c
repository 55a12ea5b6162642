#include "app/command/explain.h"

#include "app/command/describe.h"
#include "app/command/explain_draw.h"
#include "app/lab/text/wrap.h"
#include "app/results/document.h"
#include "app/results/table.h"
#include "render/file/embedded.h"
#include "render/text/log.h"

#include <assert.h>
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

// The text names it between the first two backticks of its last paragraph.
static void draw(const struct effect *effect, struct explain_drawing *drawing)
{
    char step[CHAIN_TEXT_SIZE];
    struct error error;
    const char *begin = strstr(text_of(effect), "**Drawn.** `");
    assert(begin && "every text names a step to draw");
    begin = strchr(begin, '`') + 1;
    snprintf(step, sizeof(step), "%.*s", (int) strcspn(begin, "`"), begin);
    const bool is_drawn = explain_drawing_init(drawing, step, &error);
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
    draw(effect, &drawing);
    fprintf(out, "\n%s\n```\n", text_of(effect));
    explain_drawing_print(&drawing, out);
    fputs("```\n", out);
    explain_drawing_finish(&drawing);
}

// ---- the page

static void print_impls(const struct effect *effect)
{
    const int count = effect_impl_count(effect);
    puts(count > 0 ? "\nImplementations" : "\nImplementation");
    if (count == 0)
        wrap_printf(stdout, 2 * LEFT,
                    "  pointwise/%s.glsl: a function, which becomes one pass with its pointwise "
                    "neighbours (--print shader)",
                    effect->name);
    for (int i = 0; i < count; i++) {
        const struct effect_impl *impl = effect->impls[i];
        char text[512];
        snprintf(text, sizeof(text), "%s%s%s", impl->summary, impl->wins ? "; fastest on " : "",
                 impl->wins ? impl->wins : "");
        wrap_entry(LEFT, IMPL_INDENT, impl->name, text);
    }
}

// Whether a run is one of the effect alone; then `options` is what follows its name.
static bool is_of(const json_t *run, const struct effect *effect, const char **options)
{
    const char *chain = document_text(run, "chain");
    const size_t length = strlen(effect->name);
    if (strncmp(chain, effect->name, length) != 0 || strchr(chain, ',') ||
        (chain[length] && chain[length] != ':'))
        return false;
    *options = chain + length + (chain[length] == ':');
    return true;
}

static void print_times(const struct effect *effect, const json_t *document)
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
        if (!json_is_object(time) || !is_of(run, effect, &options))
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
        wrap_say("The results of %s have no run of %s alone", renderer, effect->name);
    }
    table_finish(&table);
}

static void print_way_to_times(const struct effect *effect)
{
    printf("\nWhat it costs here\n"
           "  halation --bench%s %s --results times.json\n"
           "  halation --explain %s --baseline times.json\n",
           effect->blurs ? "=blurs" : " --chain", effect->blurs ? "--sigma 2,8,32" : effect->name,
           effect->name);
}

static void print_page(const struct effect *effect, const struct explain_drawing *drawing,
                       const json_t *results)
{
    char head[1024];
    describe_sentences(effect, head, sizeof(head));
    wrap_entry(0, NAME_INDENT, effect->name, head);
    print_text(text_of(effect));
    putchar('\n');
    explain_drawing_print(drawing, stdout);
    print_impls(effect);
    if (results)
        print_times(effect, results);
    else
        print_way_to_times(effect);
    printf("\nOptions: halation --help=%s\n", effect->name);
}

int explain_run(const struct options *options)
{
    const struct effect *effect = effect_find(options->what, strlen(options->what));
    const char *path = options->picture.path, *file = options->bench.baseline;
    struct explain_drawing drawing;
    struct error error;
    int status = EXIT_SUCCESS;
    json_t *results = file ? document_load(file, &error) : NULL;
    if (file && !results) {
        error_prefix(&error, "--baseline: ");
        return complain(EXIT_USAGE, &error);
    }
    draw(effect, &drawing);
    if (!path)
        print_page(effect, &drawing, results);
    else if (explain_drawing_write(&drawing, path, &error))
        complain_written(path, "");
    else
        status = complain(EXIT_MACHINE, &error);
    explain_drawing_finish(&drawing);
    json_decref(results);
    return status;
}
