#pragma once

#include "effects/plan/plan.h"
#include "render/scene/scene.h"

// app: the program. main reads the command line into a struct options and calls the one entry
// function of the mode that it asks for. The rooms, from the ground up:
//
//   lab/      the GPU with scene and plan, which every mode shares; chains as text, presets, undo
//   export/   a chain as data, and as programs for other places that are made of that
//   results/  documents of numbers, their files and pages; tables and charts
//   measure/  frames of a benchmark, statistics, how near a blur is
//   compare/  two pictures, and lists of good ones
//   picture/  one picture, many frames, small pictures side by side
//   audit/    what is promised, checked without a clock
//   bench/    many chains in one table, --tune, --baseline
//   window/   all of the window: state, controls, stage, view, loop
//   command/  options, help, manual, completion, --list and --print
//
// This header is what the command line asks for; app/command/options_parse.h reads it.

enum mode {
    MODE_WINDOW,
    MODE_SCREENSHOT,
    MODE_SEQUENCE,
    MODE_SHEET,
    MODE_PALETTE,
    MODE_EXPORT,
    MODE_BENCH,
    MODE_REPORT, // of files of results
    MODE_TUNE,
    MODE_AUDIT,
    MODE_COMPARE,
    MODE_RECORD,
    MODE_VERIFY,
    MODE_CASE,      // a line of a list of pictures
    MODE_TRANSLATE, // settings of other programs
    MODE_EXPLAIN,   // an effect
    MODE_LIST,
    MODE_PRINT,
};

enum {
    OPTIONS_MAX_RESULTS = 8,
    OPTIONS_MAX_ACCEPTED = 16,
    OPTIONS_MAX_CHAINS = 26,
    OPTIONS_MAX_SWEEPS = 4,
    OPTIONS_MAX_LIMITS = 16,
    OPTIONS_MAX_SIGMAS = 8
};

// What the pictures of a sheet show.
enum contact { CONTACT_PRESETS, CONTACT_SCENES, CONTACT_BLURS, CONTACT_CHAINS };

// What every mode that draws wants.
struct draw_wish {
    struct chain chain; // the default is the preset "bloom"
    bool chain_given;
    const char *chain_name;                      // of the preset or file; NULL for text
    const char *chain_texts[OPTIONS_MAX_CHAINS]; // as given; the last of them is `chain`
    int chain_count;
    struct chain_place place; // where the chain text is wrong, after an error
    struct scene_choice scene;
    bool scene_given;
    double scene_scale;  // 0.25..1
    int hook_size;       // the picture's size over that which shader files get, less 1
    const char *retaken; // --from-screenshot: a picture that says how it was made; NULL: none
    int width, height;   // 0: not given (1280x720, or the size the scene has)
    bool size_given;
    int msaa; // samples a pixel of the scene; -1: not given
    enum texture_format format;
    bool format_given;
    int depth;      // bits of display values: 8 or 16
    bool as_floats; // a file of floats is written
    double time;    // seconds
    bool time_given;
    int frame; // the first one's number, by which dithering is animated
    enum plan_fuse fuse;
    // Only a window saves samples, and only what is timed measures all implementations.
    enum draw_purpose { DRAW_PICTURE, DRAW_WINDOW, DRAW_TIMES } purpose;
    // Whether `auto` judges this GPU by its profile. Pictures have it off.
    enum profile_use { PROFILE_KEPT, PROFILE_OFF } profile;
    int gpu;                // -1: any
    const char *shader_dir; // --shader-dir or HALATION_SHADER_DIR; NULL: built in
    const char *effect_dir; // --effects; NULL: none
    bool gl_debug;
    bool half_store_off; // HALATION_HALF_STORE=off, and of exports: render/context/half_store.h
};

struct window_wish {
    bool vsync;
    bool restore; // --restore
};

// What --screenshot, --output, --sheet and --palette-to want.
struct picture_wish {
    const char *path;     // of the file, or the pattern of many
    enum contact contact; // --sheet
    const char *at;       // --at: a step (its name or number) or a path of scopes; NULL: the end
    int light_depth;      // of an EXR: 16 or 32; 0: another file
    bool overlay;         // of GPU times on --screenshot
    double fps;           // frames a second of a sequence
    int frames;           // of a sequence; 0: not given
    int first_frame;      // of a sequence of `frames`, A of A..B; -1: no such range was given
    int shard, shards;    // of a sequence: 1..shards; 0: all of it
    bool resume;          // keep the pictures that are whole
    enum stream_format { STREAM_PNG, STREAM_Y4M, STREAM_RAW } stream; // of --output -
    int threads; // that make files of frames; 0: not given
};

struct bench_wish {
    const char *suite;                      // --bench: which; NULL: the chains of the command line
    int warmup;                             // frames that are not counted; -1: by time
    const char *sweeps[OPTIONS_MAX_SWEEPS]; // --sweep, as given: app/bench/chains/sweep.h
    int sweep_count;
    int runs;                          // of each chain of a suite; 0: not given
    bool quick;                        // fewer chains and runs
    double patience;                   // seconds a run may take; 0: not given
    double fail_above;                 // per cent; below 0: not given
    const char *baseline;              // a file of results to compare with; NULL: none
    double sigmas[OPTIONS_MAX_SIGMAS]; // --sigma, px: the widths of --bench=blurs
    int sigma_count;                   // 0: not given
    double budget;                     // milliseconds that a bloom may take; 0: any
    const char *sheet;                 // a .png of the blooms with their numbers; NULL: none
    bool published;                    // says which claims of papers hold here
    const char *tune;                  // --tune: what app/bench/tune/tune.h reads
};

struct audit_wish {
    const char *name; // NULL: all
    bool quick;       // less of each
    struct option_limit {
        const char *name; // of a limit of an audit
        double value;
    } limits[OPTIONS_MAX_LIMITS]; // the last of a name counts
    int limit_count;
};

// Where the numbers of a mode go.
struct results_wish {
    const char *files[OPTIONS_MAX_RESULTS]; // NULL in the places that are free
    const char *junit;                      // a file; NULL: none
    const char *commit;                     // that the program was built from; NULL: unknown
};

struct report_wish {
    char **paths; // files and folders of results, `count` of them
    int count;
};

struct compare_wish {
    const char *paths[2];  // two pictures or two folders
    const char *tolerance; // NULL: exact; of a list of pictures: each its own
    const char *diff;      // of two pictures a file, of many a folder; NULL: none
    const char *html;      // a file; NULL: none
};

// What --record and --verify want.
struct golden_wish {
    const char *folder;
    int shard, shards; // of the list: 1..shards; 0: all of it
    // Patterns of names; NULL in the places that are free.
    const char *accepted[OPTIONS_MAX_ACCEPTED];
    bool other_renderer; // accepts also what another renderer than this one drew
};

// What --translate wants: a setting of another program, or sigma=PX.
struct translate_wish {
    const char *what;
    const char *to; // the name of a program; NULL: the terms of this one, of sigma those of all
};

struct options;

// How the window writes and reads command lines; app/command does both.
struct command_line {
    // Writes the one of options, but for what is as it is without one. Returns the length, like
    // snprintf.
    int (*print)(const struct options *options, char *out, size_t size);
    bool (*parse)(struct options *options, int argc, char *argv[], struct error *error);
};

struct options {
    enum mode mode;
    struct draw_wish draw;
    struct window_wish window;
    struct picture_wish picture;
    struct bench_wish bench;
    struct audit_wish audit;
    struct results_wish results;
    struct report_wish report;
    struct compare_wish compare;
    struct golden_wish golden;
    struct translate_wish translate;
    const char *what;        // --list, --print or --explain: of what
    const char *export_to;   // a folder, a file by its ending, or "-"
    const char *export_also; // languages for its shaders; NULL: none
    const char *file;        // --print shader or example: which; NULL: all their names
    bool verbose, quiet;
};
