#include "app/export/export_run.h"

#include "app/export/export_also.h"
#include "app/export/export_folder.h"
#include "app/export/export_hook.h"
#include "app/export/export_page.h"
#include "render/file/output_file.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- for a reader

static void print_uniform(const struct exported *exported, const struct exported_uniform *uniform,
                          struct text_writer *out)
{
    const struct exported_number *follows = NULL;
    text_write(out, "//   %s =", uniform->name);
    for (int i = 0; i < uniform->number_count; i++) {
        const struct exported_number *number = &uniform->numbers[i];
        char size[FORM_PRINTED_SIZE];
        text_write(out, " ");
        if (number->source == EXPORTED_SIZE || number->source == EXPORTED_INVERSE) {
            form_print(&number->form, "width", "height", false, size);
            text_write(out, number->source == EXPORTED_SIZE ? "%s" : "1 / (%s)", size);
        } else if (number->source == EXPORTED_FRAME)
            text_write(out, "frame");
        else
            export_write_float(out, number->value, "");
        if (number->source >= EXPORTED_PARAM)
            follows = number;
    }
    if (follows)
        text_write(out,
                   follows->source == EXPORTED_PARAM   ? ": %s"
                   : follows->source == EXPORTED_POWER ? ": 2 to the power of %s"
                                                       : ": follows %s",
                   exported->params[follows->param].name);
    text_write(out, "\n");
}

static void print_texture(const struct exported *exported, int thing, struct text_writer *out)
{
    const struct exported_texture *texture = &exported->textures[thing];
    char width[FORM_PRINTED_SIZE], height[FORM_PRINTED_SIZE];
    form_print(&texture->width, "width", "height", false, width);
    form_print(&texture->height, "width", "height", false, height);
    text_write(out, "%s, %s, %s x %s\n", texture->name, texture_format_name(texture->format), width,
               height);
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
    if (pass->kind == RECORD_DISPATCH) {
        char groups[3][FORM_PRINTED_SIZE];
        for (int i = 0; i < 3; i++)
            form_print(&pass->extent[i], "width", "height", false, groups[i]);
        text_write(out, "//   groups: %s x %s x %s\n", groups[0], groups[1], groups[2]);
    }
    for (int i = 0; i < pass->uniform_count; i++)
        print_uniform(exported, &pass->uniforms[i], out);
}

// A line that begins with "@@" cannot stand in a shader: GLSL has no such sign, and a comment that
// has it gets a blank before it.
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

// ---- all of them

static enum kind { TO_STDOUT, TO_HOOK, TO_PAGE, TO_FOLDER } kind_of(const char *path)
{
    struct error unused;
    if (strcmp(path, "-") == 0)
        return TO_STDOUT;
    if (output_file_check_ending(path, ".html", &unused))
        return TO_PAGE;
    return output_file_check_ending(path, ".hook", &unused) ||
                   output_file_check_ending(path, ".glsl", &unused)
               ? TO_HOOK
               : TO_FOLDER;
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

int export_renderer(struct renderer *renderer, double time, const char *path, const char *also,
                    struct error *error)
{
    struct exported exported;
    struct chain chain = renderer->side.chain;
    const bool is_folder = kind_of(path) == TO_FOLDER;
    if (kind_of(path) == TO_HOOK)
        return export_hook_write(renderer, path, error);
    if (!exported_make(&exported, renderer, &chain, &renderer->plan_options, EXPORTED_AS_CHOSEN,
                       error))
        return EXIT_USAGE;
    bool done = is_folder ? export_folder_write(&exported, renderer, time, path, error)
                          : print_for_reader(&exported, error);
    if (done && is_folder && !exported.has_any_size)
        log_note("%s is made for pictures of %dx%d to %dx%d, so the export is, too",
                 exported.fixed_by, exported.least[0], exported.least[1], exported.most[0],
                 exported.most[1]);
    done = done && (!also || export_also_write(&exported, path, also, error));
    exported_finish(&exported);
    return done ? EXIT_SUCCESS : EXIT_MACHINE;
}

int export_run(const struct draw_options *draw, const char *path, const char *also)
{
    struct headless headless;
    struct draw_options exported = *draw;
    struct error error;
    exported.half_store_off |= kind_of(path) != TO_PAGE; // expected.ppm is by the exported shaders
    if (also && kind_of(path) != TO_FOLDER) {
        error_set(&error, "--export-also goes with a folder, and %s is none", path);
        return report_error(EXIT_USAGE, &error);
    }
    if (also && !export_also_can(&error))
        return report_error(EXIT_MACHINE, &error);
    int status = headless_try(&headless, &exported, false, &error);
    if (status == EXIT_SUCCESS)
        status = export_accepts_several(path)
                     ? export_page_run(&headless.renderer, &exported, path, &error)
                     : export_renderer(&headless.renderer, draw->time, path, also, &error);
    headless_close(&headless);
    if (status != EXIT_SUCCESS)
        return report_error(status, &error);
    if (kind_of(path) != TO_STDOUT)
        report_written(path, "");
    return status;
}
