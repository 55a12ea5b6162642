#pragma once

#include "app/bench/run/suite.h"

// app/bench/bloom: recommends a bloom. It compares whole blooms by time, memory, nearness and
// shimmer.
//
// A row is a bloom as chain text: threshold, blur, composite, and a tone curve that encodes. Rows
// of one look make the same picture: their widths and core widths are equal. Beside its time a row
// has
//
//   dB        how near its picture is to what the blur stands for, in three scenes: a blur that
//             scatters for its sum of bells (sigma_dual_bells), any other for its own step in plain
//             C and double precision (effects/reference/)
//   shimmer   how much the blur of a point changes while the point moves (shimmer_motion)
//   flicker   the most that a display value changes when one bright texel appears
//   memory    bytes of images and buffers between the scene and the picture
//
// To add a bloom, add a row to bloom_rows. bloom_take chooses the one to recommend.

extern const struct suite suite_bloom;

// ---- what runs

#define BLOOM_SIGMA 0.022 // share of the height: 2.2%h, the width of the preset "bloom"

enum bloom_look { BLOOM_PRESETS, BLOOM_BRIGHT_CORE, BLOOM_WIDE_CORE, BLOOM_BELL, BLOOM_LOOKS };

enum { BLOOM_ROWS = 13 };

extern const struct bloom_row {
    const char *name;
    const char *blur; // the blur step, as wide as that of the presets
    enum bloom_look look;
    bool has_karis; // bright texels have less weight in the first downsampling: the picture differs
                    // intentionally
    bool is_long;   // left out by --quick
} bloom_rows[BLOOM_ROWS];

// Returns the variant of a row; NULL if the run does not include it.
const struct suite_variant *bloom_variant(const struct suite_run *run, int row);

// ---- what is measured beside times

struct bloom_fact {
    double decibels[QUALITY_SCENES]; // PSNR; NaN: not measured, as below
    double shimmer;                  // per cent of the blurred point
    double flicker;                  // per cent of white
    double core, sigma;              // px at the size of the run; core is 0 for a single bell
    double memory;                   // bytes
};

struct bloom_facts {
    int width, height; // px, of the scenes that are compared
    struct bloom_fact rows[BLOOM_ROWS];
};

// Measures the rows that ran; this draws. All lengths are those of the size of the run, in pixels;
// the scenes are drawn smaller if that size is large.
void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts);

// Scenes for blooms of that sigma (px), with their exact results. Never returns NULL.
struct bloom_scenery;
struct bloom_scenery *bloom_scenery_new(const struct suite_run *run, double sigma);
void bloom_scenery_free(struct bloom_scenery *scenery);

// Measures a variant whose chain has the form of bloom_rows, and stores its quality in the variant
// too.
void bloom_scenery_measure(struct bloom_scenery *scenery, struct suite_variant *variant,
                           struct bloom_fact *fact);

// Finds the brightest texel of a channel in the first `width` columns.
void bloom_find_brightest(const struct image *image, int channel, int width, int *x, int *y);

// Returns the minimum over the scenes; NaN if one was not measured.
double bloom_fact_decibels(const struct bloom_fact *fact);

// ---- the answer

// Beyond these limits a viewer sees no difference unless pictures are shown in turn, and no
// swimming.
#define BLOOM_NEAR_ENOUGH 40 // dB, at least, in the worst scene
#define BLOOM_CALM_ENOUGH 5  // per cent of shimmer, at most, as --audit=stability promises

struct bloom_answer {
    int taken;   // a row; -1: none
    int rival;   // another row that may be as fast, since the drift hides the difference; -1: none
    bool is_fit; // it is within both limits above
    bool is_affordable; // and its time is within the budget
};

// Returns the fastest row that is near enough, calm enough and within the budget (milliseconds; 0:
// no limit), first of the rows that look like the presets, then of all. Otherwise returns the
// fastest that is near and calm enough, or else the nearest.
struct bloom_answer bloom_take(const struct suite_run *run, const struct bloom_facts *facts,
                               double budget);

// Returns true if no faster row of the same look is as near and as calm and flickers as little.
bool bloom_is_on_front(const struct suite_run *run, const struct bloom_facts *facts, int row);

// Makes the table, recommends a row, and draws charts.
void bloom_report(struct suite_run *run, const struct bloom_facts *facts);

// Writes the pictures of the rows that ran to wish->sheet: a lamp of the harbour above the numbers.
// The run has failed if the file cannot be written.
void bloom_sheet_write(struct suite_run *run, const struct bloom_facts *facts);
