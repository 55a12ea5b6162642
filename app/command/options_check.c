#include "app/command/options_check.h"

#include "app/command/option_bench.h"
#include "app/command/option_blurs.h"
#include "app/command/option_reader.h"
#include "app/command/option_sequence.h"
#include "app/compare/compare_page.h"
#include "app/edit/edit.h"
#include "app/results/document_write.h"
#include "app/results/json_file.h"
#include "app/sequence/frame_name.h"
#include "app/sheet/junit.h"
#include "app/suite/suites.h"
#include "render/file/output_file.h"

#include <string.h>
#include <unistd.h>

// Names the options that choose the modes of a set: "--screenshot or --output".
static void name_modes(unsigned modes, char *out, size_t size)
{
    static const char *const options[] = {
        [MODE_WINDOW] = "the window", [MODE_SCREENSHOT] = "--screenshot",
        [MODE_SEQUENCE] = "--output", [MODE_SHEET] = "--sheet",
        [MODE_BENCH] = "--bench",     [MODE_REPORT] = "--report",
        [MODE_AUDIT] = "--audit",     [MODE_COMPARE] = "--compare",
        [MODE_RECORD] = "--record",   [MODE_VERIFY] = "--verify",
        [MODE_LIST] = "--list",       [MODE_PRINT] = "--print",
        [MODE_TUNE] = "--tune",
    };
    const char *names[sizeof(options) / sizeof(options[0]) + 1] = { NULL };
    int count = 0;
    for (int i = 0; i < (int) (sizeof(options) / sizeof(options[0])); i++)
        if (options[i] && modes & 1u << i)
            names[count++] = options[i];
    names_join(&(const struct names){ names_of_array, names }, out, size);
}

// Whether a file that no option names is opened by that option.
static bool opens(const struct option *row)
{
    static const char *const names[] = { "chain", "image", "from-screenshot" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(row->name, names[i]) == 0)
            return true;
    return false;
}

static bool check_modes(const struct option_reader *reader, struct error *error)
{
    for (int i = 0; reader->rows[i].name; i++) {
        const struct option *row = &reader->rows[i];
        if (!reader->given[i] || row->modes == 0 || row->modes >> reader->options->mode & 1)
            continue;
        char modes[192];
        name_modes(row->modes, modes, sizeof(modes));
        error_set(error, "--%s works only with %s", row->name, modes);
        return opens(row) && reader->opened
                   ? error_prefix(error, "'%s' is opened as by --%s; ", reader->opened, row->name)
                   : false;
    }
    return true;
}

// A sheet has several pictures, a benchmark may have several chains, the window two, everything
// else has one.
static bool check_sheet(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    if (options->mode != MODE_SHEET)
        return options->chain_count <= (options->mode == MODE_WINDOW ? 2 : 1) ||
               options->mode == MODE_BENCH ||
               error_set(error,
                         "--chain is given %d times; only --sheet and --bench take several, "
                         "and the window two",
                         options->chain_count);
    if (!options->path)
        return error_set(error, "--sheet needs a file to write: --to-file FILE.png");
    if (options->contact == CONTACT_CHAINS && options->chain_count == 0)
        return error_set(error, "--sheet chains needs --chain CHAIN, once for each picture");
    for (int i = 0; i < 2 && options->contact == CONTACT_SCENES; i++) {
        const char *name = i == 0 ? "scene" : "image";
        if (option_reader_has(reader, name))
            return error_set(error, "--%s does not go with --sheet scenes, which draws every scene",
                             name);
    }
    return true;
}

static bool check_report(const struct options *options, struct error *error)
{
    if (options->mode != MODE_REPORT)
        return true;
    if (!options->path)
        return error_set(error, "--report needs a file to write: --to-file FILE.html");
    return (output_file_check_ending(options->path, ".html", error) &&
            output_file_check(options->path, error)) ||
           error_prefix(error, "--to-file: ");
}

static bool check_overlay(const struct options *options, struct error *error)
{
    if (options->overlay && image_path_is_linear(options->path))
        return error_set(error, "--overlay is for .png; what it draws is no light");
    if (options->overlay && options->depth != 8)
        return error_set(error, "--overlay is drawn in 8 bits a channel; leave out --depth %d",
                         options->depth);
    return true;
}

static bool check_stdout(const char *option, struct error *error)
{
    return !isatty(STDOUT_FILENO) ||
           error_set(error,
                     "--%s - writes pictures to stdout, which is a terminal; add | PROGRAM or > "
                     "FILE behind it",
                     option);
}

static bool check_sheet_path(const struct options *options, struct error *error)
{
    if (strcmp(options->path, "-") == 0)
        return check_stdout("to-file", error);
    return (output_file_check_ending(options->path, ".png", error) &&
            image_check_path(options->path, error)) ||
           error_prefix(error, "--to-file: ");
}

// An EXR has the bits of the images between the steps, unless told otherwise.
static bool choose_depth(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    const bool is_given = option_reader_has(reader, "depth");
    const int given = options->depth;
    if (!image_path_is_linear(options->path))
        return given != 32 || error_set(error, "--depth 32 is for .exr; a .png has 8 or 16");
    if (is_given && !image_path_keeps_halves(options->path))
        return error_set(error,
                         "--depth is for .png and .exr; .hdr and .pfm have one of their own");
    if (is_given && given == 8)
        return error_set(error, "--depth 8 is for .png; a .exr has 16 or 32");
    options->depth = 8;
    if (image_path_keeps_halves(options->path))
        options->light_depth = is_given ? given : options->format == FORMAT_RGBA32F ? 32 : 16;
    return true;
}

static bool check_path(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    const bool is_sequence = options->mode == MODE_SEQUENCE;
    const char *option = is_sequence ? "output" : "screenshot";
    char name[1024];
    if (options->mode == MODE_SHEET)
        return check_sheet_path(options, error);
    if (!options->path || options->mode == MODE_REPORT)
        return true;
    if (strcmp(options->path, "-") == 0)
        return check_stdout(option, error) && choose_depth(reader, error);
    if (options->mode != MODE_CASE &&
        ((is_sequence && !frame_name(options->path, 0, name, sizeof(name), error)) ||
         !image_check_path(is_sequence ? name : options->path, error)))
        return error_prefix(error, "--%s: ", option);
    return choose_depth(reader, error);
}

// What --bench measures has several forms.
static bool check_results_path(const struct options *options, const char *path, struct error *error)
{
    if (options->suite && !suites_find(options->suite)) // all: each suite has a file of its own
        return document_check_ending(path, error);
    if (options->mode == MODE_BENCH || options->mode == MODE_TUNE)
        return document_check_path(path, error);
    return json_file_check_path(path, error);
}

static bool check_results(const struct options *options, struct error *error)
{
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results[i] && !check_results_path(options, options->results[i], error))
            return error_prefix(error, "--results: ");
    if (options->results_samples && !options->results[0])
        return error_set(error, "--results-samples needs a file to write: --results FILE.json");
    if (options->junit && !junit_check_path(options->junit, error))
        return error_prefix(error, "--junit: ");
    if (options->html && !compare_page_check_path(options->html, error))
        return error_prefix(error, "--html: ");
    return true;
}

// Frames are looked at when the sequence begins.
static bool check_apart(const struct options *options, struct error *error)
{
    const char *paths[OPTIONS_MAX_RESULTS + 4] = { options->mode == MODE_SEQUENCE ? NULL
                                                                                  : options->path,
                                                   options->junit, options->html, options->diff };
    memcpy(paths + 4, options->results, sizeof(options->results));
    return output_file_check_apart(paths, OPTIONS_MAX_RESULTS + 4, error);
}

static bool check_at(const struct options *options, struct error *error)
{
    int step;
    if (!options->at || edit_find_step(&options->chain, options->at, &step, error))
        return true;
    return error_prefix(error, "--at: ");
}

// A noisy measurement must never change a picture.
static void choose_profile(const struct option_reader *reader)
{
    struct options *options = reader->options;
    const bool is_measured =
        options->mode == MODE_WINDOW || options->mode == MODE_BENCH || options->mode == MODE_TUNE;
    if (!option_reader_has(reader, "impl-profile") && !is_measured)
        options->profile = PROFILE_OFF;
}

static bool check_baseline(const struct options *options, struct error *error)
{
    const bool judges_auto = options->suite && strcmp(options->suite, "impls") == 0;
    if (options->baseline_anyway && !options->baseline)
        return error_set(error, "--baseline-anyway needs --baseline FILE");
    if (options->fail_above >= 0 && !options->baseline && !judges_auto)
        return error_set(error, "--fail-above needs --baseline FILE, or --bench=impls");
    return true;
}

bool options_check(const struct option_reader *reader, struct error *error)
{
    choose_profile(reader);
    reader->options->chain_given = option_reader_has(reader, "chain");
    reader->options->scene_given =
        option_reader_has(reader, "scene") || option_reader_has(reader, "image");
    reader->options->format_given = option_reader_has(reader, "format");
    reader->options->time_given = option_reader_has(reader, "time");
    reader->options->size_given = option_reader_has(reader, "size");
    if (!check_modes(reader, error))
        return false;
    if (option_reader_has(reader, "quiet") && option_reader_has(reader, "verbose"))
        return error_set(error, "--quiet and --verbose contradict each other; give one of them");
    if (option_reader_has(reader, "scene") && option_reader_has(reader, "image"))
        return error_set(error, "--image is a --scene; give one of them");
    return check_sheet(reader, error) && check_report(reader->options, error) &&
           check_overlay(reader->options, error) && option_check_bench(reader, error) &&
           option_check_blurs(reader, error) && check_baseline(reader->options, error) &&
           check_at(reader->options, error) && option_check_sequence(reader, error) &&
           check_path(reader, error) && check_results(reader->options, error) &&
           check_apart(reader->options, error);
}
