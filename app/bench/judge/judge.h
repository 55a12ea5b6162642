#pragma once

#include "app/bench/run/suite.h"
#include "effects/blur/sigma.h"

// app/bench/judge: which of several chains to take: the fastest of those that are within limits.
//
//   judge.c    the measures and what counts as equal; limits; the front; the recommended chain, its
//              closest competitor and the most exact one
//   scenes.c   measures how near a blur or a bloom is to the exact one and how stable in motion
//
// --bench=blurs, --bench=bloom and --tune list chains, and show the same measures in their tables:
//
//   judge_init(&judge, run);
//   judge.limits[JUDGE_PSNR] = QUALITY_LEAST_PSNR;
//   for (int i = 0; i < run->count; i++)
//       judge_add(&judge, &run->variants[i]);
//   judge_scenes_init(&scenes, run, sigma, false);
//   judge_scenes_measure_all(&scenes, &judge, "blur");
//   judge_scenes_finish(&scenes);
//   taken = judge_fastest(&judge, JUDGE_ANY_LOOK);
//
// To add a measure, add a line to the enum, a row to judge_rows, and its value to
// judge_scenes_measure.

enum judge_measure {
    JUDGE_PSNR,    // dB, in the worst of the scenes
    JUDGE_SSIM,    // structural similarity
    JUDGE_ERROR,   // largest difference of a display value, per cent of white
    JUDGE_SHIMMER, // change of the blur of a point while the point moves, per cent of itself
    JUDGE_FLICKER, // change of a display value when a bright texel appears, per cent of white
    JUDGE_PASSES,  // draws and dispatches
    JUDGE_BUDGET,  // milliseconds
    JUDGE_WIDTH,   // difference of the measured sigma from the requested one, per cent of it
    JUDGE_MEASURES,
};

extern const struct judge_row {
    const char *name;
    int digits;   // after the point
    bool is_more; // a larger value is better
    double same;  // a smaller difference is no difference; 0: the front ignores the measure
} judge_rows[JUDGE_MEASURES];

struct judge_item {
    struct suite_variant *variant; // NULL: the run does not include it
    double values[JUDGE_MEASURES]; // NaN: not measured
    double psnr[QUALITY_SCENES];   // dB, of each scene of a bloom; NaN: not measured
    double core;                   // px, of a bloom: 0 for a single bell
    int look;       // items of one look make the same picture and compete with each other
    bool is_barred; // is never recommended
    bool on_front;
};

enum { JUDGE_MOST = 256, JUDGE_ANY_LOOK = -1 };

struct judge {
    const struct suite_run *run;
    double limits[JUDGE_MEASURES]; // NaN: no limit
    int count;
    struct judge_item all[JUDGE_MOST];
};

// Loops over the items: judge_for_each(item, judge) { ... }
#define judge_for_each(item, judge) \
    for (const struct judge_item *item = (judge)->all; item < (judge)->all + (judge)->count; item++)

// Begins without items and limits.
void judge_init(struct judge *judge, const struct suite_run *run);

// Adds an item with its time and passes; the other values are not measured. NULL if it is one too
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

// Returns the first other item of its look that fits and may be as fast, since the drift of the
// machine hides the difference; NULL: none.
const struct judge_item *judge_rival(const struct judge *judge, const struct judge_item *item);

// ---- scenes

enum { JUDGE_FLASHES = 4 }; // moments at which a texel appears

// The pictures that all items are measured with: of a blur the scene of the command line, or else
// quality_scenes, with the exact Gaussian of each; of a bloom quality_scenes and a flashing texel.
// A bloom's exact picture is that of its own step in plain C and double precision
// (effects/reference/), or of the sum of bells that a blur with scatter stands for.
struct judge_scenes {
    const struct suite_run *run;
    double sigma; // px
    bool are_of_blooms;
    int count, width, height;
    struct image lights[QUALITY_SCENES];
    struct quality_exact exacts[QUALITY_SCENES];
    struct image before[JUDGE_FLASHES], after[JUDGE_FLASHES]; // the texel appears
    struct image pictures[QUALITY_SCENES];                    // exact pictures of the last bloom
    struct sigma_bells bells; // of these pictures; count 0: the blur has none
};

// Draws the scenes for items of that sigma (px); they are smaller than the size of the run if that
// is large. Call judge_scenes_finish afterwards.
void judge_scenes_init(struct judge_scenes *scenes, const struct suite_run *run, double sigma,
                       bool are_of_blooms);
void judge_scenes_finish(struct judge_scenes *scenes);

// Fills in the values of an item, the worst of the scenes, and the quality of its variant. A bloom
// consists of a pointwise step, a blur, and pointwise steps that end in display values.
void judge_scenes_measure(struct judge_scenes *scenes, struct judge_item *item);

// Measures all items that ran, until a signal to end comes, and marks the front. `what`: "blur".
void judge_scenes_measure_all(struct judge_scenes *scenes, struct judge *judge, const char *what);

// Finds the brightest texel of a channel in the first `width` columns.
void judge_find_brightest(const struct image *image, int channel, int width, int *x, int *y);
