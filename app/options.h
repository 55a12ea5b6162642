#pragma once

#include "app/lab/edit/preset.h"
#include "effects/plan/plan.h"
#include "render/scene/scene.h"

// app: the program. main reads the command line into a struct options and calls the one entry
// function of the mode that it asks for. The rooms, from the ground up:
//
//   lab/      the GPU with scene and plan, which every mode shares; chains as text, presets, undo
//   results/  documents of numbers, their files and pages; tables and charts
//   measure/  frames of a benchmark, statistics, what images measure
//   compare/  two pictures, and lists of good ones
//   picture/  one picture, many frames, small pictures side by side
//   audit/    what is promised, checked without a clock
//   bench/    many chains in one table, --tune, --baseline
//   window/   all of the window: state, controls, stage, view, loop
//   command/  options, help, --list and --print
//
// This header is what the command line asks for; app/command/options_parse.h reads it.

enum mode {
    MODE_WINDOW,
    MODE_SCREENSHOT,
    MODE_SEQUENCE,
    MODE_SHEET,
    MODE_BENCH,
    MODE_REPORT, // of files of results
    MODE_TUNE,
    MODE_AUDIT,
    MODE_COMPARE,
    MODE_RECORD,
    MODE_VERIFY,
    MODE_CASE, // a line of a list of pictures
    MODE_LIST,
    MODE_PRINT,
};

enum {
    OPTIONS_MAX_RESULTS = 8,
    OPTIONS_MAX_ACCEPTED = 16,
    OPTIONS_MAX_CHAINS = 16,
    OPTIONS_MAX_SWEEPS = 4,
    OPTIONS_MAX_LIMITS = 16,
    OPTIONS_MAX_SIGMAS = 8
};

// What the pictures of a sheet show.
enum contact { CONTACT_PRESETS, CONTACT_SCENES, CONTACT_BLURS, CONTACT_CHAINS };

struct options {
    enum mode mode;
    struct chain chain; // the default is the preset "bloom"
    struct scene_choice scene;
    const char *retaken;    // --from-screenshot: a picture that says how it was made; NULL: none
    const char *chain_name; // of the preset or file, NULL for text
    const char *chain_texts[OPTIONS_MAX_CHAINS]; // as given, the last of them is `chain`
    int chain_count;
    struct chain_place place; // where the chain text is wrong, after an error
    int width, height;        // 0: not given (1280x720, or the size the scene has)
    int msaa;                 // samples a pixel of the scene; -1: not given
    float scene_scale;        // 0.25..1
    enum texture_format format;
    bool chain_given, scene_given, format_given; // on the command line
    enum plan_fuse fuse;
    // How `auto` judges this GPU. Pictures have it off unless told.
    enum profile_use { PROFILE_KEPT, PROFILE_FRESH, PROFILE_OFF } profile;
    int gpu;                // -1: any
    const char *shader_dir; // --shader-dir or HALATION_SHADER_DIR; NULL: built in

    bool vsync, redraw_always; // window
    bool restore;              // --restore
    bool time_given, size_given;

    const char *path;     // --screenshot, --output, or --to-file
    enum contact contact; // --sheet
    const char *at;       // --at: a step (its name or number) or a path of scopes; NULL: the end
    int depth;            // of a PNG: 8 or 16
    int light_depth;      // of an EXR: 16 or 32; 0: another file
    bool overlay;         // of GPU times on --screenshot
    double time, fps;     // seconds; frames a second of a sequence
    int frames;           // of a sequence or a benchmark; 0: not given
    int first_frame;      // of a sequence of `frames`, A of A..B; -1: no such range was given
    int shard, shards;    // of a sequence or a list of pictures: 1..shards; 0: all of it
    bool resume;          // keep the pictures that are whole
    enum stream_format { STREAM_PNG, STREAM_Y4M, STREAM_RAW } stream; // of --output -
    int threads; // that make files of frames; 0: not given

    int warmup;        // frames of a benchmark that are not counted; -1: by time
    const char *suite; // --bench: which; NULL: the chains of the command line
    const char *sweeps[OPTIONS_MAX_SWEEPS]; // --sweep, as given: app/bench/chains/sweep.h
    int sweep_count;
    int suite_runs;                           // of each chain of a suite; 0: not given
    bool quick;                               // fewer chains and runs; of an audit, less of it
    int seed;                                 // of their order
    double patience;                          // seconds a run may take; 0: not given
    double fail_above;                        // per cent; below 0: not given
    bool wide;                                // tables show all of their columns
    const char *results[OPTIONS_MAX_RESULTS]; // files; NULL in the places that are free
    bool results_samples;                     // with every single time
    const char *commit;                       // that the program was built from; NULL: unknown

    char **reported; // --report: files and folders of results, `reported_count` of them
    int reported_count;

    const char *baseline; // a file of results to compare with; NULL: none
    bool baseline_anyway; // although it is of another machine or size

    double sigmas[OPTIONS_MAX_SIGMAS]; // --sigma, px: the widths of --bench=blurs
    int sigma_count;                   // 0: not given
    bool all_impls;                    // --all-impls
    const char *tune;                  // --tune: what app/bench/tune/tune_wants.h reads

    const char *audit; // --audit: which; NULL: all
    struct option_limit {
        const char *name; // of a limit of an audit
        double value;
    } limits[OPTIONS_MAX_LIMITS]; // the last of a name counts
    int limit_count;

    const char *compared[2]; // --compare: two pictures or two folders
    const char *tolerance;   // NULL: exact; of a list of pictures: each its own
    const char *junit;       // a file; NULL: none
    const char *diff;        // of two pictures a file, of many a folder; NULL: none
    const char *html;        // a file; NULL: none

    const char *golden; // --record, --verify: the folder
    const char
        *accepted[OPTIONS_MAX_ACCEPTED]; // patterns of names; NULL in the places that are free

    const char *what; // --list or --print: of what
    bool gl_debug, verbose, quiet;
};
