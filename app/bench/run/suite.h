#pragma once

#include "app/lab/lab.h"
#include "app/measure/pass_stats.h"
#include "app/measure/quality/quality.h"
#include "app/results/chart.h"
#include "app/results/table.h"

// app/bench/run: the machine under all benchmarks. A suite is a constant: it lists variants (a
// chain at a size and in a format), and says in a table, charts and sentences what their times
// come to. All between is done here:
//
//   suite.h       what a suite and its run are made of, and what suites share
//   suite_time.c  the variants made ready, and timed in turns by app/measure/frames.h
//   suite_run.h   a run from its list of variants to files and print
//   crossing.h    which of two curves is the faster, and from where on
//
// A suite that times one blur by its implementations, and says which is the fastest:
//
//   static void list_box(struct suite_run *run)
//   {
//       for (int i = 0; effect_box.impls[i]; i++)
//           suite_add(run, suite_size(run, 1920, 1080), FORMAT_RGBA16F, "box:impl=%s",
//                     effect_box.impls[i]->name)->key.impl = i;
//   }
//
//   static void report_box(struct suite_run *run)
//   {
//       const struct suite_variant *best = NULL;
//       table_init(&run->table, columns);
//       for (int i = 0; i < run->count; i++) {
//           table_words(&run->table, "%s", run->variants[i].chain);
//           table_number(&run->table, suite_median(&run->variants[i]));
//           best = suite_faster(best, &run->variants[i]);
//       }
//       suite_say(run, "%s is the fastest", best ? best->chain : "nothing that ran");
//   }
//
//   const struct suite suite_box = { .name = "box", .summary = "the box by implementation",
//                                    .list = list_box, .report = report_box };
//
// The table of suites in app/bench/bench.c then names it, and --bench=box runs it. `label`, `key`
// and `group` of a variant are the suite's own, `has_passes` keeps the times of every pass.

enum {
    SUITE_CHAIN_SIZE = 2048,
    SUITE_PARTS = 2,
    SUITE_TEXT_SIZE = 320,
    SUITE_CHARTS = 32,
    SUITE_COPIES = 24,
    SUITE_IMPLS_SIZE = 256,
};

// What a signal keeps from running is left out for this reason.
extern const char suite_interrupted[];

// What a variant is, for its suite to know it again. A suite sets what it varies; the rest stays 0.
struct suite_key {
    int effect, impl;  // places in `effects` and in its implementations; impl -1: `auto`
    int line;          // of the suite's own table: a published row (-1: none), a blur, a chain
    int form;          // of such a line, where it runs in several
    int kernel, via;   // places in a parameter's choices
    int radius, sigma; // px
    int size, width;   // places in the suite's lists of sizes and of sigmas
    int construction;  // the number of the image that comes out
    int is_exact;      // of an implementation that states no error
};

struct suite_variant {
    // What runs; the suite's `list` fills it in.
    char chain[SUITE_CHAIN_SIZE];
    int width, height;
    enum texture_format format; // of the source and the images between the steps
    bool displays;              // 8-bit display values come out; otherwise light, in `format`
    const char *step;           // of the passes, only those that begin with it count; NULL: all
    bool waits; // for the CPU, and would let the GPU fall idle between the others: runs after them
    int group;  // those of one group, size and format run in turns
    struct suite_key key;
    const char *label; // for the table; NULL: the chain

    // What is known before it runs.
    const char *impl;               // of its first step with implementations; NULL: has none
    char impls[SUITE_IMPLS_SIZE];   // of all its spatial steps, with "; " between, for files
    double estimate;                // milliseconds by the profile, 0 without one
    bool was_timed;                 // `auto` chose by timing
    char left_out[SUITE_TEXT_SIZE]; // why it does not run; "" for those that do
    bool is_slow;                   // that is why: --patience would let it run

    // What came of it. Milliseconds.
    int count;
    // All, and the suite's parts of it; `count` of each. The k-th of all variants of a size and
    // format belong to the same turn.
    double *times[1 + SUITE_PARTS];
    struct stats_summary time;
    double parts[SUITE_PARTS]; // medians
    double submit;             // the processor's time to send one run's commands, median
    double wall; // of a run by the clock on the wall, alone, one after the other; NaN: not taken
    struct pass_stats *passes; // NULL where the suite does not want them
    double in_copies;          // the median over that of one copy of the image
    int dispatches;
    struct gpu_traffic traffic; // the least that its passes must move
    double memory;              // bytes of images and buffers between what goes in and comes out
    const char *bound;          // of bound_names; NULL: not known
    bool has_quality;           // was measured:
    struct quality quality;
};

// A copy of one size and format.
struct suite_copy {
    int width, height;
    enum texture_format format;
    bool waits, is_fastest;
    struct pass_row row;
};

struct suite_run {
    const struct suite *suite;
    const struct bench_wish *wish;
    const struct draw_wish *draw;
    const struct results_wish *results;
    struct lab *lab;
    int rounds, warmup; // runs of each variant; the second -1: by time
    bool by_clock;      // as many as fit into two seconds, `rounds` at most
    double patience;    // seconds a run
    int count, capacity;
    struct suite_variant *variants;
    int copy_count;
    struct suite_copy copies[SUITE_COPIES];
    struct steady steady;
    struct table table; // what `report` makes of it
    int chart_count;
    struct chart charts[SUITE_CHARTS]; // and what it draws of it, in files
    int finding_count;
    char (*findings)[SUITE_TEXT_SIZE]; // owned
    struct {
        const char *paper;        // author and year; NULL: the suite has no published claims
        int begin, end;           // of the findings, those about claims
        int count, held, refuted; // the others are open, or were not measured
    } claims;
    int pair_count;
    struct pair *pairs;   // of variants by their places: chains.h; NULL: none
    bool refused;         // nothing keeps what was asked, as `check` or `report` has said: status 1
    bool failed;          // by --fail-above
    bool is_inconclusive; // a comparison was asked for, and the machine gives no answer
    bool interrupted;     // by a signal: some variants ran less often than others, or not at all
};

struct suite {
    const char *name, *summary;
    const char *parts[SUITE_PARTS]; // passes of a step that are also counted apart; NULL: none
    bool has_serial;                // compares with what runs on one core, so that time is time
    bool has_passes;                // wants the passes of each variant, and its wall time
    // Its one variant is the lab's own chain, and each run a whole frame: the scene is drawn, moves
    // on, and is timed too.
    bool whole_frames;
    int rounds, quick_rounds; // of each variant, unless told; 0: 10, and 3
    void (*list)(struct suite_run *run);
    // Asks what can run here, before anything is timed. False after saying on stderr what the user
    // gave that cannot. NULL: whatever cannot is left out.
    bool (*check)(struct suite_run *run);
    void (*report)(struct suite_run *run);
    // Prints all that is said. NULL: the table, what stands around it, and the findings.
    void (*print)(const struct suite_run *run);
    // Print what stands above the table, and below it. NULL: nothing.
    void (*introduce)(const struct suite_run *run);
    void (*print_more)(const struct suite_run *run);
};

// ---- for `list`

struct suite_size {
    int width, height;
};

// Returns the size of the command line, or else the suite's own.
struct suite_size suite_size(const struct suite_run *run, int width, int height);

// Adds a variant, zeroed but for its size, its format (that of the command line, or else `format`),
// and the chain. Valid until the next is added.
struct suite_variant *suite_add(struct suite_run *run, struct suite_size size,
                                enum texture_format format, const char *chain, ...)
    PRINTF_LIKE(4, 5);

// Notes the implementations by which a plan runs its spatial steps.
void suite_note_impls(struct suite_variant *variant, const struct plan *plan);

// ---- for `check`

// A variant made ready to run.
struct suite_ready {
    struct suite_variant *variant;
    struct chain chain;
    struct plan plan; // points into `chain`, so it is never copied or moved
};

// Builds its plan and says in the variant what is known of it before it runs. Returns false where
// it does not fit or would take longer than the run's patience: the variant then has the reason.
bool suite_ready_init(struct suite_ready *ready, const struct suite_run *run,
                      struct suite_variant *variant);

// ---- for `report`

// Adds a line below the table.
void suite_say(struct suite_run *run, const char *text, ...) PRINTF_LIKE(2, 3);

// Adds a chart, zeroed but for these (chart_init); the run's own. At most SUITE_CHARTS of them.
struct chart *suite_chart(struct suite_run *run, enum chart_kind kind, const char *title,
                          const char *x, const char *y);

// Returns the reason why the variant did not run, without its chain.
const char *suite_why_skipped(const struct suite_variant *variant);

// Returns what ends a sentence about the ratio of two times: nothing, that the machine's drift is
// allowed for, or that the drift hides which is longer. It lasts until the next call.
const char *suite_doubt(const struct suite_run *run, double ratio);

// Fills the rest of the table's row with why the variant did not run; false where it did.
bool suite_skips(struct suite_run *run, const struct suite_variant *variant);

// Returns whether it has times.
bool suite_has_run(const struct suite_variant *variant);

// Returns milliseconds; NaN for one that did not run, or is NULL.
double suite_median(const struct suite_variant *variant);

// Returns the one that takes less time, of equal ones the first; NULL: neither has run. Either may
// be NULL.
const struct suite_variant *suite_faster(const struct suite_variant *a,
                                         const struct suite_variant *b);

// Returns whether the drift of the machine hides which of two that ran takes longer.
bool suite_is_open(const struct suite_run *run, const struct suite_variant *a,
                   const struct suite_variant *b);

// Returns whether the drift hides on which side of a limit, milliseconds, its time lies.
bool suite_is_open_at(const struct suite_run *run, const struct suite_variant *variant,
                      double limit);

// Adds a time to a chart's series, with the interval of its median.
struct chart_point *suite_point(struct chart_series *series, double x,
                                const struct stats_summary *time);

// Returns whether two variants have one size and format.
bool suite_is_one_image(const struct suite_variant *a, const struct suite_variant *b);

// Returns the variant of that key; NULL: it is not among what runs.
const struct suite_variant *suite_find(const struct suite_run *run, struct suite_key key);

// ---- claims

// What papers claim, held against what is measured here. A suite has one table for its paper:
//
//   { "x8 via rgba32f to rgba8", 3 / 1.3, SUITE_NEAR, 1.25,
//     { "box:radius=??:via=rgba32f:batch=8:impl=cs_running" },
//     { "box:radius=??:via=rgba8:batch=8:impl=cs_running" } },
//
// The number of such a row is the mean time of the first set of variants, in means of the second.

// Variants by their chains: a pattern of the shell, with up to one list of names in braces. What
// the pattern matches with one name becomes one number as `each` says, and several of these one as
// `all` says.
struct suite_set {
    const char *chains;
    enum suite_pick {
        SUITE_MEAN,  // of all that match, which must have run
        SUITE_LEAST, // of those that ran
        SUITE_MOST,
    } each,
        all;
};

struct suite_claim {
    const char *words; // what is claimed
    double published;  // the number that goes with it; NAN: there is none
    enum suite_holds {
        SUITE_ABOVE,   // it holds above the limit: the larger, the better
        SUITE_AT_MOST, // not above the limit: the smaller, the better
        SUITE_NEAR,    // at the published number, times or divided by up to the limit
    } holds;
    double limit;
    struct suite_set of, to; // the number of the one, in those of the other where it names any
    // Instead of all that, with what stands in both sets: NAN where what it takes did not run.
    double (*measure)(const struct suite_run *run, const char *of, const char *to);
};

// Adds a line for each: whether it holds here, with both numbers and the limit. On a machine that
// drifted a claim of times holds, or does not, where it does so by that much more and less;
// otherwise it is open. `claims` end with a zeroed one. These are the last lines of a report, which
// --published prints.
void suite_claims_judge(struct suite_run *run, const char *paper, const struct suite_claim *claims);
