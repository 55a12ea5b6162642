#pragma once

#include "app/bench/run/suite.h"
#include "app/measure/quality/quality.h"

// app/bench/judge: which of several chains to take: the fastest of those that are within limits.
//
//   judge.c    the measures and what counts as equal; limits; the front; the recommended chain, its
//              closest competitor and the most exact one; all of it as table, chart and sentences
//   scenes.c   measures how near a blur or a bloom is to the exact one and how stable in motion
//
// --bench=blurs, --bench=bloom and --tune list chains, and show the same measures in their tables:
//
//   judge_init(&judge, run);
//   for (int i = 0; i < run->count; i++)
//       judge_add(&judge, &run->variants[i]);
//   judge_measure(&judge, sigma, false, false);
//   judge_report(&judge, "Blurs");
//
// To add a measure, add a line to the enum, its column and its row in judge.c, and its value to
// judge_add or judge_measure.

// In the order of the columns.
enum judge_measure {
    JUDGE_BUDGET,                              // milliseconds
    JUDGE_COPIES,                              // multiples of a copy of the image
    JUDGE_MOVED,                               // MB, the least that its passes move
    JUDGE_MEMORY,                              // MB of images between input and output
    JUDGE_PASSES,                              // draws and dispatches
    JUDGE_SCENE,                               // dB, of a bloom in the first scene
    JUDGE_PSNR = JUDGE_SCENE + QUALITY_SCENES, // dB, in the worst of the scenes
    JUDGE_SSIM,                                // structural similarity
    JUDGE_ERROR,   // largest difference of a display value, per cent of white
    JUDGE_SHIMMER, // change of the blur of a point while the point moves, per cent of itself
    JUDGE_FLICKER, // change of a display value when a bright texel appears, per cent of white
    JUDGE_SIGMA,   // measured, px
    JUDGE_CORE,    // of a bloom, px: 0 for a single bell
    JUDGE_WIDTH,   // difference of the measured sigma from the requested one, per cent of it
    JUDGE_MEASURES,
};

extern const struct judge_row {
    const char *name; // NULL: the measure has no limit
    bool is_more;     // a larger value is better
    double same;      // a smaller difference is no difference; 0: the front ignores the measure
} judge_rows[JUDGE_MEASURES];

struct judge_item {
    struct suite_variant *variant;
    double values[JUDGE_MEASURES]; // NaN: not measured
    int look;       // items of one look make the same picture and compete with each other; 0: the
                    // one to prefer
    bool is_barred; // is never recommended
    bool on_front;
};

enum { JUDGE_MAX = 256, JUDGE_ANY_LOOK = -1, JUDGE_VALUE_SIZE = 40 };

struct judge {
    struct suite_run *run;         // gets the table, the chart and the findings
    double limits[JUDGE_MEASURES]; // NaN: no limit
    int count;
    struct judge_item all[JUDGE_MAX];
    const struct judge_item *taken; // NULL: none
    const struct judge_item *rival; // may be as fast, since the drift hides the difference
};

// Loops over the items: judge_for_each(item, judge) { ... }
#define judge_for_each(item, judge) \
    for (const struct judge_item *item = (judge)->all; item < (judge)->all + (judge)->count; item++)

// Begins without items, with the limits of a recommended blur: near and stable (quality.h).
void judge_init(struct judge *judge, struct suite_run *run);

// Adds an item with its time and counts; the other values are not measured. NULL if it is one too
// many.
struct judge_item *judge_add(struct judge *judge, struct suite_variant *variant);

// Sorts the items, the fastest first.
void judge_sort(struct judge *judge);

// Returns true if the value is within the limit, or there is no limit.
bool judge_within_limit(const struct judge *judge, const struct judge_item *item,
                        enum judge_measure measure);

// Returns true if all values are within their limits and the item is not barred.
bool judge_fits(const struct judge *judge, const struct judge_item *item);

// Marks the measured items for which no faster one of their look is as good in every measure.
void judge_mark_front(struct judge *judge);

// Returns the fastest that fits, of a look or JUDGE_ANY_LOOK; NULL: none.
const struct judge_item *judge_fastest(const struct judge *judge, int look);

// Returns the fastest of those that are the best by a measure, within a slack, and as wide as
// requested. NULL: none was measured.
const struct judge_item *judge_best(const struct judge *judge, enum judge_measure measure,
                                    double slack);

// Takes an item, and finds its rival: the first other one of its look that fits and may be as fast.
void judge_take(struct judge *judge, const struct judge_item *item);

// Takes the fastest that fits: of the preferred look, or else of all, or else without the limit of
// the time; or else the nearest.
void judge_choose(struct judge *judge);

// ---- as text

// Writes a value with enough digits to differ from its limit.
void judge_print_value(const struct judge *judge, const struct judge_item *item,
                       enum judge_measure measure, char text[JUDGE_VALUE_SIZE]);

// Begin the table of a run, and add the row of an item: its values, and why it is taken or not, or
// why it did not run.
void judge_begin_table(struct suite_run *run);
void judge_add_row(const struct judge *judge, const struct judge_item *item);

// Adds to the findings what the drift of the machine leaves open of the taken item.
void judge_print_open(const struct judge *judge);

// Chooses, and adds all rows to the table of the run, a chart of time and nearness, and sentences
// that begin with "take ".
void judge_report(struct judge *judge, const char *title);

// Adds a sentence that explains the words of the table.
void judge_print_legend(struct suite_run *run);

// ---- scenes

// Draws scenes and measures the items that ran, until a signal to end comes; adds a sentence about
// the scenes, and marks the front. They are of that sigma (px), and the scenes are smaller than the
// size of the run if that is large. A bloom consists of a pointwise step, a blur, and pointwise
// steps that end in display values. `is_search`: measures the first items until one fits, which is
// taken, three others, and those that may be as fast until a rival is found.
void judge_measure(struct judge *judge, double sigma, bool are_of_blooms, bool is_search);

// Finds the brightest texel of a channel in the first `width` columns.
void judge_find_brightest(const struct image *image, int channel, int width, int *x, int *y);
