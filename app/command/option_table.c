#include "app/audit/audit.h"
#include "app/bench/bench.h"
#include "app/bench/chains/chains.h"
#include "app/bench/tune/tune.h"
#include "app/command/describe.h"
#include "app/command/option.h"
#include "app/compare/compare.h"
#include "app/edit/preset.h"
#include "app/export/export.h"
#include "app/picture/capture.h"
#include "app/picture/contact_sheet.h"
#include "app/text/wrap.h"
#include "effects/translate/translate.h"
#include "render/file/file_path.h"
#include "render/image/image.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what is drawn

static bool read_chain(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    if (options->draw.chain_count == OPTIONS_MAX_CHAINS)
        return error_set(error, "'%s' is one chain too many; up to %d may be given", value,
                         OPTIONS_MAX_CHAINS);
    options->draw.chain_texts[options->draw.chain_count++] = value;
    return preset_read_chain(&options->draw.chain, value, &options->draw.chain_name,
                             &options->draw.place, error);
}

static bool read_scene(struct option_reader *reader, const char *value, struct error *error)
{
    size_t column = 0;
    if (scene_parse_at(&reader->options->draw.scene, value, &column, error))
        return true;
    if (image_has_ending(value) && !strchr(value, ':'))
        return error_set(error, "'%s' is the name of a file; did you mean --image %s?", value,
                         value);
    preset_set_place(&reader->options->draw.place, value, column);
    return false;
}

static bool read_image(struct option_reader *reader, const char *value, struct error *error)
{
    const struct scene *scene = scene_find("image", strlen("image"));
    if (preset_has_ending(value))
        return error_set(error, "'%s' is the name of a chain; did you mean --chain @%s?", value,
                         value);
    const struct param *file = param_find(scene->params, "file");
    struct scene_choice choice = { .scene = scene };
    param_set_defaults(scene->params, choice.params);
    if (!param_parse(file, choice.params, value, strlen(value), error))
        return false;
    reader->options->draw.scene = choice;
    return true;
}

static bool print_chain(const struct options *options, int i, char *value, size_t size)
{
    if (i >= options->draw.chain_count)
        return false;
    snprintf(value, size, "%s", options->draw.chain_texts[i]);
    return true;
}

static bool print_scene(const struct options *options, int i, char *value, size_t size)
{
    scene_print(&options->draw.scene, value, size);
    return i == 0;
}

static bool read_size(struct option_reader *reader, const char *value, struct error *error)
{
    struct draw_options *draw = &reader->options->draw;
    return sweep_size_parse(value, &draw->width, &draw->height, error);
}

static bool print_size(const struct options *options, int i, char *value, size_t size)
{
    snprintf(value, size, "%dx%d", options->draw.width, options->draw.height);
    return i == 0 && options->draw.width > 0;
}

// ---- frames

// "120": 120 frames from 0; "30..59": these, both included; "30..": these of a sequence without
// --frames.
static bool read_frames(struct option_reader *reader, const char *value, struct error *error)
{
    struct picture_options *picture = &reader->options->picture;
    int first = 0, last = SEQUENCE_DEFAULT - 1, end = 0, dots = 0;
    const int count = sscanf(value, "%9d%n..%n%9d%n", &first, &end, &dots, &last, &end);
    const bool is_open = dots > 0 && count == 1;
    const bool is_number =
        strspn(value, "0123456789.") == strlen(value) && count > 0 && !value[is_open ? dots : end];
    if (is_number && !dots && first >= 1 && first <= SEQUENCE_MAX) {
        picture->frames = first;
        return true;
    }
    if (!is_number || !dots || first >= SEQUENCE_MAX || last >= SEQUENCE_MAX)
        return error_set(error,
                         "'%s' must be a whole number from 1 to %d, or A..B, both from 0 to %d",
                         value, SEQUENCE_MAX, SEQUENCE_MAX - 1);
    if (first > last)
        return error_set(error, "'%s' begins after its end, frame %d", value, last);
    picture->first_frame = first;
    picture->frames = last - first + 1;
    return true;
}

// "2/8": the second of eight.
static bool read_shard(struct option_reader *reader, const char *value, struct error *error)
{
    struct golden_options *golden = &reader->options->golden;
    int shard = 0, shards = 0, end = 0;
    if (strspn(value, "0123456789/") < strlen(value) ||
        sscanf(value, "%9d/%9d%n", &shard, &shards, &end) < 2 || value[end] || shard < 1 ||
        shard > shards || shards > SEQUENCE_MAX)
        return error_set(error, "'%s' must be I/N, whole numbers, I from 1 to N: 1/8 to 8/8",
                         value);
    golden->shard = shard;
    golden->shards = shards;
    return true;
}

// ---- what is measured and checked

static bool read_bench(struct option_reader *reader, const char *value, struct error *error)
{
    return !value || suites_read(&reader->options->bench, value, error);
}

static bool check_tune(const char *value, struct error *error)
{
    struct tune_limits limits;
    return tune_limits_parse(&limits, value, error);
}

static void print_limit_titles(void)
{
    puts("--identify");
    wrap_entry(0, WRAP_INDENT, "sigma", "8+-2%: the width in px and what it may differ by");
    puts("\n--audit");
}

// Checks the syntax only, since the units of the numbers depend on the pictures.
static bool check_tolerance(const char *value, struct error *error)
{
    struct tolerance tolerance;
    return tolerance_parse(&tolerance, value, false, error);
}

static bool check_folder(const char *value, struct error *error)
{
    return !file_path_is_file(value) ||
           error_set(error, "'%s' is a file; it needs a folder of pictures and their list", value);
}

// ---- what the program says of itself

static const struct names effect_names = { names_of_structs, effects };

static bool check_explain(const char *value, struct error *error)
{
    return explain_find(value, error) != NULL;
}

static bool read_what(struct option_reader *reader, const char *value, struct error *error)
{
    return describe_find(reader->options, value, error);
}

static bool print_help(const char *value, struct error *error)
{
    if (!describe_help(value, error))
        return false;
    exit(EXIT_SUCCESS);
}

static void print_usage(void)
{
    describe_help(NULL, NULL);
}

static bool read_complete(struct option_reader *reader, const char *value, struct error *error)
{
    (void) value, (void) error;
    complete_words(reader, &reader->options->report);
    exit(EXIT_SUCCESS);
}

static bool print_version(const char *value, struct error *error)
{
    (void) value, (void) error;
    puts("halation " HALATION_VERSION);
    exit(EXIT_SUCCESS);
}

// ---- the table

enum {
    PICTURE = IN_SCREENSHOT | IN_SEQUENCE,
    HEADLESS =
        PICTURE | IN_SHEET | IN_EXPORT | IN_BENCH | IN_TUNE | IN_AUDIT | IN_EXPLAIN | IN_PRINT,
    TIMES = IN_BENCH | IN_TUNE,
    DRAWS = HEADLESS | IN_WINDOW,
    SHOWS = DRAWS | IN_CASE,
    GOLDEN = IN_RECORD | IN_VERIFY,
    WRITES = (1 << MODES) - 1 - IN_CASE - IN_WINDOW, // a window without -o; with it another mode
};

static const struct names programs = { names_of_structs, translate_programs };

#define FIELD(name) .offset = offsetof(struct options, name)

// clang-format off
#define ARRAY(ITEMS) &(const struct names){ names_of_array, ITEMS }
#define WORDS(...)   ARRAY(((const char *const[]){ __VA_ARGS__, NULL }))
#define NAMES_OF(ROWS) \
    &(const struct names){ names_of_rows, &(const struct names_rows){ &(ROWS)[0].name, sizeof((ROWS)[0]) } }

const struct option option_table[] = {
    { "chain", OPTION_OTHER, "CHAIN", SHOWS & ~IN_TUNE & ~IN_EXPLAIN,
      "a preset, chain text or @FILE; `help` lists presets",
      .letter = 'c', .read = read_chain, .print = print_chain, .list = describe_chains, .complete = complete_chain,
      .may_repeat = true, .heading = "What is drawn", .group = "drawn", .is_common = true },
    { "scene", OPTION_OTHER, "SCENE", SHOWS,
      "NAME[:key=value...]; `help` lists the scenes",
      .letter = 's', .read = read_scene, .print = print_scene, .list = describe_scenes, .complete = complete_scene },
    { "image", OPTION_OTHER, "FILE", SHOWS,
      "a picture as the scene: PNG, JPEG, EXR, HDR, PFM. Short for --scene image:file=FILE",
      .letter = 'i', .read = read_image, .is_common = true },
    { "from-screenshot", OPTION_TEXT, "FILE", DRAWS & ~IN_SHEET & ~IN_EXPLAIN,
      "draws again what a picture of this program shows; other options win",
      FIELD(draw.retaken) },
    { "size", OPTION_OTHER, "WxH|720p|4k", SHOWS | IN_IDENTIFY,
      "size of the picture: 1280x720, 360p to 4320p, 4k. Without it that of the image, or 1280x720; in a window "
      "all of the room there is",
      .read = read_size, .print = print_size, .values = WORDS("360p", "540p", "720p", "1080p", "1440p", "4k", "8k"),
      .is_common = true },
    { "msaa", OPTION_ONE_OF, "N", SHOWS,
      "samples a pixel of the scene: 0, 2, 4, 8 or 16. Without it 4, in a window of a software renderer 2",
      FIELD(draw.msaa), .values = WORDS("0", "2", "4", "8", "16") },
    { "scene-scale", OPTION_NUMBER, "S", SHOWS,
      "draws the scene at S times the size, 0.25 to 1, and enlarges it",
      FIELD(draw.scene_scale), .min = 0.25, .max = 1 },
    { "hook-size", OPTION_ONE_OF, "2x", SHOWS,
      "draws the picture at 2, 3 or 4 times the size that shader files get, which enlarge it",
      FIELD(draw.hook_size), .values = WORDS("1x", "2x", "3x", "4x") },
    { "time", OPTION_NUMBER, "SECONDS", SHOWS,
      "moment of the animation, at which the window and sequences start",
      FIELD(draw.time), .max = 1e6 },
    { "frame", OPTION_INT, "N", IN_WINDOW | IN_SCREENSHOT | IN_CASE,
      "number of the frame, by which dithering is animated. Without it 0",
      FIELD(draw.frame), .max = 1e9 },
    { "format", OPTION_NAME, "FORMAT", SHOWS,
      "format of the images between the steps: rgba16f, r11f_g11f_b10f, rgba8, rgba32f",
      FIELD(draw.format), .values = ARRAY(sweep_formats) },
    { "fuse", OPTION_NAME, "HOW", SHOWS,
      "how neighbouring pointwise steps become one pass: auto, fragment, compute, off",
      FIELD(draw.fuse), .values = ARRAY(plan_fuse_names) },
    { "shader-dir", OPTION_TEXT, "DIR", DRAWS | GOLDEN,
      "reads shaders from a folder (or HALATION_SHADER_DIR), and takes its own where that has none",
      FIELD(draw.shader_dir) },
    { "effects", OPTION_TEXT, "DIR", DRAWS | GOLDEN | IN_LIST,
      "a folder of shader files (.glsl, .hook), which chains then name without it, as those of "
      "$XDG_DATA_HOME/halation/effects",
      FIELD(draw.effect_dir) },

    { "vsync", OPTION_NAME, "on|off", IN_WINDOW,
      "on waits for the screen; off draws and times every pass all the time. Without it, on",
      FIELD(window.vsync), .values = WORDS("off", "on"), .heading = "Window", .group = "window" },
    { "restore", OPTION_FLAG, NULL, IN_WINDOW,
      "opens the window as it was closed last; other options win",
      FIELD(window.restore) },

    { "screenshot", OPTION_TEXT, "FILE", 0,
      "writes one frame, without a window. A .png is as displayed; .exr, .hdr (RGBE) and .pfm (32-bit floats) "
      "are linear light",
      FIELD(picture.path), .mode = MODE_SCREENSHOT, .heading = "Picture", .group = "picture", .is_common = true },
    { "output", OPTION_TEXTS, "FILE", WRITES,
      "writes a file, whose ending says what: a picture, 'frame_%04d.png' or .y4m frames, .json or .csv "
      "numbers, .html a page, .xml JUnit, .gpl a palette, maps/ differences, - stdout. May repeat; `help` lists "
      "all",
      .letter = 'o', FIELD(outputs.given), .max = OUTPUT_KINDS, .list = output_print_rows,
      .complete = complete_output, .may_repeat = true, .also = "measure audit compare" },
    { "output-format", OPTION_TEXT, "ENDING", WRITES,
      "what -o - writes, an ending: json, csv, png ... Without it text, and y4m of frames",
      FIELD(outputs.format), .complete = complete_output_format },
    { "frames", OPTION_OTHER, "N|A..B", IN_SEQUENCE | IN_BENCH,
      "how many frames, or from which to which (N.. to the last), counted from 0. Without it 60, and 2 seconds "
      "of --bench",
      .read = read_frames, .also = "measure" },
    { "fps", OPTION_NUMBER, "F", IN_SEQUENCE,
      "frames a second of the animation. Without it 60",
      FIELD(picture.fps), .min = 0.001, .max = 1000 },
    { "at", OPTION_TEXT, "STEP", PICTURE | IN_CASE,
      "shows the picture after a step (name or number) or a pass (dual/up 640x360)",
      FIELD(picture.at) },
    { "overlay", OPTION_FLAG, NULL, IN_SCREENSHOT,
      "draws the GPU times of all passes into a corner of the .png",
      FIELD(picture.overlay) },
    { "export", OPTION_TEXT, "DIR|FILE", 0,
      "writes the chain as C and shaders, .hook for mpv or .html",
      FIELD(export_to), .mode = MODE_EXPORT, .check = export_check, .is_common = true },
    { "sheet", OPTION_NAME, "WHAT", 0,
      "writes small pictures side by side, with names: presets, scenes, blurs (all blurs and every --chain) or "
      "chains (every --chain alone)",
      FIELD(picture.contact), .values = ARRAY(contact_sheet_names), .mode = MODE_SHEET },
    { "depth", OPTION_ONE_OF, "8|16|32", PICTURE | IN_EXPORT | IN_CASE,
      "bits a channel: 8 or 16 of a PNG, 16 or 32 of an EXR. Without it 8, and those of --format",
      FIELD(draw.depth), .values = WORDS("8", "16", "32") },

    { "bench", OPTION_OTHER, "SUITE", 0,
      "times every pass beside this machine's own copy. Several --chain run side by side, with a verdict of any "
      "two; `help` lists suites of chains, such as blurs:sigma=16",
      .mode = MODE_BENCH, .read = read_bench, .values = &suites_names, .list = suites_print,
      .complete = complete_suite, .is_standalone = true, .heading = "Measure", .group = "measure", .is_common = true },
    { "sweep", OPTION_TEXTS, "WHAT=VALUES", IN_BENCH,
      "times the chains at each value: dual.sigma=2..64:12 (12 values, evenly in the logarithm), "
      "gaussian.impl=cs_fused,cs_blocked, size=360p..4320p, format=rgba8,rgba16f. Repeated, all combinations",
      FIELD(bench.sweeps), .max = OPTIONS_MAX_SWEEPS, .may_repeat = true },
    { "tune", OPTION_TEXT, "KEY=VALUE,...", 0,
      "finds the fastest blur here that keeps sigma=16,psnr=45,shimmer=3 and the like, or bloom of "
      "core=1.9,sigma=16,budget=0.1. Status 1 where none does; `help` lists the keys",
      FIELD(bench.tune), .mode = MODE_TUNE, .check = check_tune, .params = tune_params, .is_common = true },
    { "warmup", OPTION_INT, "N", TIMES,
      "frames, or runs of each chain, that do not count. Without it 1/3 s, or 2 runs",
      FIELD(bench.warmup), .max = 100000 },
    { "samples", OPTION_INT, "N", TIMES,
      "runs of each chain. Without it 10 of a suite, 60 of your own chains, 2 seconds of one",
      FIELD(bench.runs), .min = 1, .max = 10000 },
    { "quick", OPTION_FLAG, NULL, TIMES | IN_AUDIT,
      "fewer chains, with 3 runs each of a suite and 20 of your own; less of an audit",
      FIELD(bench.quick) },
    { "patience", OPTION_NUMBER, "SECONDS", TIMES,
      "leaves out chains that take longer a run. Without it 0.5",
      FIELD(bench.patience), .min = 0.001, .max = 1000 },
    { "fail-above", OPTION_NUMBER, "PERCENT", IN_BENCH,
      "ends with status 1 if a run is slower or has more work than in --baseline by more, or `auto` is slower "
      "than the best (--bench=impls)",
      FIELD(bench.fail_above), .max = 10000 },
    { "baseline", OPTION_TEXT, "FILE", IN_BENCH,
      "compares with an earlier -o FILE.json, run by run, and says what changed by more than 5 % or "
      "--fail-above. Status 3 where that is open",
      FIELD(bench.baseline) },
    { "report", OPTION_WORDS, "FILE|DIR...", 0,
      "joins .json files of --bench, of several runs and machines, into the page -o F.html",
      FIELD(report), .mode = MODE_REPORT },

    { "audit", OPTION_TEXT, "NAME", 0,
      "runs checks that need no clock. Your --chain, --scene, --size and --format are checked where these are "
      "given; `help` lists the audits",
      FIELD(audit.name), .mode = MODE_AUDIT, .values = &audits_names, .list = audits_print, .is_standalone = true,
      .heading = "Audit", .group = "audit" },
    { "limit", OPTION_TEXTS, "NAME=VALUE", IN_AUDIT | IN_IDENTIFY,
      "what an audit allows, in place of its own limit; `help` lists the names. May repeat. With --identify it "
      "is sigma=8+-2%",
      FIELD(limits), .max = OPTIONS_MAX_LIMITS, .list = print_limit_titles, .params = audit_limit_rows, .may_repeat = true, .also = "compare" },

    { "compare", OPTION_WORDS, "A B", 0,
      "compares two pictures (PNG, JPEG, EXR, HDR, PFM), or the pictures of one name in two folders. Status 1 "
      "where they differ by more than the tolerance",
      FIELD(compare.files), .min = 2, .max = 2, .mode = MODE_COMPARE, .heading = "Compare", .group = "compare",
      .is_common = true },
    { "tolerance", OPTION_TEXT, "WHAT", IN_COMPARE | IN_VERIFY | IN_CASE,
      "how far pictures may differ: exact (unless told), driver, perceptual, dithered, or "
      "'max=2,share=0.01%,psnr=40,ssim=0.98,structure=0.98,flip=0.05,mean=0.1' (max, mean: in 255ths, of light "
      "in light); `help` says what each tells apart",
      FIELD(compare.tolerance), .check = check_tolerance, .list = tolerance_print_names,
      .values = NAMES_OF(tolerance_names), .params = tolerance_params },
    { "identify", OPTION_WORDS, "FILE...", 0,
      "measures the blur of another program: draw a pattern by `--identify pattern -o pattern.png`, blur it "
      "there, and name the result; or name any two pictures, BEFORE AFTER. Status 1 beyond --limit sigma=8+-2%",
      FIELD(identify.files), .mode = MODE_IDENTIFY },
    { "record", OPTION_TEXT, "DIR", 0,
      "draws the pictures of DIR/cases.txt that are not there yet. Without a list, begins one with all presets "
      "and scenes",
      FIELD(golden.folder), .mode = MODE_RECORD, .check = check_folder, .is_common = true },
    { "verify", OPTION_TEXT, "DIR", 0,
      "draws the pictures of DIR/cases.txt again and compares, each within its tolerance (driver unless the "
      "list says another). Status 1 where one is beyond",
      FIELD(golden.folder), .mode = MODE_VERIFY, .check = check_folder, .is_common = true },
    { "shard", OPTION_OTHER, "I/N", GOLDEN,
      "every Nth picture of the list, from the Ith on (1/8 to 8/8): shares work among N machines",
      .read = read_shard, .instead = "of a sequence use --frames A..B" },
    { "accept", OPTION_TEXTS, "NAME", IN_VERIFY,
      "with --verify: shows what has changed of a picture ('*' of all), then replaces it",
      FIELD(golden.accepted), .max = OPTIONS_MAX_ACCEPTED, .may_repeat = true },
    { "other-renderer", OPTION_FLAG, NULL, IN_VERIFY,
      "with --accept: replaces pictures that another renderer drew, too",
      FIELD(golden.other_renderer) },

    { "explain", OPTION_TEXT, "EFFECT|FILE", 0,
      "a page about an effect or a shader file; -o F.png draws it before and after, and each pass",
      FIELD(what), .mode = MODE_EXPLAIN, .check = check_explain, .list = describe_summaries,
      .values = &effect_names, .heading = "Describe", .group = "describe", .is_common = true },
    { "list", OPTION_OTHER, "WHAT", 0,
      "prints effects, impls, scenes, chains, palettes, keys, suites or gpus; all is for programs, in JSON",
      .mode = MODE_LIST, .read = read_what, .list = describe_help_lists, .values = NAMES_OF(describe_lists),
      .is_common = true },
    { "print", OPTION_OTHER, "WHAT", 0,
      "chain, curve, kernel, shaders, shader FILE, example FILE, completion-bash, completion-zsh, "
      "completion-fish",
      .mode = MODE_PRINT, .read = read_what, .list = describe_help_prints, .values = NAMES_OF(describe_prints) },
    { "translate", OPTION_TEXT, "SETTING", 0,
      "what a blur of another program is here, 'kwin:strength=8', or sigma=PX in the terms of all, with "
      ":program=kwin of one; `help` lists them",
      FIELD(translate), .mode = MODE_TRANSLATE, .check = describe_translate_check, .list = describe_programs,
      .values = &programs },
    { "help", OPTION_OTHER, "TOPIC", 0,
      "the most used options, or a topic. That is a group of options, one option, an effect, all; or chains, "
      "effects, keys",
      .letter = 'h', .check = print_help, .list = print_usage, .values = &describe_topics, .is_standalone = true },
    { "version", OPTION_OTHER, NULL, 0,
      "the program's version",
      .check = print_version },
    { "complete", OPTION_WORDS, "WORD...", 0,
      "what the last word of a command line can become; asked by the completion of shells (--print "
      "completion-bash)",
      FIELD(report), .min = 1, .max = 1e6, .read = read_complete, .is_hidden = true },

    { "headless", OPTION_OTHER, NULL, HEADLESS | IN_COMPARE | IN_IDENTIFY | GOLDEN | IN_REPORT,
      "says that no window is wanted; the modes that need none never open one",
      .is_hidden = true },
    { "gpu", OPTION_INT, "N", HEADLESS | GOLDEN,
      "number of the GPU, as --list gpus counts",
      .heading = "Machine", .group = "machine", FIELD(draw.gpu), .max = 63 },
    { "gl-debug", OPTION_FLAG, NULL, DRAWS | GOLDEN,
      "stops at the first error that the GL driver reports, and counts its messages",
      FIELD(draw.gl_debug) },
    { "verbose", OPTION_FLAG, NULL, 0,
      "says more on stderr and shows all columns of tables; of a picture also the table of its passes, on stdout",
      FIELD(verbose) },
    { "quiet", OPTION_FLAG, NULL, 0,
      "says nothing on stderr but errors",
      FIELD(quiet) },
    { 0 },
};
// clang-format on

_Static_assert(ARRAY_COUNT(option_table) <= OPTION_MAX_ROWS, "the reader has room for all rows");
