#pragma once

#include "effects/plan/plan.h"
#include "render/scene/scene.h"

// app: the program. main reads the command line into a struct options and calls the one entry
// function of the mode. The directories, from the lowest layer up:
//
//   text/     lines for people, 80 columns wide, and progress
//   edit/     chains as values: their text, presets, changes
//   renderer/ the GPU with scene, chain and plan, which every mode shares
//   export/   a chain as data, and as programs for other places that are made of that
//   results/  documents of numbers, their files and pages; tables and charts
//   measure/  frames of a benchmark, statistics, how near a blur is
//   compare/  two pictures, and lists of good ones
//   identify/ the blur of another program, by its pictures
//   picture/  one picture, many frames, or small pictures side by side
//   audit/    checks that need no clock
//   bench/    many chains in one table, --tune, --baseline
//   window/   all of the window: state, controls, session, view, loop
//   command/  options, help, manual, completion, --list and --print
//
// This header has the options of the command line; app/command/options_parse.h reads them.

enum mode {
    MODE_WINDOW,
    MODE_SCREENSHOT,
    MODE_SEQUENCE,
    MODE_SHEET,
    MODE_EXPORT,
    MODE_BENCH,
    MODE_REPORT, // of files of results
    MODE_TUNE,
    MODE_AUDIT,
    MODE_COMPARE,
    MODE_IDENTIFY, // the blur of another program, by its pictures
    MODE_RECORD,
    MODE_VERIFY,
    MODE_CASE,      // a line of a list of pictures
    MODE_TRANSLATE, // settings of other programs
    MODE_EXPLAIN,   // an effect
    MODE_LIST,
    MODE_PRINT,
};

enum {
    OPTIONS_MAX_ACCEPTED = 16,
    OPTIONS_MAX_CHAINS = 26,
    OPTIONS_MAX_SWEEPS = 4,
    OPTIONS_MAX_LIMITS = 16
};

// The subjects that --sheet can show.
enum contact { CONTACT_PRESETS, CONTACT_SCENES, CONTACT_BLURS, CONTACT_CHAINS };

// Options of every mode that draws.
struct draw_options {
    struct chain chain; // the default is the preset "bloom"; no steps if none is drawn
    bool chain_given;
    const char *chain_name;                      // of the preset or file; NULL for text
    const char *chain_texts[OPTIONS_MAX_CHAINS]; // as given; the last one is `chain`
    int chain_count;
    struct chain_place place; // set after an error in the chain text
    struct scene_choice scene;
    bool scene_given;
    double scene_scale;  // 0.25..1
    int hook_size;       // size of the picture / size of the image that shader files get; 0: 1
    const char *retaken; // --from-screenshot: a picture with its options; NULL: not given
    int width, height;   // px; 0: not given (1280x720, or the size of the scene)
    bool size_given;
    int msaa; // samples per pixel of the scene; -1: not given
    enum texture_format format;
    bool format_given;
    int depth;      // bits of display values: 8 or 16
    bool is_linear; // the output is the chain's last linear image, for .exr, .hdr and .pfm
    bool as_floats; // the file stores floats
    double time;    // seconds
    bool time_given;
    int frame; // number of the first frame, which seeds animated dithering
    enum plan_fuse fuse;
    // Only a window reduces samples, and only a benchmark measures all implementations.
    enum draw_purpose { DRAW_PICTURE, DRAW_WINDOW, DRAW_TIMES } purpose;
    // PROFILE_OFF: impl=auto ignores the profile of this GPU, as for pictures.
    enum profile_use { PROFILE_KEPT, PROFILE_OFF } profile;
    int gpu;                // -1: any
    const char *shader_dir; // --shader-dir or HALATION_SHADER_DIR; NULL: built in
    const char *effect_dir; // --effects; NULL: none
    bool gl_debug;
    bool half_store_off; // HALATION_HALF_STORE=off, and of exports: render/context/half_store.h
};

struct window_options {
    int vsync;    // 0: off, 1: on
    bool restore; // --restore
};

// Options of pictures, sequences and sheets.
struct picture_options {
    const char *path;     // of the file, or the pattern of several files; NULL: none
    enum contact contact; // --sheet
    const char *at;       // --at: a step or a path of scopes; NULL: the end of the chain
    int light_depth;      // bits of a channel of an EXR: 16 or 32; 0: another format
    bool overlay;         // --screenshot with GPU times drawn over it
    double fps;           // frames per second of a sequence
    int frames;           // of a sequence; 0: not given
    int first_frame;      // A of --frames A..B; -1: no range was given
    bool is_y4m;          // a sequence is one stream of uncompressed frames
};

struct bench_options {
    const char *suite;           // --bench: name of the suite; NULL: the chains of the command line
    char sigma[PARAM_TEXT_SIZE]; // of --bench=blurs, "4/16/40"; "": not given
    float budget;                // of --bench=bloom: most milliseconds; 0: no limit
    int warmup;                  // number of frames that are not counted; -1: chosen by time
    const char *sweeps[OPTIONS_MAX_SWEEPS]; // --sweep, as given: app/bench/chains/chains.h
    int sweep_count;
    int runs;             // per chain of a suite; 0: not given
    bool quick;           // runs fewer chains, fewer times
    double patience;      // seconds a run may take; 0: not given
    double fail_above;    // per cent; negative: not given
    const char *baseline; // a file of results to compare with; NULL: not given
    const char *sheet;    // path of a .png with the blooms and their numbers; NULL: not given
    const char *tune;     // --tune: text for tune_limits_parse
};

struct audit_options {
    const char *name;     // NULL: all audits
    bool quick;           // runs fewer cases of each audit
    struct audit_limits { // what audits allow: audit_limit_rows in app/audit/audit.h
        float sigma_width, sigma_energy, psf_energy, psf_elongation, odd_sizes_energy, quality_psnr;
        float stability_change, stability_footage, precision_mean, banding_band, banding_deviation;
        float impls_tolerance, impls_variants, impls_first, impls_seconds;
    } limits;
};

enum output_kind {
    OUTPUT_PICTURE,
    OUTPUT_SEQUENCE,
    OUTPUT_FOLDER,
    OUTPUT_JSON,
    OUTPUT_CSV,
    OUTPUT_PAGE,
    OUTPUT_JUNIT,
    OUTPUT_PALETTE,
    OUTPUT_TEXT,
    OUTPUT_KINDS
};

// The files of -o, at most one of each kind: app/results/outputs.h.
struct outputs {
    const char *given[OUTPUT_KINDS]; // as on the command line; unused elements are NULL
    const char *format;              // of "-", an ending without its point; NULL: not given
    int count;
    struct output {
        const char *path; // "-": stdout
        const struct output_row *row;
    } all[OUTPUT_KINDS];
    const char *commit; // see commit.h; NULL: unknown
};

struct word_list { // of the command line
    const char *const *words;
    int count;
};

struct compare_options {
    struct word_list files; // two pictures or two folders
    const char *tolerance;  // NULL: exact; in a list of pictures each picture has its own
};

struct identify_options {
    struct word_list files; // "pattern", a blurred pattern, or the pictures before and after
    float sigma, percent;   // --limit: the width, px, and how far off it may be; 0: no limit
};

// Options of --record and --verify.
struct golden_options {
    const char *folder;
    int shard, shards; // of the list: shard is 1..shards; 0: the whole list
    // Patterns of file names; unused elements are NULL.
    const char *accepted[OPTIONS_MAX_ACCEPTED];
    bool other_renderer; // also accepts pictures that another renderer drew
};

struct options;

// Functions by which the window writes and reads command lines; app/command implements both.
struct command_line {
    // Writes the command line of these options without defaults. Returns the length, like snprintf.
    int (*print)(const struct options *options, char *out, size_t size);
    bool (*parse)(struct options *options, int argc, char *argv[], struct error *error);
};

struct options {
    enum mode mode;
    struct draw_options draw;
    struct window_options window;
    struct picture_options picture;
    struct bench_options bench;
    struct audit_options audit;
    struct outputs outputs;
    struct word_list report; // files and folders of results
    struct compare_options compare;
    struct identify_options identify;
    struct golden_options golden;
    const char *limits[OPTIONS_MAX_LIMITS]; // --limit, as given, of an audit or --identify
    const char *translate;                  // a setting of another program, or sigma=PX
    const char *what;                       // the argument of --list, --print or --explain
    const char *export_to; // a directory, a file whose ending gives its kind, or "-"
    const char *file;      // --print shader or example: its name; NULL: prints all names
    bool verbose, quiet;
};
