#pragma once

#include "app/bench/judge/judge.h"

// app/bench/blurs: compares every blur of one width by time and quality.
//
// blur_list_add lists chains of one blur each: every construction of the given width, by the
// implementations that may be the fastest. After they ran, blur_list_judge keeps the fastest of
// each picture. --bench=blurs (suite_blurs) makes a table of all; --tune (app/bench/tune/) takes
// the first that is good enough.
//
// To add a construction, add a row to `variations` in blur_list.c.

extern const struct suite suite_blurs;

// Range of widths that can be measured from a picture of a point, px.
#define BLUR_LIST_MIN 0.5
#define BLUR_LIST_MAX 128

struct blur_list {
    double sigma; // px
    int number;   // index of the width, for suite_key
    double core;  // px: core width of scattering blooms (within 5 %), measured in whole chains; 0:
                  // blurs alone
    bool many;    // also constructions that trade nearness for time: other reaches, levels, scales,
                  // kernels
    // Filled in if `core` is not 0: the blur with the nearest core width, and that width in px.
    char nearest[SUITE_TEXT_SIZE];
    double nearest_core;
};

// Adds the variants with explicit implementations: those that the profile cannot order and those
// that state an error. Reports which blurs cannot have that width.
void blur_list_add(struct suite_run *run, struct blur_list *list);

// Selects from the variants of a width that ran, the fastest first: of each construction the
// fastest exact implementation, and those with a stated error if they are faster.
void blur_list_judge(struct suite_run *run, int width, struct judge *judge);
