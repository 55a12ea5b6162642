#include "app/export/export.h"

#include "app/export/export_files.h"
#include "render/file/output_file.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- shaders on stdout

static void print_form(struct text_writer *out, const struct form *form)
{
    form_print(out, form, "width", "height", false);
}

static const struct number_language for_reader = {
    .texts = { [EXPORTED_CONSTANT] = { "$v" },
               [EXPORTED_SIZE] = { "$f" },
               [EXPORTED_INVERSE] = { "1 / ($f)" },
               [EXPORTED_FRAME] = { "frame" },
               [EXPORTED_PARAM] = { "$v" },
               [EXPORTED_POWER] = { "$v" },
               [EXPORTED_TABLE] = { "$v" } },
    .float_end = "",
    .write_form = print_form,
};

static void print_uniform(const struct exported *exported, const struct exported_uniform *uniform,
                          struct text_writer *out)
{
    static const char *const ends[] = { [EXPORTED_PARAM] = ": ",
                                        [EXPORTED_POWER] = ": 2 to the power of ",
                                        [EXPORTED_TABLE] = ": follows " };
    const struct exported_number *last = NULL; // the last one that depends on a parameter
    text_write(out, "//   %s =", uniform->name);
    for (int i = 0; i < uniform->number_count; i++) {
        text_write(out, " ");
        export_write_number(out, &for_reader, exported, &uniform->numbers[i], false, NULL);
        if (uniform->numbers[i].source >= EXPORTED_PARAM)
            last = &uniform->numbers[i];
    }
    text_write(out, "%s%s\n", last ? ends[last->source] : "",
               last ? exported->params[last->param].name : "");
}

static void print_texture(const struct exported *exported, int thing, struct text_writer *out)
{
    const struct exported_texture *texture = &exported->textures[thing];
    text_write(out, "%s, %s, ", texture->name, texture_format_name(texture->format));
    print_form(out, &texture->width);
    text_write(out, " x ");
    print_form(out, &texture->height);
    text_write(out, "\n");
}

static void print_pass(const struct exported *exported, int number, struct text_writer *out)
{
    const struct exported_pass *pass = &exported->passes[number];
    text_write(out, "@@ %d %s\n", number + 1, pass->path);
    for (int i = 0; i < pass->binding_count; i++) {
        const struct exported_binding *binding = &pass->bindings[i];
        if (binding->kind == FLATTENED_BUFFER)
            continue;
        text_write(out, "//   %s %s ", binding->name,
                   binding->kind == FLATTENED_SAMPLER ? "reads" : "is");
        print_texture(exported, binding->thing, out);
    }
    if (pass->kind == RECORD_DRAW) {
        text_write(out, "//   draws into ");
        print_texture(exported, pass->output, out);
    }
    for (int i = 0; i < 3 && pass->kind == RECORD_DISPATCH; i++) {
        text_write(out, i == 0 ? "//   groups: " : " x ");
        print_form(out, &pass->extent[i]);
        text_write(out, i == 2 ? "\n" : "");
    }
    for (int i = 0; i < pass->uniform_count; i++)
        print_uniform(exported, &pass->uniforms[i], out);
}

// Lines that begin with "@@" head the passes. GLSL has no such character; a comment line that
// begins with it is printed after a blank.
static void print_shader(const struct exported *exported, int number, struct text_writer *out)
{
    struct text_writer text = { 0 };
    export_write_shader(exported, number, &text);
    for (const char *line = text.text; *line; line += strcspn(line, "\n") + 1)
        text_write(out, "%s%.*s\n", strncmp(line, "@@", 2) == 0 ? " " : "",
                   (int) strcspn(line, "\n"), line);
    free(text.text);
}

static bool print_for_reader(const struct exported *exported, struct error *error)
{
    struct output_file file;
    struct text_writer out = { 0 };
    for (int i = 0; i < exported->pass_count; i++) {
        const int shader = exported->passes[i].shader;
        int first = 0;
        print_pass(exported, i, &out);
        while (exported->passes[first].shader != shader)
            first++;
        if (shader >= 0 && first == i)
            print_shader(exported, shader, &out);
        else if (shader >= 0)
            text_write(&out, "//   the shader of pass %d\n", first + 1);
    }
    const bool done = output_file_open(&file, "-", error);
    if (done)
        fputs(out.text, file.stream);
    free(out.text);
    return done && output_file_close(&file, error);
}

// ---- all kinds of export

static enum kind { TO_FOLDER, TO_STDOUT, TO_HOOK, TO_PAGE } kind_of(const char *path)
{
    static const struct {
        const char *ending;
        enum kind kind;
    } endings[] = { { ".html", TO_PAGE }, { ".hook", TO_HOOK }, { ".glsl", TO_HOOK } };
    struct error unused;
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
        if (output_file_check_ending(path, endings[i].ending, &unused))
            return endings[i].kind;
    return strcmp(path, "-") == 0 ? TO_STDOUT : TO_FOLDER;
}

bool export_accepts_several(const char *path)
{
    return kind_of(path) == TO_PAGE;
}

bool export_check(const char *path, struct error *error)
{
    const enum kind kind = kind_of(path);
    return kind == TO_STDOUT ||
           (kind == TO_FOLDER ? export_folder_check(path, error) : output_file_check(path, error));
}

int export_renderer(struct renderer *renderer, double time, const char *path, struct error *error)
{
    struct exported exported;
    struct chain chain = renderer->side.chain;
    const bool is_folder = kind_of(path) == TO_FOLDER;
    if (kind_of(path) == TO_HOOK)
        return export_hook_write(renderer, path, error);
    if (!exported_make(&exported, renderer, &chain, &renderer->plan_options,
                       is_folder ? EXPORTED_AS_CODE : EXPORTED_AS_CHOSEN, error))
        return EXIT_USAGE;
    const bool done = is_folder ? export_folder_write(&exported, renderer, time, path, error)
                                : print_for_reader(&exported, error);
    if (done && is_folder && !exported.has_any_size)
        log_note("%s is made for pictures of %dx%d, so the export is, too", exported.fixed_by,
                 exported.width, exported.height);
    exported_finish(&exported);
    return done ? EXIT_SUCCESS : EXIT_MACHINE;
}

int export_run(const struct draw_options *draw, const char *path)
{
    struct headless headless;
    struct draw_options exported = *draw;
    struct error error;
    exported.half_store_off |= kind_of(path) != TO_PAGE; // the exported shaders draw expected.ppm
    int status = headless_try(&headless, &exported, false, &error);
    if (status == EXIT_SUCCESS)
        status = kind_of(path) == TO_PAGE
                     ? export_page_run(&headless.renderer, &exported, path, &error)
                     : export_renderer(&headless.renderer, draw->time, path, &error);
    headless_close(&headless);
    if (status != EXIT_SUCCESS)
        return report_error(status, &error);
    if (kind_of(path) != TO_STDOUT)
        report_written(path, "");
    return status;
}
