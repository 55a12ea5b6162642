#pragma once

#include "app/bench/run/suite.h"
#include "app/measure/quality/quality.h"

// app/bench/blurs: compares every blur of one width by time and quality.
//
// blur_list_add lists chains of one blur each: every construction of the given width, by the
// implementations that may be the fastest. After they ran, blur_choice_take keeps the fastest of
// each picture, blur_choice_measure measures how near it is to the exact Gaussian and how calm in
// motion, and blur_choice_mark_front marks those for which no faster one is as good. --bench=blurs
// (suite_blurs) makes a table of the results; --tune (app/bench/tune/) takes the first that is good
// enough:
//
//   blur_choice_take(run, 0, &choices);
//   blur_choice_scenes_init(&judged, run, sigma);
//   for (int i = 0; i < choices.count; i++)
//       blur_choice_measure(&choices.all[i], run, &judged);
//   blur_choice_scenes_finish(&judged);
//
// To add a construction, add a row to `variations` in blur_choice.c.

extern const struct suite suite_blurs;

struct blur_list {
    double sigma; // px
    int number;   // index of the width, for suite_key
    double core;  // px: core width of scattering blooms (within 5 %), measured in whole chains; 0:
                  // blurs alone
    bool many;    // also constructions that trade nearness for time: other reaches, levels, scales,
                  // kernels
};

// Adds the variants with explicit implementations: those that the profile cannot order and those
// that state an error. Reports which blurs cannot have that width.
void blur_list_add(struct suite_run *run, const struct blur_list *list);

// Writes the blur whose core width is nearest to the requested one, and returns that width in px,
// for pictures of that height.
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

// Selects from the variants of a width that ran: of each construction the fastest exact
// implementation, and those with a stated error if they are faster.
void blur_choice_take(struct suite_run *run, int width, struct blur_choices *choices);

// The pictures that all of the blurs are measured with: the scene of the command line, or else
// quality_scenes.
struct blur_choice_scenes {
    int count, width, height;
    struct image lights[QUALITY_SCENES];
    struct quality_exact exacts[QUALITY_SCENES];
};

// Draws the scenes and blurs them; --bench and --tune print below their tables which scenes these
// were. Call blur_choice_scenes_finish afterwards.
void blur_choice_scenes_init(struct blur_choice_scenes *judged, struct suite_run *run,
                             double sigma);
void blur_choice_scenes_finish(struct blur_choice_scenes *judged);

// Measures its quality, the worst of the scenes, and stores it in the variant too.
void blur_choice_measure(struct blur_choice *choice, const struct suite_run *run,
                         const struct blur_choice_scenes *judged);

// Marks those for which no faster one is as good in PSNR and in shimmer. Differences below 0.1 dB
// or 0.1 % do not count.
void blur_choice_mark_front(struct blur_choices *choices);

// Returns the fastest of those that are the nearest to the exact Gaussian, within 0.1 dB. NULL if
// nothing was measured.
const struct blur_choice *blur_choice_nearest(const struct blur_choices *choices);

// Returns true if the measured width is within 2 % of sigma.
bool blur_choice_is_as_wide(const struct blur_choice *choice, double sigma);
