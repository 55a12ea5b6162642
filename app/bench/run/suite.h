#pragma once

#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"
#include "app/results/document.h"
#include "app/results/table.h"

// app/bench/run: the engine of all benchmarks. A suite is a constant: it lists variants (a chain at
// a size and in a format), and reports their times as a table, charts and sentences. The engine
// does everything in between:
//
//   suite.h       what a suite and its run are made of, and what suites share
//   suite_time.c  the variants made ready, and timed in turns by app/measure/frames.h
//   suite_run.c   a run from its list of variants to files and print
//   crossing.c    which of two curves is the faster, and from where on
//
// A suite that times one blur by its implementations, and says which is the fastest:
//
//   static void list_box(struct suite_run *run)
//   {
//       for (int i = 0; effect_box.impls[i]; i++)
//           suite_add(run, suite_size(run, 1920, 1080), FORMAT_RGBA16F, "box:impl=%s",
//                     effect_box.impls[i]->name);
//   }
//
//   static void report_box(struct suite_run *run)
//   {
//       const struct suite_variant *best = NULL;
//       table_init(&run->table, columns);
//       suite_for_each(variant, run) {
//           table_words(&run->table, "%s", variant->text);
//           table_number(&run->table, suite_median(variant));
//           best = suite_faster(best, variant);
//       }
//       suite_print(run, "%s is the fastest", best ? best->text : "nothing that ran");
//   }
//
//   const struct suite suite_box = { .name = "box", .summary = "the box by implementation",
//                                    .list = list_box, .report = report_box };
//
// The table of suites in app/bench/bench.c then lists it, and --bench=box runs it. `label`, `key`
// and `group` of a variant belong to the suite; `has_passes` records the times of every pass.

enum {
    SUITE_PARTS = 2,
    SUITE_SUBMIT = 1 + SUITE_PARTS, // index of times: the CPU's
    SUITE_TIMES,
    SUITE_TEXT_SIZE = 400,
    SUITE_COPIES = 24,
    SUITE_IMPLS_SIZE = 256,
};

// The reason `left_out` of variants that did not run because a signal came.
extern const char suite_interrupted[];

// Identifies a variant for its suite. A suite sets the fields that it varies; the others are 0.
struct suite_key {
    int impl;         // index into the effect's implementations
    int line;         // index into the suite's own table: a published row, a blur or a chain
    int form;         // the form of a line that runs in several forms
    int kernel;       // index of the parameter's choice
    int radius;       // px
    int size, width;  // indices into the suite's lists of sizes and of sigmas
    int construction; // number of the resulting image
    int is_exact;     // 1 if the implementation states no error
};

struct suite_variant {
    // The input, which the suite's `list` fills in.
    struct chain chain;
    char *text; // the chain as it was listed, by which files name it; owned
    int width, height;
    enum texture_format format; // of the source and the images between the steps
    bool displays;              // the output is 8-bit display values; otherwise light, in `format`
    const char *step;           // only passes whose path begins with this count; NULL: all
    bool waits; // for the CPU, so that the GPU would idle between the others: runs after them
    int group;  // variants of one group, size and format run interleaved
    struct suite_key key;
    const char *label; // shown in the table; NULL: the text

    // Facts that are known before the variant runs.
    const char *impl; // of its first step that has implementations; NULL if there is none
    char impls[SUITE_IMPLS_SIZE];   // of all its spatial steps, separated by "; ", for files
    double estimate;                // milliseconds, from the GPU profile; 0 without one
    bool was_timed;                 // `auto` chose by measured times
    char left_out[SUITE_TEXT_SIZE]; // reason why it does not run; "" if it does
    bool is_slow; // left_out because of its time; a larger --patience would run it

    // Results. Times are in milliseconds.
    int count;
    // `count` times each of the whole, of the suite's parts and to submit the commands. The k-th
    // times of all variants of a size and format come from the same round.
    double *times[SUITE_TIMES];
    struct stats_summary time;
    double parts[SUITE_PARTS]; // medians
    double submit;             // median CPU time to submit one run's commands
    double wall; // wall-clock time of a run when runs follow each other alone; NaN: not measured
    struct pass_stats *passes; // NULL if the suite has no has_passes
    double in_copies;          // median / median of one copy of the image
    int dispatches;
    struct gpu_traffic traffic; // the minimum that its passes must transfer
    double memory;              // bytes of images and buffers between input and output
    const char *bound;          // one of bound_names; NULL: not known
    json_t *quality;            // of suites that judge pictures, owned; NULL: not measured
};

// A copy of the image of some variants.
struct suite_copy {
    int variant; // index of the first of them
    bool is_fastest;
    struct pass_row row;
};

struct suite_run {
    const struct suite *suite;
    const struct bench_options *options;
    const struct draw_options *draw;
    const struct outputs *outputs;
    struct renderer *renderer;
    int rounds, warmup; // rounds: runs per variant; warmup -1: chosen by time
    bool by_clock;      // runs as often as fits into two seconds, at most `rounds` times
    double patience;    // most seconds per run
    int count;
    struct suite_variant *variants;
    int copy_count;
    struct suite_copy copies[SUITE_COPIES];
    struct steady steady;
    struct table table; // filled by `report`
    json_t *charts;     // filled by `report` with chart_make
    int finding_count;
    char (*findings)[SUITE_TEXT_SIZE]; // owned
    int claims_begin, claims_end;      // range of the findings about single claims of a paper
    int pair_count;
    struct pair *pairs; // of indices into variants: chains.h; NULL: none
    bool refused; // no variant is within the limits, as `check` or `report` has printed: status 1
    bool failed;  // slower than --fail-above allows
    bool is_inconclusive; // a comparison has no verdict on this machine
    bool interrupted;     // by a signal: some variants ran less often or not at all
};

// Loops over the variants of a run, which may have none: suite_for_each(variant, run) { ... }
#define suite_for_each(variant, run) \
    for (struct suite_variant *variant = (run)->variants; \
         variant && variant < (run)->variants + (run)->count; variant++)

struct suite {
    const char *name, *summary;
    const char *parts[SUITE_PARTS]; // passes of a step that are also timed separately; NULL: none
    bool has_serial;                // compares with code that runs on one CPU core
    bool has_passes;                // records the passes of each variant, and its wall time
    // Its one variant is the renderer's own chain, and each run is a whole frame: the scene is
    // animated, drawn and timed too.
    bool whole_frames;
    int rounds, quick_rounds; // runs per variant without --runs; 0: 10, and 3 with --quick
    // Rows of its own options, --bench=NAME:key=value: fields of struct bench_options. NULL: none.
    const struct param *params;
    // Returns true if the values of `params` go together. NULL: all do.
    bool (*accepts)(const struct bench_options *options, struct error *error);
    void (*list)(struct suite_run *run);
    // Checks before timing that the user's input can run. Returns false after printing on stderr
    // what cannot. NULL: variants that cannot run are left out.
    bool (*check)(struct suite_run *run);
    void (*report)(struct suite_run *run);
    // Prints the whole result. NULL: prints `introduce`, the table, `print_more` and the findings.
    void (*print)(const struct suite_run *run);
    // Print text above and below the table. NULL: no text.
    void (*introduce)(const struct suite_run *run);
    void (*print_more)(const struct suite_run *run);
};

// ---- the run

// Runs a suite with these options on a GPU that it opens. It rejects an unsuitable baseline before
// timing, then times, reports, writes the files, prints, and compares with the baseline. Returns
// the exit status. `only_checks`: it checks baseline and output files, and times nothing.
int suite_run(const struct suite *suite, const struct bench_options *options,
              const struct draw_options *draw, const struct outputs *outputs, bool only_checks);

// Begins a run and lists its variants. The caller always calls suite_end.
void suite_begin(struct suite_run *run, const struct suite *suite,
                 const struct bench_options *options, const struct draw_options *draw,
                 const struct outputs *outputs, struct renderer *renderer);
void suite_end(struct suite_run *run);

// Checks which variants fit, runs them, and fills in their results. Variants of one size and format
// run interleaved, frame by frame, in a different order in each round, so that disturbances affect
// all of them equally. After a signal to end (Ctrl-C) the remaining runs are skipped. Returns false
// after printing the reason on stderr.
bool suite_time(struct suite_run *run);

// Returns the document that all result files are written from. The caller releases it.
json_t *suite_describe(const struct suite_run *run);

// ---- for `list`

struct suite_size {
    int width, height;
};

// Returns the size of the command line, or else the suite's own.
struct suite_size suite_size(const struct suite_run *run, int width, int height);

// Adds a variant of a chain that is given as text, which must be valid. Sets its size, chain and
// format (that of the command line, or else `format`). The pointer is valid until the next call.
struct suite_variant *suite_add(struct suite_run *run, struct suite_size size,
                                enum texture_format format, const char *chain, ...)
    PRINTF_LIKE(4, 5);

// Like suite_add, for a chain that is already parsed.
struct suite_variant *suite_add_chain(struct suite_run *run, struct suite_size size,
                                      enum texture_format format, const struct chain *chain);

// Stores the names of the implementations that a plan uses for its spatial steps.
void suite_note_impls(struct suite_variant *variant, const struct plan *plan);

// ---- for `check`

// Builds the plan of a variant, which points into it, and fills in the variant's facts. Returns
// false if it does not fit or would take longer than the run's patience; `left_out` is then the
// reason.
bool suite_build_plan(const struct suite_run *run, struct suite_variant *variant,
                      struct plan *plan);

// ---- for `report`

// Add a line below the table, and text to the end of the last line.
void suite_print(struct suite_run *run, const char *text, ...) PRINTF_LIKE(2, 3);
void suite_append(struct suite_run *run, const char *text, ...) PRINTF_LIKE(2, 3);

// Appends to the last line the drift of the machine that it allows for, and "; open" if the drift
// hides which of two times is longer. `ratio`: of these times; NAN: the line has none.
void suite_doubt(struct suite_run *run, double ratio);

// Returns the implementation that the variant's first step names; NULL: none (`auto`).
const struct effect_impl *suite_impl(const struct suite_variant *variant);

// Returns the reason why the variant did not run, without its chain.
const char *suite_why_skipped(const struct suite_variant *variant);

// Fills the rest of the table's row with the reason why the variant did not run. Returns false if
// it ran.
bool suite_skips(struct suite_run *run, const struct suite_variant *variant);

// Returns true if it has times.
bool suite_has_run(const struct suite_variant *variant);

// Returns the median in milliseconds; NaN if it did not run or is NULL.
double suite_median(const struct suite_variant *variant);

// Returns the faster one, the first if both are equal, NULL if neither has run. Either may be NULL.
const struct suite_variant *suite_faster(const struct suite_variant *a,
                                         const struct suite_variant *b);

// Returns true if the drift of the machine hides which of two variants that ran takes longer.
bool suite_is_open(const struct suite_run *run, const struct suite_variant *a,
                   const struct suite_variant *b);

// Returns true if the drift hides whether its time is above or below a limit in milliseconds.
bool suite_is_open_at(const struct suite_run *run, const struct suite_variant *variant,
                      double limit);

// Adds a time to a chart's series, with the interval of its median.
void suite_point(json_t *series, double x, const struct stats_summary *time);

// Returns true if the times of two variants can be compared: they have the same size and format,
// and both or none wait for the CPU.
bool suite_are_comparable(const struct suite_variant *a, const struct suite_variant *b);

// Returns the variant with that key, or NULL.
const struct suite_variant *suite_find(const struct suite_run *run, struct suite_key key);

// ---- claims

// Claims of papers, compared with the times measured here. A suite has one table for its paper:
//
//   { "x8 via rgba32f to rgba8", 3 / 1.3, SUITE_NEAR, 1.25,
//     { "box:radius=??:via=rgba32f:batch=8:impl=cs_running" },
//     { "box:radius=??:via=rgba8:batch=8:impl=cs_running" } },
//
// The number of such a row is the mean time of the first set of variants divided by that of the
// second.

// Returns true if the text matches one of the shell patterns, which are separated by '|'.
bool suite_matches(const char *text, const char *patterns);

// Selects variants by patterns of their chains. Those of one key.line make one number, of which all
// must have run.
struct suite_set {
    const char *chains;
    enum suite_number {
        SUITE_MEAN,   // the mean time
        SUITE_SPREAD, // the longest time divided by the least
        SUITE_UNEVEN, // the longer of the suite's parts divided by the other
        SUITE_WALL,   // wall-clock time divided by the GPU's, of the ones that ran; NaN on a
                      // software renderer, which counts the work of several processors as one's
    } number;
    bool is_most; // the largest number of any line; otherwise the least of those that ran
};

struct suite_claim {
    const char *words; // the claim in words
    double published;  // the published number; NAN if there is none
    enum suite_holds {
        SUITE_ABOVE,   // holds if the number is above the limit: larger is better
        SUITE_AT_MOST, // holds if the number is at most the limit: smaller is better
        SUITE_NEAR,    // holds within published / limit .. published * limit
    } holds;
    double limit;
    struct suite_set of, to; // the number is `of` / `to`, or `of` alone if `to` is empty
};

// Adds a finding for each claim: whether it holds here, with both numbers and the limit; and one
// that counts them. On a machine that drifted, a claim about times is open unless its verdict is
// the same at both ends of the drift. `claims` ends with a zeroed element. Only --verbose prints
// the lines of single claims.
void suite_claims_judge(struct suite_run *run, const char *paper, const struct suite_claim *claims);

// ---- crossings

// Crossings of two curves of times: the value from which one of two chains is faster.

// Two curves over the same places, and the verdict at each.
struct crossing {
    const char *a, *b; // names of the curves
    const char *key;   // the key that is swept: "sigma"
    int count;
    const struct crossing_point {
        double x;                  // above 0, increasing; NaN: the value is no number
        const char *value;         // the value as text: "2.74"
        double percent;            // time of b relative to a, minus 100 %
        enum pair_verdict verdict; // of b
    } * points;
};

// Writes "A is faster up to sigma=5.15, B from sigma=7.05 on: even near 6.1", which curve is faster
// everywhere, or that there is no visible difference. Points without a verdict count for neither
// curve; the text mentions open points.
void crossing_describe(const struct crossing *crossing, char *text, size_t size);
