#include "app/command/option_table.h"

#include "app/audit/audit.h"
#include "app/bench/bench.h"
#include "app/command/option_asked.h"
#include "app/command/option_bench.h"
#include "app/command/option_blurs.h"
#include "app/command/option_drawn.h"
#include "app/command/option_sequence.h"
#include "app/lab/lab.h"

enum {
    WINDOW = 1 << MODE_WINDOW,
    SCREENSHOT = 1 << MODE_SCREENSHOT,
    SEQUENCE = 1 << MODE_SEQUENCE,
    SHEET = 1 << MODE_SHEET,
    BENCH = 1 << MODE_BENCH,
    REPORT = 1 << MODE_REPORT,
    TUNE = 1 << MODE_TUNE,
    AUDIT = 1 << MODE_AUDIT,
    COMPARE = 1 << MODE_COMPARE,
    RECORD = 1 << MODE_RECORD,
    VERIFY = 1 << MODE_VERIFY,
    CASE = 1 << MODE_CASE,
    PRINT = 1 << MODE_PRINT,
    PICTURE = SCREENSHOT | SEQUENCE,
    UNSEEN = PICTURE | SHEET | BENCH | TUNE | AUDIT | PRINT,
    TIMES = BENCH | TUNE,
    DRAWS = UNSEEN | WINDOW,
    SHOWS = DRAWS | CASE,
    GOLDEN = RECORD | VERIFY,
};

static const char *const formats[] = { "rgba16f", "r11f_g11f_b10f", "rgba8", "rgba32f", NULL };
static const char *const off_on[] = { "off", "on", NULL };
static const char *const streams[] = { "png", "y4m", "raw", NULL }; // by enum stream_format

#define FIELD(name) .offset = offsetof(struct options, name)

// clang-format off
const struct option option_table[] = {
    { "chain", 'c', OPTION_OTHER, .is_common = true, .read = option_read_chain, .value = "CHAIN",
      .may_repeat = true, .modes = SHOWS & ~TUNE, .heading = "What is drawn", .group = "drawn",
      .help = "preset, chain text or @FILE; `help` lists the presets" },
    { "scene", 's', OPTION_OTHER, .is_common = true, .read = option_read_scene, .value = "SCENE", .modes = SHOWS,
      .help = "NAME[:key=value...]; `help` lists them" },
    { "image", 'i', OPTION_OTHER, .is_common = true, .read = option_read_image, .value = "FILE", .modes = SHOWS,
      .help = "short for --scene image:file=FILE (PNG, JPEG, EXR, HDR, PFM)" },
    { "from-screenshot", 0, OPTION_TEXT, FIELD(draw.retaken), .value = "FILE",
      .modes = DRAWS & ~SHEET,
      .help = "all that a picture of this program says of how it was made, where no other option says it" },
    { "size", 0, OPTION_OTHER, .is_common = true, .read = option_read_size, .value = "WxH|720p|4k", .modes = SHOWS,
      .help = "of the picture; 720p is 1280x720, 360p to 4320p; otherwise 1280x720 or the size of the image" },
    { "msaa", 0, OPTION_OTHER, .read = option_read_msaa, .value = "N", .modes = SHOWS,
      .help = "samples a pixel of the scene: 0, 2, 4, 8, 16; otherwise 4 (a window on a slow GPU: 0)" },
    { "scene-scale", 0, OPTION_FLOAT, FIELD(draw.scene_scale), .min = 0.25, .max = 1, .value = "S",
      .modes = SHOWS, .help = "draw the scene at S times the size (0.25 to 1), then upsample" },
    { "time", 0, OPTION_NUMBER, FIELD(draw.time), .min = 0, .max = 1e6, .value = "SECONDS",
      .modes = SHOWS, .help = "of the animation, where it starts" },
    { "format", 0, OPTION_NAME, FIELD(draw.format), .names = formats, .value = "FORMAT",
      .modes = SHOWS, .help = "of the images between the steps: rgba16f, r11f_g11f_b10f, rgba8, rgba32f" },
    { "fuse", 0, OPTION_NAME, FIELD(draw.fuse), .names = plan_fuse_names, .value = "HOW", .modes = SHOWS,
      .help = "neighbouring pointwise steps: auto, fragment, compute, off" },
    { "shader-dir", 0, OPTION_TEXT, FIELD(draw.shader_dir), .value = "DIR", .modes = DRAWS | GOLDEN,
      .help = "read shaders from a folder (or HALATION_SHADER_DIR); those that it does not have are the program's" },

    { "vsync", 0, OPTION_SWITCH, FIELD(window.vsync), .names = off_on, .value = "on|off",
      .modes = WINDOW, .heading = "Window", .group = "window", .help = "wait for the screen; off also draws and times every pass where nothing changes; on unless told" },
    { "restore", 0, OPTION_FLAG, FIELD(window.restore), .modes = WINDOW,
      .help = "open the window as it was closed last; what other options say is as they say; where that cannot be read "
              "it begins anew and says so" },

    { "screenshot", 0, OPTION_OTHER, .is_common = true, .read = option_read_screenshot, .value = "FILE",
      .heading = "Picture", .group = "picture", .help = "one frame, without a window: .png for the display; .exr, .hdr (RGBE) or .pfm (32-bit "
              "floats) for light" },
    { "output", 0, OPTION_OTHER, .is_common = true, .read = option_read_output, .value = "PATTERN",
      .help = "a sequence such as 'frame_%04d.png', or - for a stream on stdout" },
    { "output-format", 0, OPTION_NAME, FIELD(picture.stream), .names = streams, .value = "FORMAT", .modes = SEQUENCE,
      .help = "of a stream: png, y4m (8 bit 4:4:4 BT.709), raw (rgba or, at depth 16, rgba64le)" },
    { "frames", 0, OPTION_OTHER, .read = option_read_frames, .value = "N|A..B", .also = "measure", .modes = SEQUENCE | BENCH,
      .help = "how many frames; otherwise 60, or 2 seconds of --bench. A..B: these, from 0, both included" },
    { "shard", 0, OPTION_OTHER, .read = option_read_shard, .value = "I/N", .modes = SEQUENCE | GOLDEN,
      .help = "every Nth frame or picture of a list, from the Ith on (1/8 to 8/8), for N machines" },
    { "resume", 0, OPTION_FLAG, FIELD(picture.resume), .modes = SEQUENCE,
      .help = "keep what is there: whole PNGs of the same picture from the same kind of machine" },
    { "threads", 0, OPTION_INT, FIELD(picture.threads), .min = 1, .max = 64, .value = "N", .modes = SEQUENCE,
      .help = "that make files of frames; otherwise one for each processor" },
    { "fps", 0, OPTION_NUMBER, FIELD(picture.fps), .min = 0.001, .max = 1000, .value = "F",
      .modes = SEQUENCE, .help = "frames a second of the animation; 60 unless told" },
    { "at", 0, OPTION_TEXT, FIELD(picture.at), .value = "STEP", .modes = PICTURE | CASE,
      .help = "what the picture is after a step (name or number) or a pass (dual/up 640x360)" },
    { "overlay", 0, OPTION_FLAG, FIELD(picture.overlay), .modes = SCREENSHOT,
      .help = "draw the GPU times of all passes on a corner of the .png" },
    { "sheet", 0, OPTION_OTHER, .read = option_read_sheet, .value = "WHAT",
      .help = "small pictures side by side, with their names: presets, scenes, blurs (all of them, and what --chain "
              "gives, which may repeat), or chains (these alone)" },
    { "to-file", 0, OPTION_TEXT, FIELD(picture.path), .value = "FILE", .modes = SHEET | REPORT,
      .help = "the .png that --sheet writes, or the .html of --report" },
    { "depth", 0, OPTION_OTHER, .read = option_read_depth, .value = "8|16|32", .modes = PICTURE | CASE,
      .help = "bits a channel: 8 or 16 of a PNG; 16 or 32 of an EXR, otherwise those of --format" },

    { "bench", 0, OPTION_OTHER, .is_common = true, .read = option_read_bench, .value = "SUITE", .may_stand_alone = true,
      .values = &suites_names,
      .heading = "Measure", .group = "measure",
      .help = "time every pass beside this machine's own copy; several --chain beside each other, with a verdict "
              "of any two; `help` lists suites of chains" },
    { "sweep", 0, OPTION_OTHER, .read = option_read_sweep, .value = "WHAT=VALUES", .may_repeat = true, .modes = BENCH,
      .help = "time the chains with each value: dual.sigma=2..64:12 (12 values, evenly in the logarithm), a list "
              "(gaussian.impl=cs_fused,cs_blocked), size=360p..4320p, format=rgba8,rgba16f; may repeat: all "
              "combinations" },
    { "sigma", 0, OPTION_OTHER, .read = option_read_sigma, .value = "S,S...", .modes = BENCH,
      .help = "widths at which --bench=blurs compares, px; otherwise 4,16,40" },
    { "published", 0, OPTION_FLAG, FIELD(bench.published), .modes = BENCH,
      .help = "which claims of papers hold here, below the tables of --bench=box, gaussian and bloom; a .html of --results "
              "has them too" },
    { "tune", 0, OPTION_OTHER, .is_common = true, .read = option_read_tune, .value = "KEY=VALUE,...",
      .help = "the fastest blur here that keeps sigma=16,psnr=45,shimmer=3 and the like, as chain text; of bars at "
              "1920x1080 unless told; status 3 where it is open which is the fastest; `help` lists the keys" },
    { "warmup", 0, OPTION_INT, FIELD(bench.warmup), .min = 0, .max = 100000, .value = "N",
      .modes = TIMES, .help = "frames (runs) that are not counted; otherwise 1/3 s (2 runs)" },
    { "samples", 0, OPTION_INT, FIELD(bench.runs), .min = 1, .max = 10000, .value = "N",
      .modes = TIMES, .help = "runs of each chain; otherwise 10 of a suite, 60 of your own chains, 2 seconds of one" },
    { "quick", 0, OPTION_FLAG, FIELD(bench.quick), .modes = TIMES | AUDIT,
      .help = "fewer chains and runs (of a suite 3 each, of your own 20); of an audit: less of it" },
    { "patience", 0, OPTION_NUMBER, FIELD(bench.patience), .min = 0.001, .max = 1000, .value = "SECONDS",
      .modes = TIMES, .help = "leave out what takes longer a run; otherwise 0.5" },
    { "fail-above", 0, OPTION_NUMBER, FIELD(bench.fail_above), .min = 0, .max = 10000,
      .value = "PERCENT", .modes = BENCH,
      .help = "status 1 if a run is slower or has more work than in --baseline by more, or `auto` is slower than the best "
              "(--bench=impls)" },
    { "baseline", 0, OPTION_TEXT, FIELD(bench.baseline), .value = "FILE", .modes = BENCH,
      .help = "compare with earlier --results, a .json file, run by run: what changed by more than 5 %, or --fail-above; "
              "status 3 where that is open" },
    { "results", 0, OPTION_OTHER, .read = option_read_results, .value = "FILE",
      .may_repeat = true, .modes = TIMES | AUDIT | COMPARE | VERIFY,
      .help = "write the numbers to a .json file; those of --bench and --tune also to .csv or .html (a page with "
              "charts); may repeat" },
    { "report", 0, OPTION_LIST, .read_list = option_read_report, .value = "FILE|DIR...",
      .help = "join .json files of --bench --results, of several runs and machines, into the page --to-file F.html" },

    { "audit", 0, OPTION_OTHER, .is_common = true, .read = option_read_audit, .value = "NAME", .may_stand_alone = true,
      .values = &audits_names,
      .help = "check what is promised, of your --chain, --scene, --size and --format where these are "
              "given, without a clock; `help` lists the audits" },
    { "limit", 0, OPTION_OTHER, .read = option_read_limit, .value = "NAME=VALUE",
      .may_repeat = true, .modes = AUDIT,
      .help = "what an audit promises, otherwise than it does; `help` lists the names; may repeat" },

    { "compare", 0, OPTION_OPERANDS, .is_common = true, .operand_count = 2, .read_operands = option_read_compare,
      .value = "A B", .heading = "Compare", .group = "compare",
      .help = "two pictures (PNG, JPEG, EXR, HDR, PFM), or two folders by the names in them; status 1 where they "
              "differ by more than the tolerance" },
    { "tolerance", 0, OPTION_OTHER, .read = option_read_tolerance, .value = "WHAT", .modes = COMPARE | VERIFY | CASE,
      .help = "exact (unless told), driver, perceptual, dithered, or 'max=2,share=0.01%,psnr=40,ssim=0.98,"
              "structure=0.98,flip=0.05,mean=0.1' (max, mean: in 255ths, of light in light); `help` says what each tells apart" },
    { "junit", 0, OPTION_TEXT, FIELD(results.junit), .value = "FILE", .modes = COMPARE | VERIFY | AUDIT,
      .help = "write a test case for each picture or audit to a .xml file, as CI systems read it" },
    { "diff", 0, OPTION_TEXT, FIELD(compare.diff), .value = "FILE|DIR", .modes = COMPARE | VERIFY,
      .help = "draw where two pictures differ as a .png with a legend; of many, each that fails, into a folder, with "
              "--verify beside the picture as it is drawn now" },
    { "html", 0, OPTION_TEXT, FIELD(compare.html), .value = "FILE", .modes = COMPARE | VERIFY,
      .help = "write a page to look at the pictures and their differences, which needs no network" },

    { "record", 0, OPTION_OTHER, .is_common = true, .read = option_read_record, .value = "DIR",
      .help = "draw the pictures of DIR/cases.txt that are not there yet; without a list, begin one with all presets "
              "and scenes" },
    { "verify", 0, OPTION_OTHER, .is_common = true, .read = option_read_verify, .value = "DIR",
      .help = "draw them again and compare, each within its tolerance (driver unless the list says another); status 1 "
              "where one is beyond" },
    { "accept", 0, OPTION_OTHER, .read = option_read_accept, .value = "NAME", .may_repeat = true,
      .modes = VERIFY, .help = "with --verify: show what has changed of a picture ('*' of all), then replace it" },

    { "list", 0, OPTION_OTHER, .is_common = true, .read = option_read_list, .value = "WHAT", .heading = "Describe", .group = "describe",
      .help = "effects, impls, scenes, chains, palettes, keys, suites, gpus" },
    { "print", 0, OPTION_OTHER, .read = option_read_print, .value = "WHAT",
      .help = "chain, curve, shaders, effects-md" },
    { "help", 'h', OPTION_OTHER, .is_common = true, .read = option_read_help, .value = "GROUP",
      .may_stand_alone = true, .help = "what is used most; of a group, of an option by its name, or of all" },
    { "version", 0, OPTION_OTHER, .read = option_read_version, .help = "the program's version" },

    { "headless", 0, OPTION_NOTED, .modes = UNSEEN | COMPARE | GOLDEN | REPORT, .heading = "Machine", .group = "machine",
      .help = "say that no window is wanted (the modes that need none never open one)" },
    { "gpu", 0, OPTION_INT, FIELD(draw.gpu), .min = 0, .max = 63, .value = "N", .modes = UNSEEN | GOLDEN,
      .help = "which GPU, as --list gpus counts" },
    { "gl-debug", 0, OPTION_FLAG, FIELD(draw.gl_debug), .modes = DRAWS | GOLDEN,
      .help = "stop at the first message of the GL driver" },
    { "verbose", 0, OPTION_FLAG, FIELD(verbose), .help = "say more on stderr, and show all columns of tables; of a picture also the table of its passes, on stdout" },
    { "quiet", 0, OPTION_FLAG, FIELD(quiet), .help = "say nothing on stderr but errors" },
    { 0 },
};
// clang-format on

_Static_assert(sizeof(option_table) / sizeof(option_table[0]) <= OPTION_MOST_ROWS,
               "the reader has room for all rows");
