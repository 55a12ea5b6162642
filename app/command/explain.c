#define LOG_MODULE "explain"
#include "app/command/describe.h"
#include "app/picture/capture_view.h"
#include "app/picture/contact_sheet.h"
#include "app/text/wrap.h"
#include "effects/distribution.h"
#include "effects/hook/hook.h"
#include "effects/hook/shader_file.h"
#include "render/file/embedded.h"
#include "render/text/log.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_INDENT = 17, PARAGRAPH_SIZE = 4096 };

// ---- the text

const char *explain_text(const struct effect *effect)
{
    char path[128];
    snprintf(path, sizeof(path), "assets/effects/%s.md", effect->name);
    const struct embedded_file *file = embedded_find(path);
    assert(file && "every effect has a text");
    return file->text;
}

// The step is between the first two backticks of the last paragraph of the text.
void explain_example(const struct effect *effect, struct chain *chain)
{
    char step[CHAIN_TEXT_SIZE];
    struct error error;
    *chain = (struct chain){ .count = 1 };
    chain_step_init(&chain->steps[0], effect);
    if (effect->file.path)
        return;
    const char *begin = strstr(explain_text(effect), "**Example.** `");
    assert(begin && "every text has an example");
    begin = strchr(begin, '`') + 1;
    snprintf(step, sizeof(step), "%.*s", (int) strcspn(begin, "`"), begin);
    if (!chain_parse(chain, step, NULL, &error))
        log_fatal("assets/effects/%s.md: %s", effect->name, error.text);
}

char *explain_numbers(const struct effect *effect)
{
    enum { MAX_ROWS = 64 };
    char *text = NULL;
    size_t size;
    struct chain chain;
    struct kernel_sheet sheet;
    struct error error;
    explain_example(effect, &chain);
    const struct chain_step *curve = curve_find(&chain);
    FILE *out = open_memstream(&text, &size);
    if (!out)
        log_fatal("no memory for a page");
    if (curve) {
        describe_curve(curve, out);
    } else if (kernel_sheet_init(&sheet, &chain, RENDERER_DEFAULT_HEIGHT, &error)) {
        int rows = 0;
        for (int i = 0; i < sheet.count; i++)
            rows += sheet.tables[i].count;
        if (rows <= MAX_ROWS)
            kernel_print_glsl(&sheet, out);
        kernel_sheet_finish(&sheet);
    }
    fclose(out);
    return text;
}

// Prints paragraphs in lines for a terminal, without the marks of bold words.
static void print_text(const char *text)
{
    for (text += strspn(text, "\n"); *text; text += strspn(text, "\n")) {
        char line[PARAGRAPH_SIZE];
        size_t length = 0;
        for (; *text && !text_begins_with(text, "\n\n"); text++) {
            if (text_begins_with(text, "**"))
                text++;
            else if (!(*text == '\n' && !text[1]) && length + 1 < sizeof(line))
                line[length++] = *text == '\n' ? ' ' : *text;
        }
        line[length] = '\0';
        putchar('\n');
        wrap_print(stdout, 0, 0, line);
    }
}

// Prints the comment that a shader file begins with, up to the first directive, and its lines
// "//@".
static void print_file(const char *text)
{
    char words[PARAGRAPH_SIZE] = "";
    struct step_writer writer = { words, sizeof(words), 0 };
    const char *head = "\nIts lines //@ (docs/own-effects.md); --audit checks them";
    text += strspn(text, "\xef\xbb\xbf \r\n");
    for (; text_begins_with(text, "//") && !strchr("!@", text[2]); text += strspn(text, "\r\n")) {
        text += strspn(text, "/ \t");
        const size_t length = strcspn(text, "\r\n");
        step_writef(&writer, "%.*s\n", (int) length, text);
        text += length;
    }
    print_text(words);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        if (!text_begins_with(text, "//@"))
            continue;
        if (head)
            puts(head);
        head = NULL;
        wrap_printf(stdout, 4, "  %.*s", (int) strcspn(text, "\r\n"), text);
    }
}

// ---- the page

// Prints where a file defines functions of that name: "  dual/down.glsl  lines 18-22". Such a line
// begins with a letter; those of calls and comments do not.
static void print_functions(const struct embedded_file *file, const char *name)
{
    char call[96];
    int number = 1, first = 0;
    snprintf(call, sizeof(call), " %s(", name);
    for (const char *line = file->text; *line; number++) {
        const size_t length = strcspn(line, "\n");
        const char *found = strstr(line, call);
        if (isalpha((unsigned char) *line) && found && found < line + length)
            first = number;
        if (*line == '}' && first > 0) {
            printf("  %s  lines %d-%d\n", file->path + strlen("shaders/"), first, number);
            first = 0;
        }
        line += length + (line[length] == '\n');
    }
}

void explain_print(const struct effect *effect)
{
    char about[1024];
    char *numbers = explain_numbers(effect);
    describe_sentences(effect, about, sizeof(about));
    wrap_entry(0, NAME_INDENT, effect->name, about);
    if (effect->file.path)
        print_file(shader_file_of(effect)->text);
    else
        print_text(explain_text(effect));
    if (effect->params && effect->params->key) {
        puts("\nOptions");
        describe_params(effect->params);
    }
    if (*numbers)
        printf("\n%s", numbers);
    free(numbers);
    if (!effect->file.path) {
        // A pointwise effect is the function of its name in its file; a spatial effect has a
        // function for each kind of pass that computes one texel, in the files of its directory.
        char folder[96];
        snprintf(folder, sizeof(folder),
                 effect->pointwise ? "shaders/pointwise/%s." : "shaders/%s/", effect->name);
        puts("\nShader (--print shader NAME prints a file)");
        for (const struct embedded_file *file = embedded_files; file->path; file++)
            if (text_begins_with(file->path, folder))
                print_functions(file, effect->name);
        puts(effect_impl_count(effect) > 0
                 ? "\nImplementations, counted per pixel of 1920x1080 (--list impls)"
                 : "\nA function, which becomes one pass with its pointwise neighbours");
        describe_impls_of(effect);
    }
    printf("\nPictures: halation --explain %s -o F.png\n",
           effect->file.path ? effect->file.path : effect->name);
}

// ---- the picture

// Adds a cell with the output of the chain, or of one of its passes: "dual/down 240x135".
static void add_cell(struct contact_cells *cells, const struct draw_options *draw,
                     const struct chain *chain, const char *title, const char *pass)
{
    struct contact_cell *cell = contact_cells_add(cells, title, &draw->scene);
    cell->chain = *chain;
    snprintf(cell->at, sizeof(cell->at), "%s", pass);
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
    static struct capture_passes passes;
    struct error error;
    struct draw_options draw = options->draw;
    struct contact_cells cells = { 0 };
    struct pass_stats tree;
    struct headless headless;
    const struct effect *effect = explain_find(options->what, &error);
    if (!effect)
        return report_error(EXIT_USAGE, &error);
    if (!options->picture.path) {
        explain_print(effect);
        return EXIT_SUCCESS;
    }
    explain_example(effect, &draw.chain);
    if (!draw.size_given && !draw.scene.scene->read) {
        draw.width = CONTACT_MAX_WIDTH;
        draw.height = CONTACT_MAX_WIDTH * RENDERER_DEFAULT_HEIGHT / RENDERER_DEFAULT_WIDTH;
    }
    snprintf(cells.heading, sizeof(cells.heading), "%s", effect->name);
    chain_print(&draw.chain, cells.subject, sizeof(cells.subject));
    add_cell(&cells, &draw, &(struct chain){ 0 }, "before", "");
    add_cell(&cells, &draw, &draw.chain, "after", "");
    int status = headless_try(&headless, &draw, &error);
    if (status == EXIT_SUCCESS) {
        pass_stats_init(&tree, 1);
        for (int frame = 0; frame < 2; frame++) { // the first frame has passes that run once
            renderer_draw(&headless.renderer, draw.time);
            pass_stats_add(&tree, gpu_timer_collect(&headless.renderer.gpu.timer, true));
        }
        capture_passes_list(&passes, &tree, effect->name, strlen(effect->name));
        pass_stats_finish(&tree);
        for (int i = 0; i < passes.count && passes.count > 1; i++)
            add_cell(&cells, &draw, &draw.chain, strchr(passes.paths[i], '/') + 1, passes.paths[i]);
        status = contact_sheet_write(&cells, "explain", options->picture.path, &draw,
                                     &headless.renderer, &error);
    }
    headless_close(&headless);
    contact_cells_finish(&cells);
    return status == EXIT_SUCCESS ? status : report_error(status, &error);
}
