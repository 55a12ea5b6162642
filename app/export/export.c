#include "app/export/export.h"

#include "app/export/export_files.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names

const char *const export_filters[] = { "GL_NEAREST", "GL_LINEAR", "GL_LINEAR_MIPMAP_LINEAR" };

// ---- text from outside

void export_write_comment(struct text_writer *out, const char *text)
{
    const size_t size = 4 * strlen(text) + 1;
    char *visible = memory_new(size, 1);
    text_make_visible(text, strlen(text), visible, size);
    const bool should_continue = text_ends_in(visible, "\\") || text_ends_in(visible, "?\?/");
    text_write(out, should_continue ? "%s." : "%s", visible); // a backslash would continue the line
    free(visible);
}

void export_write_string(struct text_writer *out, const char *text, size_t length)
{
    text_write(out, "\"");
    for (const char *end = text + length; text < end; text++)
        if (*text >= ' ' && *text <= '~' && !strchr("\"\\?", *text))
            text_write(out, "%c", *text);
        else
            text_write(out, "\\%03o", (unsigned) (unsigned char) *text);
    text_write(out, "\"");
}

// ---- numbers

void export_write_number(struct text_writer *out, float value, bool is_whole, const char *end)
{
    char text[NUMBER_PRINTED_SIZE];
    number_print(value, text);
    if (is_whole)
        text_write(out, "%d", (int) value);
    else
        text_write(out, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", end);
}

bool export_write_file(const char *path, const void *bytes, size_t size, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    fwrite(bytes, 1, size, file.stream);
    return output_file_close(&file, error);
}

// ---- shaders on stdout

// Lines that begin with "@@" head the shaders; GLSL has no such character.
static bool print_for_reader(const struct exported *exported, struct error *error)
{
    struct text_writer out = { 0 };
    export_write_passes(&out, exported);
    for (int i = 0; i < exported->shader_count; i++) {
        text_write(&out, "\n@@ %s\n", exported->shaders[i].file);
        export_write_shader(exported, i, &out);
    }
    const bool done = export_write_file("-", out.text, out.length, error);
    free(out.text);
    return done;
}

// ---- all kinds of export

static enum kind { TO_FOLDER, TO_STDOUT, TO_HOOK, TO_PAGE } kind_of(const char *path)
{
    static const struct {
        const char *ending;
        enum kind kind;
    } endings[] = { { ".html", TO_PAGE }, { ".hook", TO_HOOK }, { ".glsl", TO_HOOK } };
    struct error unused;
    for (size_t i = 0; i < ARRAY_COUNT(endings); i++)
        if (output_file_check_ending(path, endings[i].ending, &unused))
            return endings[i].kind;
    return strcmp(path, "-") == 0 ? TO_STDOUT : TO_FOLDER;
}

bool export_accepts_several(const char *path)
{
    return kind_of(path) == TO_PAGE;
}

// Returns true for a name that looks like a file of another kind, such as "x.txt".
static bool has_other_ending(const char *path)
{
    const char *name = file_path_name(path);
    const char *dot = strrchr(name, '.');
    return dot && dot > name && isalpha((unsigned char) dot[1]) && !file_path_is_folder(path);
}

bool export_check(const char *path, struct error *error)
{
    const enum kind kind = kind_of(path);
    if (kind != TO_FOLDER)
        return kind == TO_STDOUT || output_file_check(path, error);
    if (has_other_ending(path))
        return error_set(error,
                         "%s: no export ends so: .html is a page, .hook or .glsl a user shader, "
                         "and another name a folder, which may be written as %s/",
                         path, path);
    return export_folder_check(path, error);
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
    const enum kind kind = kind_of(path);
    exported.half_store_off |= kind != TO_PAGE; // the exported shaders draw expected.ppm
    int status = headless_try(&headless, &exported, &error);
    if (status == EXIT_SUCCESS)
        status = kind == TO_PAGE ? export_page_run(&headless.renderer, &exported, path, &error)
                                 : export_renderer(&headless.renderer, draw->time, path, &error);
    headless_close(&headless);
    if (status != EXIT_SUCCESS)
        return report_error(status, &error);
    if (kind != TO_STDOUT)
        report_written(path, "");
    return status;
}
