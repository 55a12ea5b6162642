#define LOG_MODULE "retake"
#include "app/command/options_parse.h"

#include "app/bench/bench.h"
#include "app/command/option_bench.h"
#include "app/command/option_blurs.h"
#include "app/command/option_reader.h"
#include "app/command/option_row.h"
#include "app/command/option_sequence.h"
#include "app/command/option_table.h"
#include "app/compare/compare_files.h"
#include "app/lab/edit/edit.h"
#include "app/picture/frame_queue.h"
#include "app/picture/retake.h"
#include "app/results/document_write.h"
#include "app/results/json_file.h"
#include "app/results/junit.h"
#include "render/file/output_file.h"
#include "render/text/log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- options check

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
        return options->draw.chain_count <= (options->mode == MODE_WINDOW ? 2 : 1) ||
               options->mode == MODE_BENCH ||
               error_set(error,
                         "--chain is given %d times; only --sheet and --bench take several, "
                         "and the window two",
                         options->draw.chain_count);
    if (!options->picture.path)
        return error_set(error, "--sheet needs a file to write: --to-file FILE.png");
    if (options->picture.contact == CONTACT_CHAINS && options->draw.chain_count == 0)
        return error_set(error, "--sheet chains needs --chain CHAIN, once for each picture");
    for (int i = 0; i < 2 && options->picture.contact == CONTACT_SCENES; i++) {
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
    if (!options->picture.path)
        return error_set(error, "--report needs a file to write: --to-file FILE.html");
    return (output_file_check_ending(options->picture.path, ".html", error) &&
            output_file_check(options->picture.path, error)) ||
           error_prefix(error, "--to-file: ");
}

static bool check_overlay(const struct options *options, struct error *error)
{
    if (options->picture.overlay && image_path_is_linear(options->picture.path))
        return error_set(error, "--overlay is for .png; what it draws is no light");
    if (options->picture.overlay && options->draw.depth != 8)
        return error_set(error, "--overlay is drawn in 8 bits a channel; leave out --depth %d",
                         options->draw.depth);
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
    if (strcmp(options->picture.path, "-") == 0)
        return check_stdout("to-file", error);
    return (output_file_check_ending(options->picture.path, ".png", error) &&
            image_check_path(options->picture.path, error)) ||
           error_prefix(error, "--to-file: ");
}

// An EXR has the bits of the images between the steps, unless told otherwise.
static bool choose_depth(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    const bool is_given = option_reader_has(reader, "depth");
    const int given = options->draw.depth;
    if (!image_path_is_linear(options->picture.path))
        return given != 32 || error_set(error, "--depth 32 is for .exr; a .png has 8 or 16");
    if (is_given && !image_path_keeps_halves(options->picture.path))
        return error_set(error,
                         "--depth is for .png and .exr; .hdr and .pfm have one of their own");
    if (is_given && given == 8)
        return error_set(error, "--depth 8 is for .png; a .exr has 16 or 32");
    options->draw.depth = 8;
    if (image_path_keeps_halves(options->picture.path))
        options->picture.light_depth = is_given                                 ? given
                                       : options->draw.format == FORMAT_RGBA32F ? 32
                                                                                : 16;
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
    if (!options->picture.path || options->mode == MODE_REPORT)
        return true;
    if (strcmp(options->picture.path, "-") == 0)
        return check_stdout(option, error) && choose_depth(reader, error);
    if (options->mode != MODE_CASE &&
        ((is_sequence && !frame_name(options->picture.path, 0, name, sizeof(name), error)) ||
         !image_check_path(is_sequence ? name : options->picture.path, error)))
        return error_prefix(error, "--%s: ", option);
    return choose_depth(reader, error);
}

// What --bench measures has several forms.
static bool check_results_path(const struct options *options, const char *path, struct error *error)
{
    if (options->bench.suite &&
        !suites_find(options->bench.suite)) // all: each suite has a file of its own
        return document_check_ending(path, error);
    if (options->mode == MODE_BENCH || options->mode == MODE_TUNE)
        return document_check_path(path, error);
    return json_file_check_path(path, error);
}

static bool check_results(const struct options *options, struct error *error)
{
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results.files[i] &&
            !check_results_path(options, options->results.files[i], error))
            return error_prefix(error, "--results: ");
    if (options->results.junit && !junit_check_path(options->results.junit, error))
        return error_prefix(error, "--junit: ");
    if (options->compare.html && !compare_page_check_path(options->compare.html, error))
        return error_prefix(error, "--html: ");
    return true;
}

// Frames are looked at when the sequence begins.
static bool check_apart(const struct options *options, struct error *error)
{
    const char *paths[OPTIONS_MAX_RESULTS + 4] = {
        options->mode == MODE_SEQUENCE ? NULL : options->picture.path, options->results.junit,
        options->compare.html, options->compare.diff
    };
    memcpy(paths + 4, options->results.files, sizeof(options->results.files));
    return output_file_check_apart(paths, OPTIONS_MAX_RESULTS + 4, error);
}

static bool check_at(const struct options *options, struct error *error)
{
    int step;
    if (!options->picture.at ||
        edit_find_step(&options->draw.chain, options->picture.at, &step, error))
        return true;
    return error_prefix(error, "--at: ");
}

// A noisy measurement must never change a picture. HALATION_PROFILE=off keeps it out of the rest,
// so that tests repeat.
static void choose_profile(struct options *options)
{
    const char *told = getenv("HALATION_PROFILE");
    const bool is_measured =
        options->mode == MODE_WINDOW || options->mode == MODE_BENCH || options->mode == MODE_TUNE;
    if (!is_measured || (told && strcmp(told, "off") == 0))
        options->draw.profile = PROFILE_OFF;
}

static bool check_baseline(const struct options *options, struct error *error)
{
    const bool judges_auto = options->bench.suite && strcmp(options->bench.suite, "impls") == 0;
    if (options->bench.fail_above >= 0 && !options->bench.baseline && !judges_auto)
        return error_set(error, "--fail-above needs --baseline FILE, or --bench=impls");
    return true;
}

// Checks what no single option can know: modes, files, numbers that do not go together. Sets
// defaults that depend on several options.
static bool options_check(const struct option_reader *reader, struct error *error)
{
    choose_profile(reader->options);
    reader->options->draw.chain_given = option_reader_has(reader, "chain");
    reader->options->draw.scene_given =
        option_reader_has(reader, "scene") || option_reader_has(reader, "image");
    reader->options->draw.format_given = option_reader_has(reader, "format");
    reader->options->draw.time_given = option_reader_has(reader, "time");
    reader->options->draw.size_given = option_reader_has(reader, "size");
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

// ---- option retake

// The texts that are values of the options of that name.
static const char *const keys[] = { "size", "time", "format",      "fuse",
                                    "msaa", "at",   "scene-scale", NULL };

static const struct option *find(const struct option_reader *reader, const char *name)
{
    const struct option *row = reader->rows;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

static bool works_here(const struct option_reader *reader, const struct option *row)
{
    return row->modes == 0 || row->modes >> reader->options->mode & 1;
}

// Notes that an option is given by the picture. False where the command line has given it, or it
// does not go with what is asked for.
static bool take(struct option_reader *reader, const char *name, const char *value)
{
    const struct option *row = find(reader, name);
    bool *given = &reader->given[row - reader->rows];
    if (*given)
        return false;
    if (!works_here(reader, row))
        log_note("the picture was made with --%s %s, which does not go with what is asked for",
                 name, value);
    *given = works_here(reader, row);
    return *given;
}

static bool take_texts(struct option_reader *reader, const struct image_texts *texts,
                       struct error *error)
{
    static char values[sizeof(keys) / sizeof(keys[0])][PARAM_PRINTED_SIZE]; // options point to them
    for (int i = 0; keys[i]; i++) {
        const char *said = image_texts_find(texts, keys[i]);
        if (!said || !take(reader, keys[i], said))
            continue;
        snprintf(values[i], sizeof(values[i]), "%s", said);
        if (!option_row_read(find(reader, keys[i]), reader, values[i], error))
            return error_prefix(error, "its %s: ", keys[i]);
    }
    return true;
}

static void take_depth(struct option_reader *reader, int depth)
{
    if (depth == 16 && works_here(reader, find(reader, "depth")) && take(reader, "depth", "16"))
        reader->options->draw.depth = depth;
}

static void tell_version(const struct image_texts *texts)
{
    const char *now = "halation " HALATION_VERSION, *then = image_texts_find(texts, "Software");
    const char *renderer = image_texts_find(texts, "renderer");
    if (!then || strcmp(then, now) != 0)
        log_warning("the picture was made by %s, and this is %s: it may come out another way",
                    then ? then : "a version that it does not say", now);
    if (renderer)
        log_note("the picture was drawn by %s", renderer);
    if (image_texts_find(texts, "overlay"))
        log_note("the picture has %s over it, which --overlay draws anew",
                 image_texts_find(texts, "overlay"));
}

static bool follow(struct option_reader *reader, const struct retake *retake, struct error *error)
{
    struct options *options = reader->options;
    const bool has_scene = option_reader_has(reader, "scene") || option_reader_has(reader, "image");
    if (reader->opened == options->draw.retaken)
        log_note("%s is made again as it says; --image %s shows it as it is", options->draw.retaken,
                 options->draw.retaken);
    tell_version(&retake->texts);
    if (take(reader, "chain", "")) {
        options->draw.chain = retake->chain;
        options->draw.chain_name = NULL;
    }
    if (!has_scene && take(reader, "scene", ""))
        options->draw.scene = retake->scene;
    take_depth(reader, retake->depth);
    return take_texts(reader, &retake->texts, error);
}

// Sets what the picture of --from-screenshot says and the command line does not. Says on stderr
// what it cannot repeat. False with the reason where the picture cannot be followed.
static bool option_retake(struct option_reader *reader, struct error *error)
{
    const char *path = reader->options->draw.retaken;
    const bool is_opened = reader->opened == path; // and no option names it
    struct retake retake = { 0 };
    if (!path || !works_here(reader, find(reader, "from-screenshot")))
        return true;
    const bool good = retake_read(&retake, path, error) &&
                      (follow(reader, &retake, error) || error_prefix(error, "%s: ", path));
    if (!good && is_opened)
        error_append(error, "; --image %s shows the picture as it is", path);
    retake_finish(&retake);
    return good || (!is_opened && error_prefix(error, "--from-screenshot: "));
}

// ---- options parse

void options_set_defaults(struct options *options)
{
    *options = (struct options){
        .draw.scene = { .scene = scenes[0] },
        .draw.msaa = -1,
        .draw.scene_scale = 1,
        .draw.gpu = -1,
        .window.vsync = true,
        .draw.depth = 8,
        .picture.fps = 60,
        .picture.first_frame = -1,
        .bench.warmup = -1,
        .bench.fail_above = -1,
    };
    const char *directory = getenv("HALATION_SHADER_DIR");
    options->draw.shader_dir = directory && *directory ? directory : NULL;
    if (scenes[0]->params)
        param_set_defaults(scenes[0]->params, options->draw.scene.params);
    struct error error;
    const bool good =
        preset_read_chain(&options->draw.chain, "bloom", &options->draw.chain_name, NULL, &error);
    assert(good);
    (void) good;
}

// An option that several modes take has one place in the table; the other modes get it here.
static bool share(struct options *options)
{
    options->audit.quick = options->bench.quick;
    options->golden.shard = options->picture.shard;
    options->golden.shards = options->picture.shards;
    return true;
}

bool options_parse(struct options *options, int argc, char *argv[], struct error *error)
{
    options_set_defaults(options);
    struct option_reader reader = { .rows = option_table, .options = options };
    return option_reader_read(&reader, argc, argv, error) && option_retake(&reader, error) &&
           options_check(&reader, error) && share(options);
}

bool options_parse_case(struct options *options, const char *path, const struct options *given,
                        int argc, char *argv[], struct error *error)
{
    options_set_defaults(options);
    options->mode = MODE_CASE;
    options->picture.path = path;
    options->draw.gpu = given->draw.gpu;
    options->draw.gl_debug = given->draw.gl_debug;
    options->draw.shader_dir = given->draw.shader_dir;
    options->draw.profile = PROFILE_OFF;
    struct option_reader reader = { .rows = option_table, .options = options };
    return option_reader_read(&reader, argc, argv, error) && options_check(&reader, error);
}
