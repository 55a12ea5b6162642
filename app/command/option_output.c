// The files of -o: which mode they choose, which row of output_table each is written by, and
// whether that is possible.

#include "app/audit/audit.h"
#include "app/bench/bench.h"
#include "app/command/describe.h"
#include "app/command/option.h"
#include "app/compare/compare.h"
#include "app/identify/identify.h"
#include "app/picture/capture_view.h"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "app/text/shell.h"
#include "app/text/wrap.h"
#include "render/file/output_file.h"
#include "render/image/image.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// ---- the table

static bool check_pattern(const char *path, struct error *error)
{
    char name[FRAME_NAME_SIZE];
    return frame_name(path, 0, name, sizeof(name), error) && image_check_path(name, error);
}

enum {
    TIMED = IN_BENCH | IN_TUNE,
    COMPARED = IN_COMPARE | IN_VERIFY,
};

static const struct output_row output_table[] = {
    { "%", OUTPUT_SEQUENCE, IN_SEQUENCE, "frames, frame_%04d.png or .exr, .hdr, .pfm",
      MODE_SEQUENCE, .check = check_pattern },
    { ".y4m", OUTPUT_SEQUENCE, IN_SEQUENCE, "frames as one film, 8 bit 4:4:4 BT.709", MODE_SEQUENCE,
      .is_default = true },
    { ".png", OUTPUT_SEQUENCE, IN_SEQUENCE, "frames one after the other, with --output-format png",
      MODE_SEQUENCE, .is_for_stream = true },
    { ".png", OUTPUT_PICTURE, IN_SCREENSHOT, "the picture as displayed", MODE_SCREENSHOT,
      .is_default = true, .check = image_check_path },
    { ".exr", OUTPUT_PICTURE, IN_SCREENSHOT, "its light", MODE_SCREENSHOT },
    { ".hdr", OUTPUT_PICTURE, IN_SCREENSHOT, "its light, RGBE", MODE_SCREENSHOT },
    { ".pfm", OUTPUT_PICTURE, IN_SCREENSHOT, "its light, 32-bit floats", MODE_SCREENSHOT },
    { ".gpl", OUTPUT_PALETTE, IN_SCREENSHOT,
      "the palette of its last step that has one, for GIMP and others", MODE_SCREENSHOT },
    { ".png", OUTPUT_PICTURE, IN_SHEET, "the sheet", .is_default = true },
    { ".json", OUTPUT_JSON, TIMED, "all numbers", .print = json_file_print },
    { ".csv", OUTPUT_CSV, TIMED, "a line for each number", .print = document_print_csv },
    { ".html", OUTPUT_PAGE, TIMED, "a page with charts", .print = document_print_page },
    { ".png", OUTPUT_PICTURE, IN_BENCH, "the blooms of --bench=bloom side by side" },
    { ".html", OUTPUT_PAGE, IN_REPORT, "the page", .is_default = true,
      .print = document_print_pages },
    { ".json", OUTPUT_JSON, IN_AUDIT, "all numbers", .print = audit_print_json },
    { ".xml", OUTPUT_JUNIT, IN_AUDIT, "a test case for each audit, as CI systems read it",
      .print = audit_print_junit },
    { ".png", OUTPUT_PICTURE, IN_COMPARE, "a map of where two pictures differ",
      .write = compare_write_maps },
    { "/", OUTPUT_FOLDER, COMPARED, "the maps of many pictures, each that fails",
      .write = compare_write_maps },
    { ".html", OUTPUT_PAGE, COMPARED, "a page to look at the pictures and their differences",
      .print = compare_print_page },
    { ".xml", OUTPUT_JUNIT, COMPARED, "a test case for each picture, as CI systems read it",
      .print = compare_print_junit },
    { ".json", OUTPUT_JSON, COMPARED, "all numbers", .print = compare_print_json },
    { ".png", OUTPUT_PICTURE, IN_IDENTIFY, "the test pattern", .is_default = true,
      .check = image_check_path },
    { ".json", OUTPUT_JSON, IN_IDENTIFY, "all numbers", .print = identify_print_json },
    { ".png", OUTPUT_PICTURE, IN_EXPLAIN, "the scene before and after, and what each pass writes" },
    { ".glsl", OUTPUT_TEXT, IN_PRINT, "of --print kernel", .print = kernel_print_glsl },
    { ".c", OUTPUT_TEXT, IN_PRINT, "of --print kernel", .print = kernel_print_c },
    { ".h", OUTPUT_TEXT, IN_PRINT, "of --print kernel", .print = kernel_print_c },
    { ".json", OUTPUT_JSON, IN_PRINT, "of --print kernel", .print = kernel_print_json },
    { 0 },
};

enum { MAX_ENDINGS = 16 };

// ---- the rows of a path

static bool has_mode(const struct output_row *row, enum mode mode)
{
    return mode == MODE_WINDOW ? row->implied != MODE_WINDOW : row->modes >> mode & 1;
}

// Returns true if "-" can take it.
static bool can_stream(const struct output_row *row)
{
    return row->print || row->is_default || row->is_for_stream;
}

static bool matches(const struct output_row *row, const char *path, const char *format)
{
    const size_t length = strlen(path), tail = strlen(row->ending);
    if (strcmp(path, "-") == 0)
        return format ? can_stream(row) && strcmp(row->ending + 1, format) == 0 : row->is_default;
    if (row->is_for_stream || row->ending[0] == '%')
        return !row->is_for_stream && strchr(path, '%');
    return length > tail && strcasecmp(path + length - tail, row->ending) == 0 &&
           path[length - tail - 1] != '/';
}

// Returns the row of a path in a mode; MODE_WINDOW: the first that implies a mode. NULL: none.
static const struct output_row *find_row(enum mode mode, const char *path, const char *format)
{
    for (const struct output_row *row = output_table; row->ending; row++)
        if (has_mode(row, mode) && matches(row, path, format))
            return row;
    return NULL;
}

// ---- names

struct names output_endings(enum mode mode, bool are_formats)
{
    static const char *endings[MAX_ENDINGS + 1]; // one list at a time
    const struct names names = { names_of_array, endings };
    int count = 0;
    endings[0] = NULL;
    for (const struct output_row *row = output_table; row->ending; row++) {
        const char *ending = row->ending + are_formats;
        if (has_mode(row, mode) && row->ending[0] != '%' &&
            (are_formats ? can_stream(row) : !row->is_for_stream) &&
            names_find(&names, ending, strlen(ending)) < 0) {
            endings[count++] = ending;
            endings[count] = NULL;
        }
    }
    return names;
}

void output_print_rows(void)
{
    for (const struct output_row *row = output_table; row->ending; row++) {
        char modes[192], text[320];
        option_name_modes(row->modes, modes, sizeof(modes));
        snprintf(text, sizeof(text), row->implied ? "%s" : "%s (%s)", row->what, modes);
        wrap_entry(0, WRAP_INDENT, row->ending, text);
    }
    wrap_entry(0, WRAP_INDENT, "-",
               "stdout, as --output-format says; what else is printed goes to stderr then");
}

// ---- errors

static bool refuse(const struct option_reader *reader, const char *path, struct error *error)
{
    static const char *const films[] = { ".mp4", ".mkv", ".webm", ".mov", ".avi", ".m4v",
                                         ".gif", ".mpg", ".mpeg", ".ogv", ".wmv" };
    const struct outputs *outputs = &reader->options->outputs;
    const bool is_format = strcmp(path, "-") == 0;
    const struct names names = output_endings(reader->options->mode, is_format);
    const char *word = is_format ? outputs->format : path;
    unsigned modes = 0;
    char joined[256], quoted[1024];
    for (size_t i = 0; i < ARRAY_COUNT(films); i++)
        if (text_ends_in(path, films[i])) {
            shell_quote(path, quoted, sizeof(quoted));
            return error_set(
                error, "a film goes through a pipe: -o - | ffmpeg -colorspace bt709 -i - %s%s",
                strcmp(films[i], ".gif") == 0 ? "" : "-pix_fmt yuv420p ", quoted);
        }
    if (!names.at(names.set, 0))
        return error_set(error, "--%s writes no file", reader->mode_option);
    names_join(&names, joined, sizeof(joined));
    error_set(error, is_format ? "'%s' must be %s" : "'%s' must end in %s", word, joined);
    for (const struct output_row *row = output_table; row->ending; row++)
        modes |= matches(row, path, outputs->format) ? row->modes : 0;
    if (!modes)
        return is_format && names_suggest(error, &names, word, strlen(word));
    option_name_modes(modes, joined, sizeof(joined));
    return error_append(error, "; that ending is of %s", joined);
}

// ---- all files

static bool add(struct outputs *outputs, const char *path, const struct output_row *row,
                struct error *error)
{
    const char *other = outputs_path(outputs, row->kind);
    if (other)
        return error_set(error, "%s and %s are two files of one kind; leave one out", other, path);
    outputs->all[outputs->count++] = (struct output){ path, row };
    return true;
}

bool option_choose_outputs(struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    struct outputs *outputs = &options->outputs;
    bool has_stdout = false;
    if (options->mode == MODE_SCREENSHOT)
        add(outputs, options->picture.path, find_row(MODE_SCREENSHOT, "-", NULL), error);
    for (int i = 0; i < OUTPUT_KINDS && outputs->given[i]; i++) {
        const char *path = outputs->given[i];
        const bool is_stdout = strcmp(path, "-") == 0;
        const struct output_row *row = find_row(options->mode, path, outputs->format);
        has_stdout = has_stdout || is_stdout;
        if (!row && is_stdout && !outputs->format)
            continue; // the text that the mode prints
        if (row ? !add(outputs, path, row, error) : !refuse(reader, path, error))
            return error_prefix(error,
                                is_stdout && outputs->format ? "--output-format: " : "--output: ");
        if (options->mode == MODE_WINDOW) {
            options->mode = row->implied;
            reader->mode_option = "output";
        }
        if (row->kind == OUTPUT_PICTURE || row->kind == OUTPUT_SEQUENCE)
            options->picture.path = path;
        options->picture.is_y4m = options->picture.is_y4m || strcmp(row->ending, ".y4m") == 0;
    }
    return !outputs->format || has_stdout ||
           error_set(error, "--output-format is that of stdout: -o - --output-format %s",
                     outputs->format);
}

// ---- whether they can be written

static bool check_kind(const struct options *options, const struct output *output,
                       struct error *error)
{
    const char *suite = options->bench.suite ? options->bench.suite : "";
    if (options->mode == MODE_PRINT && strcmp(options->what, "kernel") != 0)
        return error_set(error, "goes with --print kernel, and not with --print %s", options->what);
    if (options->mode == MODE_BENCH && output->row->kind == OUTPUT_PICTURE &&
        strcmp(suite, "bloom") != 0)
        return error_set(error, "%s: a .png is written by --bench=bloom", output->path);
    if (strcmp(output->path, "-") == 0)
        return (output->row->kind != OUTPUT_PICTURE && output->row->kind != OUTPUT_SEQUENCE) ||
               !isatty(STDOUT_FILENO) ||
               error_set(error,
                         "- writes pictures to stdout, which is a terminal; add | PROGRAM or "
                         "> FILE behind it");
    if (options->mode == MODE_BENCH && options->bench.suite && !suites_find(suite))
        return suites_check_path(output->path, error);
    return output->row->kind == OUTPUT_FOLDER ||
           (output->row->check ? output->row->check : output_file_check)(output->path, error);
}

bool option_check_outputs(const struct option_reader *reader, struct error *error)
{
    const struct outputs *outputs = &reader->options->outputs;
    const enum mode mode = reader->options->mode;
    const char *paths[OUTPUT_KINDS] = { NULL };
    for (int i = 0; i < outputs->count; i++) {
        const struct output *output = &outputs->all[i];
        if (!check_kind(reader->options, output, error))
            return error_prefix(
                error,
                "--%s: ", option_has(reader, "screenshot") && i == 0 ? "screenshot" : "output");
        // The frames of a sequence are checked when it begins.
        if (output->row->kind != OUTPUT_SEQUENCE && output->row->kind != OUTPUT_FOLDER)
            paths[i] = output->path;
    }
    if ((mode == MODE_SHEET || mode == MODE_REPORT) && outputs->count == 0)
        return error_set(error, "--%s needs a file to write: -o FILE%s", reader->mode_option,
                         find_row(mode, "-", NULL)->ending);
    return output_file_check_apart(paths, outputs->count, error);
}
