#pragma once

#include "app/bench/run/suite.h"
#include "app/measure/quality/quality.h"

// app/bench/blurs: every blur at one width, by what it costs and what it is worth.
//
// blur_list_add lists chains of one blur each: every construction that is as wide as asked, by the
// implementations that may be the fastest. After they ran, blur_choice_take keeps the fastest of
// each picture, blur_choice_measure says how near it is to the exact Gaussian and how calm in
// motion, and blur_choice_mark_front which of them no faster one is as good as. --bench=blurs
// (suite_blurs) makes a table of all of that, --tune (app/bench/tune/) takes the first that is good
// enough:
//
//   blur_choice_take(run, 0, &choices);
//   blur_choice_scenes_init(&judged, run, sigma);
//   for (int i = 0; i < choices.count; i++)
//       blur_choice_measure(&choices.all[i], run, &judged);
//   blur_choice_scenes_finish(&judged);
//
// A construction is added as a row of `variations` in blur_choice.c.

extern const struct suite suite_blurs;

struct blur_list {
    double sigma; // px
    int number;   // of the width, for its key
    double core;  // px, of blooms that scatter (of the core's width within 5 %), to be found in
                  // whole chains; 0: blurs alone
    bool many;    // also what trades nearness for time: other reaches, levels, scales, kernels
};

// Adds them, with every implementation written out: those that the profile cannot tell apart and
// those that state an error. Says which blurs cannot be that wide.
void blur_list_add(struct suite_run *run, const struct blur_list *list);

// Writes the blur whose core is the nearest to the one that was asked for, and returns that core,
// px, in pictures of that height.
double blur_list_nearest_core(const struct blur_list *list, int height, char text[SUITE_TEXT_SIZE]);

struct blur_choice {
    struct suite_variant *variant;
    struct quality quality; // NaN: not measured
    bool on_front;
};

enum { BLUR_CHOICES_MOST = 256 };

struct blur_choices {
    int count;
    struct blur_choice all[BLUR_CHOICES_MOST]; // the fastest first
};

// Takes those of a width that ran: of each construction the fastest exact implementation, and those
// that state an error where they are faster.
void blur_choice_take(struct suite_run *run, int width, struct blur_choices *choices);

// The pictures that all of them are measured with: the scene that was given, or else
// quality_scenes.
struct blur_choice_scenes {
    int count, width, height;
    struct image lights[QUALITY_SCENES];
    struct quality_exact exacts[QUALITY_SCENES];
};

// Draws the scenes and blurs them; --bench and --tune say below their tables which they were. To be
// finished.
void blur_choice_scenes_init(struct blur_choice_scenes *judged, struct suite_run *run,
                             double sigma);
void blur_choice_scenes_finish(struct blur_choice_scenes *judged);

// Measures its quality, the worst of the scenes, and keeps that with the variant too.
void blur_choice_measure(struct blur_choice *choice, const struct suite_run *run,
                         const struct blur_choice_scenes *judged);

// Marks those for which no faster one is as good, in PSNR and in shimmer: less than 0.1 dB or 0.1 %
// is no difference.
void blur_choice_mark_front(struct blur_choices *choices);

// The fastest of those that are the nearest to the exact Gaussian, again within less than 0.1 dB.
// NULL: none was measured.
const struct blur_choice *blur_choice_nearest(const struct blur_choices *choices);

// Returns whether the width that was measured is the one asked for, within 2 %.
bool blur_choice_is_as_wide(const struct blur_choice *choice, double sigma);
