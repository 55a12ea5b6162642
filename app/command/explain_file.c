#include "app/command/describe.h"
#include "app/command/explain.h"
#include "app/text/wrap.h"
#include "effects/effect_impl.h"
#include "effects/hook/hook.h"
#include "effects/hook/shader_file.h"
#include "render/text/step_text.h"

#include <stdalign.h>
#include <stdio.h>
#include <string.h>

// The only text of a shader file is the comment that it begins with. The rest of the description is
// made from its directives, and from the positions of its passes in a picture.

enum { LEFT = 2, NAME_INDENT = 24, TEXT_SIZE = 4096 };

static void print_paragraph(char words[TEXT_SIZE])
{
    if (words[0]) {
        putchar('\n');
        wrap_print(stdout, 0, 0, words);
    }
    words[0] = '\0';
}

// Prints the lines that begin with "//", up to the first directive.
static void print_comment(const char *text)
{
    char words[TEXT_SIZE] = "";
    text += strspn(text, "\xef\xbb\xbf \r\n");
    for (; strncmp(text, "//", 2) == 0 && !strchr("!@", text[2]); text += strspn(text, "\r\n")) {
        const char *line = text + strspn(text, "/ \t");
        const size_t count = strcspn(line, "\r\n"), length = strlen(words);
        text = line + count;
        if (count == 0)
            print_paragraph(words);
        else
            snprintf(words + length, TEXT_SIZE - length, "%s%.*s", length > 0 ? " " : "",
                     (int) count, line);
    }
    print_paragraph(words);
}

// ---- passes

// Passes that halation adds between those of the file.
static const char *const helpers[HELPER_COUNT] = {
    [HELPER_LINEARIZE] = "display values become light",
    [HELPER_DELINEARIZE] = "light becomes display values",
    [HELPER_LUMA_PLANE] = "the plane that is read at LUMA",
    [HELPER_CHROMA_PLANES] = "the planes that are read at CHROMA",
    [HELPER_MERGE] = "the planes become colours again",
    [HELPER_FINISH] = "the picture gets its size and its alpha back",
    [HELPER_RESIZE] = "the picture gets its size back",
    [HELPER_REDUCE] = "the smaller picture that the file reads",
};

static void print_run(const struct shader_file *file, const struct shader_layout *layout,
                      int number)
{
    const struct shader_run *run = &layout->runs[number];
    const struct shader_image *image = &layout->images[run->output];
    char name[SHADER_RUN_NAME_SIZE], head[SHADER_RUN_NAME_SIZE + 32], text[1024];
    shader_run_name(file, run, name);
    snprintf(head, sizeof(head), "%s %dx%d", name, image->width, image->height);
    if (run->program >= file->pass_count) {
        wrap_entry(LEFT, NAME_INDENT, head, helpers[run->program - file->pass_count]);
        return;
    }
    const struct shader_pass *pass = &file->passes[run->program];
    struct step_writer writer = { text, sizeof(text), 0 };
    step_writef(&writer, "at %s", hook_point_names[run->point]);
    for (int i = 0; i < pass->bind_count; i++)
        step_writef(&writer, "%s%s", i > 0 ? ", " : "; reads ", pass->binds[i].text);
    if (pass->save.text)
        step_writef(&writer, "; saves %s", pass->save.text);
    if (pass->compute)
        step_writef(&writer, "; a compute shader, a group for %dx%d texels", pass->block[0],
                    pass->block[1]);
    if (pass->when.count > 0)
        step_writef(&writer, "; where its WHEN is not 0");
    wrap_entry(LEFT, NAME_INDENT, head, text);
}

static bool runs(const struct shader_layout *layout, int pass)
{
    int i = 0;
    while (i < layout->run_count && layout->runs[i].program != pass)
        i++;
    return i < layout->run_count;
}

static void print_passes(const struct effect *effect)
{
    const struct shader_file *file = shader_file_of(effect);
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    const struct effect_site site = describe_site(effect, params);
    struct shader_layout layout;
    struct error why;
    if (effect->pointwise) {
        wrap_sentence("\nIts function becomes one pass with its pointwise neighbours");
        return;
    }
    wrap_sentence("\nPasses in a picture of %dx%d, at the defaults", site.width, site.height);
    if (!shader_layout_at(&site, &layout, &why)) {
        wrap_entry(LEFT, LEFT, "", why.text);
        return;
    }
    for (int i = 0; i < layout.run_count; i++)
        print_run(file, &layout, i);
    for (int i = 0; i < file->pass_count; i++) {
        char name[SHADER_RUN_NAME_SIZE];
        shader_run_name(file, &(struct shader_run){ .program = i }, name);
        if (!runs(&layout, i))
            wrap_entry(LEFT, NAME_INDENT, name, "does not run there");
    }
}

void explain_print_file(const struct effect *effect)
{
    const struct shader_file *file = shader_file_of(effect);
    const char *head = "\nIts lines //@ (docs/own-effects.md); --audit checks them";
    print_comment(file->text);
    print_passes(effect);
    for (const char *line = file->text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "//@", 3) != 0)
            continue;
        if (head)
            puts(head);
        head = NULL;
        wrap_printf(stdout, 2 * LEFT, "  %.*s", (int) strcspn(line, "\r\n"), line);
    }
}
