#pragma once

#include "app/bench/run/suite.h"

// app/bench/bloom: which bloom to take: whole blooms by time, memory, nearness and calm.
//
// A row is a bloom as --chain says it: threshold, blur, composite, and a tone curve that
// encodes. Rows of one look make the same picture: they are as wide, and so are their cores. Beside
// its time a row has
//
//   dB        how near its picture is to what the blur stands for, in three scenes: a blur that
//             scatters for its sum of bells (sigma_dual_bells), any other for its own step in plain
//             C and double precision (effects/reference/)
//   shimmer   how much the blur of a point changes while the point moves (shimmer_motion)
//   flicker   the most that a display value changes when one bright texel appears
//   memory    bytes of images and buffers between the scene and the picture
//
// A bloom is added as a row of bloom_rows. bloom_take says which of them to take.

extern const struct suite suite_bloom;

// ---- what runs

#define BLOOM_SIGMA 0.022 // of the height: 2.2%h, as wide as the preset "bloom"

enum bloom_look { BLOOM_PRESETS, BLOOM_BRIGHT_CORE, BLOOM_WIDE_CORE, BLOOM_BELL, BLOOM_LOOKS };

enum { BLOOM_ROWS = 13 };

extern const struct bloom_row {
    const char *name;
    const char *blur; // the step, as wide as that of the presets
    enum bloom_look look;
    bool has_karis; // bright texels count less in the first step down: another picture on purpose
    bool is_long;   // left out by --quick
} bloom_rows[BLOOM_ROWS];

// Returns NULL where it is not among what runs.
const struct suite_variant *bloom_variant(const struct suite_run *run, int row);

// ---- what is measured beside times

struct bloom_fact {
    double decibels[QUALITY_SCENES]; // PSNR; NaN: not measured, as below
    double shimmer;                  // per cent of itself
    double flicker;                  // per cent of white
    double core, sigma;              // px at the size of the run; core 0: a single bell
    double memory;                   // bytes
};

struct bloom_facts {
    int width, height; // of the scenes that are looked at
    struct bloom_fact rows[BLOOM_ROWS];
};

// Measures what ran, and draws for it. All lengths stay those of the size of the run, in pixels;
// the scenes are drawn smaller where it is large.
void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts);

// Scenes for blooms of that sigma (px), and what stands for the truth there; NULL is never
// returned.
struct bloom_scenery;
struct bloom_scenery *bloom_scenery_new(const struct suite_run *run, double sigma);
void bloom_scenery_free(struct bloom_scenery *scenery);

// Measures a variant, a chain as bloom_rows make it, and keeps its quality with it too.
void bloom_scenery_measure(struct bloom_scenery *scenery, struct suite_variant *variant,
                           struct bloom_fact *fact);

// Finds the brightest texel of a channel in the first `width` columns.
void bloom_find_brightest(const struct image *image, int channel, int width, int *x, int *y);

// Returns the least over the scenes; NaN where one of them was not measured.
double bloom_fact_decibels(const struct bloom_fact *fact);

// ---- the answer

// Above these a viewer finds no difference unless pictures are shown in turn, and nothing swims.
#define BLOOM_NEAR_ENOUGH 40 // dB, in the worst of the scenes
#define BLOOM_CALM_ENOUGH 5  // per cent of shimmer, as --audit=stability promises

struct bloom_answer {
    int taken;          // a row; -1: none
    int rival;          // another that may be as fast, which the drift hides; -1: none
    bool is_fit;        // it is near and calm
    bool is_affordable; // and within the budget
};

// Returns the fastest row that is near, calm and within the budget (milliseconds; 0: any time),
// first of those that look as the presets do, then of all. Where there is none, the fastest that is
// near and calm; else the nearest.
struct bloom_answer bloom_take(const struct suite_run *run, const struct bloom_facts *facts,
                               double budget);

// Returns whether no faster row of its look is as near, as calm and flickers as little.
bool bloom_is_on_front(const struct suite_run *run, const struct bloom_facts *facts, int row);

// Makes the table, says which to take, and draws charts.
void bloom_report(struct suite_run *run, const struct bloom_facts *facts);

// Writes the pictures of what ran to wish->sheet, a lamp of the harbour with the numbers below. The
// run has failed where the file cannot be written.
void bloom_sheet_write(struct suite_run *run, const struct bloom_facts *facts);
