#include "app/bench/bench.h"
#include "app/bench/chains/chains.h"
#include "app/command/kernel.h"
#include "app/command/option.h"
#include "app/compare/compare.h"
#include "app/edit/edit.h"
#include "app/export/export.h"
#include "app/picture/capture.h"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "app/text/shell.h"
#include "render/file/output_file.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- modes

// Names the options that choose the modes of a set: "--screenshot or --output".
static void name_modes(const struct option rows[], unsigned modes, char *out, size_t size)
{
    char words[MODES][32];
    const char *names[MODES + 1] = { modes & 1 ? "the window" : NULL };
    int count = names[0] != NULL;
    for (int i = 1; i < MODES; i++)
        for (const struct option *row = rows; modes >> i & 1 && row->name; row++)
            if (row->mode == (enum mode) i) {
                snprintf(words[i], sizeof(words[i]), "--%s", row->name);
                names[count++] = words[i];
            }
    names_join(&(const struct names){ names_of_array, names }, out, size);
}

static bool check_modes(const struct option_reader *reader, struct error *error)
{
    char modes[192];
    for (int i = 0; reader->rows[i].name; i++) {
        const struct option *row = &reader->rows[i];
        if (!reader->given[i] || option_works(reader, row))
            continue;
        name_modes(reader->rows, row->modes, modes, sizeof(modes));
        error_set(error, "--%s works only with %s", row->name, modes);
        // A file without an option is opened as if by one of these options.
        const bool opens = strcmp(row->name, "chain") == 0 || strcmp(row->name, "image") == 0 ||
                           strcmp(row->name, "from-screenshot") == 0;
        return opens && reader->opened
                   ? error_prefix(error, "'%s' is opened as by --%s; ", reader->opened, row->name)
                   : false;
    }
    return true;
}

// ---- pictures

static bool check_stdout(const char *option, struct error *error)
{
    return !isatty(STDOUT_FILENO) ||
           error_set(error,
                     "--%s - writes pictures to stdout, which is a terminal; add | PROGRAM or > "
                     "FILE behind it",
                     option);
}

// The modes that --to-file writes. The output of all other modes goes to stdout.
static const struct to_file {
    enum mode mode;
    const char *option;
    const char *ending; // NULL: a language
    bool is_needed;
} to_files[] = { { MODE_SHEET, "sheet", ".png", true },
                 { MODE_REPORT, "report", ".html", true },
                 { MODE_EXPLAIN, "explain", ".png", false },
                 { MODE_BENCH, "bench=bloom", ".png", false },
                 { MODE_PRINT, "print kernel", NULL, false } };

static bool check_ending(const struct to_file *file, const char *path, struct error *error)
{
    enum kernel_language language;
    if (!file->ending)
        return kernel_language_of(path, &language, error) && output_file_check(path, error);
    return output_file_check_ending(path, file->ending, error) &&
           (strcmp(file->ending, ".html") == 0 ? output_file_check : image_check_path)(path, error);
}

static bool check_to_file(const struct options *options, struct error *error)
{
    enum { COUNT = sizeof(to_files) / sizeof(to_files[0]) };
    const char *path = options->picture.path, *suite = options->bench.suite;
    int i = 0;
    while (i < COUNT && to_files[i].mode != options->mode)
        i++;
    if (i == COUNT || (!path && !to_files[i].is_needed))
        return true;
    if (!path)
        return error_set(error, "--%s needs a file to write: --to-file FILE%s", to_files[i].option,
                         to_files[i].ending);
    if (options->mode == MODE_PRINT && strcmp(options->what, "kernel") != 0)
        return error_set(error, "--to-file goes with --print kernel, and not with --print %s",
                         options->what);
    if (options->mode == MODE_BENCH && !(suite && strcmp(suite, "bloom") == 0))
        return error_set(error, "--to-file works only with --sheet, --report, --explain, --print "
                                "kernel or --bench=bloom");
    if (options->mode == MODE_SHEET && strcmp(path, "-") == 0)
        return check_stdout("to-file", error);
    return check_ending(&to_files[i], path, error) || error_prefix(error, "--to-file: ");
}

// A sheet has several pictures; a benchmark and a page may have several chains, the window two,
// every other mode one.
static bool check_sheet(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    const int count = options->draw.chain_count;
    const bool accepts_several =
        options->mode == MODE_SHEET || options->mode == MODE_BENCH ||
        (options->mode == MODE_EXPORT && export_accepts_several(options->export_to));
    if (count > (options->mode == MODE_WINDOW ? 2 : 1) && !accepts_several)
        return error_set(error,
                         "--chain is given %d times; only --sheet, --bench and --export F.html "
                         "take several, and the window two",
                         count);
    if (options->mode != MODE_SHEET)
        return true;
    if (options->picture.contact == CONTACT_CHAINS && count == 0)
        return error_set(error, "--sheet chains needs --chain CHAIN, once for each picture");
    for (int i = 0; i < 2 && options->picture.contact == CONTACT_SCENES; i++) {
        const char *name = i == 0 ? "scene" : "image";
        if (option_has(reader, name))
            return error_set(error, "--%s does not go with --sheet scenes, which draws every scene",
                             name);
    }
    return true;
}

static bool check_picture(const struct options *options, struct error *error)
{
    int step;
    if (options->picture.overlay && image_path_is_linear(options->picture.path))
        return error_set(error, "--overlay is for .png; what it draws is no light");
    if (options->picture.overlay && options->draw.depth != 8)
        return error_set(error, "--overlay is drawn in 8 bits a channel; leave out --depth %d",
                         options->draw.depth);
    return !options->picture.at ||
           edit_find_step(&options->draw.chain, options->picture.at, &step, error) ||
           error_prefix(error, "--at: ");
}

// Returns true if a path has the ending of a film; the error then shows a pipe that makes one.
static bool is_film(const char *path, struct error *error)
{
    static const char *const endings[] = { ".mp4", ".mkv", ".webm", ".mov", ".avi", ".m4v",
                                           ".gif", ".mpg", ".mpeg", ".ogv", ".wmv", ".y4m" };
    char quoted[FRAME_NAME_SIZE];
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        if (!text_ends_in(path, endings[i]))
            continue;
        const char *program = strcmp(endings[i], ".y4m") == 0   ? ">"
                              : strcmp(endings[i], ".gif") == 0 ? "| ffmpeg -colorspace bt709 -i -"
                                                                : "| ffmpeg -colorspace bt709 -i - "
                                                                  "-pix_fmt yuv420p";
        shell_quote(path, quoted, sizeof(quoted));
        error_set(error, "a film goes through a pipe: --output - --output-format y4m %s %s",
                  program, quoted);
        return true;
    }
    return false;
}

static bool check_stream(const struct option_reader *reader, struct error *error)
{
    static const char *const names[] = { "shard", "resume", NULL };
    const struct options *options = reader->options;
    for (int i = 0; names[i]; i++)
        if (option_has(reader, names[i]))
            return error_set(error,
                             "--%s is for numbered files, 'frame_%%05d.png'; a stream (--output -) "
                             "is all or nothing",
                             names[i]);
    if (options->picture.stream == STREAM_Y4M && options->draw.depth == 16)
        return error_set(error, "--depth 16 goes with png and raw; y4m has 8 bits");
    return true;
}

static bool check_files(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    char name[FRAME_NAME_SIZE];
    const struct frame_span span = frame_span_of(&options->picture);
    if (options->picture.stream != STREAM_PNG)
        return error_set(error,
                         "--output-format %s is a stream: --output -, and then a pipe or a file",
                         options->picture.stream == STREAM_Y4M ? "y4m" : "raw");
    if (options->picture.resume && image_path_is_linear(options->picture.path))
        return error_set(error,
                         "--resume is for .png; of other files it cannot tell what made them");
    const int last = frame_span_at(&span, span.count > 0 ? span.count - 1 : 0);
    return frame_name(options->picture.path, last, name, sizeof(name), error) ||
           error_prefix(error, "--output: ");
}

static bool check_sequence(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    if (options->mode == MODE_BENCH && options->picture.first_frame >= 0)
        return error_set(error, "--frames A..B works only with --output; --bench takes a number");
    if (options->mode != MODE_SEQUENCE && options->mode != MODE_SCREENSHOT)
        return true;
    const bool is_sequence = options->mode == MODE_SEQUENCE;
    if (is_film(options->picture.path, error))
        return error_prefix(error, is_sequence ? "--output: " : "--screenshot: ");
    if (!is_sequence)
        return true;
    const struct chain_step *keeper = chain_keeper(&options->draw.chain);
    if (keeper && (options->picture.shards > 0 || options->picture.resume))
        return error_set(error, "--%s leaves frames out, and %s goes on from the frame before",
                         options->picture.resume ? "resume" : "shard", keeper->effect->name);
    return strcmp(options->picture.path, "-") == 0 ? check_stream(reader, error)
                                                   : check_files(reader, error);
}

// ---- benchmarks

// Every suite has files of its own.
static bool check_file_of_all(const char *option, const char *name, struct error *error)
{
    char path[SUITES_PATH_SIZE];
    if (!strstr(name, suites_mark))
        return error_set(error,
                         "--%s %s: --bench=all has a file for each suite, so the name needs %s, as "
                         "in results_%s.json",
                         option, name, suites_mark, suites_mark);
    return suites_path(name, suites[0]->name, path) ||
           error_set(error, "--%s %s: the name is too long", option, name);
}

// A suite has its own chains.
static bool check_suite(const struct option_reader *reader, struct error *error)
{
    static const char *const without[] = { "chain", "sweep", "frames" };
    const struct options *options = reader->options;
    for (int i = 0; i < 3; i++)
        if (option_has(reader, without[i]))
            return error_set(error, "--%s does not go with --bench=%s, which has its own",
                             without[i], options->bench.suite);
    if (suites_find(options->bench.suite))
        return true;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results.files[i] &&
            !check_file_of_all("results", options->results.files[i], error))
            return false;
    return !options->bench.baseline ||
           check_file_of_all("baseline", options->bench.baseline, error);
}

// Checks a benchmark of several chains, or of one with many values.
static bool check_chain_list(const struct option_reader *reader, struct error *error)
{
    struct chain_list *list;
    if (option_has(reader, "frames"))
        return error_set(error, "--frames is for one chain; of several chains and of a sweep "
                                "--samples says how often each runs");
    list = memory_new(1, sizeof(*list));
    bool good = chain_list_read(list, &reader->options->bench, &reader->options->draw, error);
    for (int i = 0; good && i < list->sweep_count; i++) {
        const struct sweep *sweep = &list->sweeps[i];
        if (sweep_is_of_picture(sweep) && option_has(reader, sweep->key))
            good = error_set(error, "--%s and --sweep %s=... are one too many; give one of them",
                             sweep->key, sweep->key);
    }
    free(list);
    return good;
}

// Checks a benchmark of one chain, whose samples are its frames.
static bool check_one_chain(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    if (option_has(reader, "patience"))
        return error_set(error,
                         "--patience works only with --bench=SUITE, several --chain or --sweep; "
                         "--bench=help lists suites");
    if (options->picture.frames > 0 && options->bench.runs > 0)
        return error_set(error, "--frames and --samples say the same of one chain; give one of "
                                "them");
    if (options->picture.frames > 0)
        options->bench.runs = options->picture.frames;
    return true;
}

static bool check_bench(const struct option_reader *reader, struct error *error)
{
    struct bench_options *bench = &reader->options->bench;
    const char *suite = bench->suite ? bench->suite : "";
    const bool has_claims =
        strcmp(suite, "box") == 0 || strcmp(suite, "gaussian") == 0 || strcmp(suite, "all") == 0;
    bench->sheet = reader->options->picture.path;
    while (bench->sweep_count < OPTIONS_MAX_SWEEPS && bench->sweeps[bench->sweep_count])
        bench->sweep_count++;
    if (reader->options->mode != MODE_BENCH)
        return true;
    const bool is_list = chain_list_is_given(bench, &reader->options->draw);
    if (!(bench->suite ? check_suite : is_list ? check_chain_list : check_one_chain)(reader, error))
        return false;
    if (option_has(reader, "sigma") && strcmp(suite, "blurs") != 0)
        return error_set(error, "--sigma works only with --bench=blurs");
    if (bench->published && !has_claims)
        return error_set(error, "--published works only with --bench=box, gaussian or all");
    if (option_has(reader, "budget") && strcmp(suite, "bloom") != 0)
        return error_set(error, "--budget works only with --bench=bloom");
    return bench->fail_above < 0 || bench->baseline || strcmp(suite, "impls") == 0 ||
           error_set(error, "--fail-above needs --baseline FILE, or --bench=impls");
}

// ---- files

// Without an option an EXR has as many bits as the images between the steps.
static bool choose_depth(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    const bool is_given = option_has(reader, "depth");
    const int given = options->draw.depth;
    if (!image_path_is_linear(options->picture.path))
        return given != 32 || error_set(error, "--depth 32 is for .exr; a .png has 8 or 16");
    if (is_given && !image_path_has_halves(options->picture.path))
        return error_set(error,
                         "--depth is for .png and .exr; .hdr and .pfm have one of their own");
    if (is_given && given == 8)
        return error_set(error, "--depth 8 is for .png; a .exr has 16 or 32");
    options->draw.depth = 8;
    if (image_path_has_halves(options->picture.path))
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
    if (!options->picture.path || option_has(reader, "to-file"))
        return true;
    if (options->mode == MODE_PALETTE)
        return output_file_check_kind(options->picture.path, ".gpl", error) ||
               error_prefix(error, "--palette-to: ");
    if (strcmp(options->picture.path, "-") == 0)
        return check_stdout(option, error) && choose_depth(reader, error);
    if (options->mode != MODE_CASE &&
        ((is_sequence && !frame_name(options->picture.path, 0, name, sizeof(name), error)) ||
         !image_check_path(is_sequence ? name : options->picture.path, error)))
        return error_prefix(error, "--%s: ", option);
    return choose_depth(reader, error);
}

static bool check_results(const struct options *options, struct error *error)
{
    // Only the numbers of --bench and --tune may be .csv and .html, too. With --bench=all each
    // suite has a file of its own.
    const bool is_all = options->bench.suite && !suites_find(options->bench.suite);
    const bool is_timed = options->mode == MODE_BENCH || options->mode == MODE_TUNE;
    bool (*const check)(const char *path, struct error *error) =
        is_all ? document_check_ending : document_check_path;
    // The frames of a sequence are checked when it begins.
    const char *paths[OPTIONS_MAX_RESULTS + 4] = {
        options->mode == MODE_SEQUENCE ? NULL : options->picture.path, options->results.junit,
        options->compare.html, options->compare.diff
    };
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++) {
        const char *path = paths[4 + i] = options->results.files[i];
        if (path && !(is_timed ? check(path, error) : output_file_check_kind(path, ".json", error)))
            return error_prefix(error, "--results: ");
    }
    if (options->results.junit && !output_file_check_kind(options->results.junit, ".xml", error))
        return error_prefix(error, "--junit: ");
    if (options->compare.html && !output_file_check_kind(options->compare.html, ".html", error))
        return error_prefix(error, "--html: ");
    return output_file_check_apart(paths, OPTIONS_MAX_RESULTS + 4, error);
}

// ---- all of them

bool option_check(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    const bool is_timed = options->mode == MODE_BENCH || options->mode == MODE_TUNE;
    const char *told = getenv("HALATION_PROFILE"), *rounds = getenv("HALATION_HALF_STORE");
    options->draw.purpose = is_timed                       ? DRAW_TIMES
                            : options->mode == MODE_WINDOW ? DRAW_WINDOW
                                                           : DRAW_PICTURE;
    // A noisy measurement must not change a picture. HALATION_PROFILE=off disables the profile in
    // all modes, so that tests are repeatable.
    if (options->draw.purpose == DRAW_PICTURE || (told && strcmp(told, "off") == 0))
        options->draw.profile = PROFILE_OFF;
    options->draw.half_store_off = rounds && strcmp(rounds, "off") == 0;
    if (!check_modes(reader, error))
        return false;
    if (option_has(reader, "quiet") && option_has(reader, "verbose"))
        return error_set(error, "--quiet and --verbose contradict each other; give one of them");
    if (option_has(reader, "scene") && option_has(reader, "image"))
        return error_set(error, "--image is a --scene; give one of them");
    if (!check_to_file(options, error) || !check_sheet(reader, error) ||
        !check_picture(options, error) || !check_bench(reader, error) ||
        !check_sequence(reader, error) || !check_path(reader, error) ||
        !check_results(options, error))
        return false;
    options->draw.chain_given = option_has(reader, "chain");
    options->draw.scene_given = option_has(reader, "scene") || option_has(reader, "image");
    options->draw.format_given = option_has(reader, "format");
    options->draw.time_given = option_has(reader, "time");
    options->draw.size_given = option_has(reader, "size");
    // An option has one field in struct options; the other mode that uses the option gets a copy
    // here.
    options->audit.quick = options->bench.quick;
    return true;
}
