#pragma once

#include "app/bench/blurs/blurs.h"
#include "app/options.h"

// app/bench/tune: --tune finds the fastest blur that is near and calm enough, or the fastest bloom
// with a core width and a sigma.
//
// All blurs of the width are timed like a suite (app/bench/blurs/blurs.h), and then measured from
// the fastest on, until one is within the limits of tune_wants. To add a limit, add a line to enum
// tune_limit, a row to tune_keys in tune_wants.c, and its value to value_of.

// Prints the chain on stdout, and on stderr why others were rejected. Returns the exit status:
// EXIT_FAILURE if no chain is within the limits, EXIT_USAGE if the text is wrong.
int tune_run(const struct bench_wish *wish, const struct draw_wish *draw,
             const struct results_wish *results);

// The limits of --tune. For a blur:
// sigma=16,psnr=45,ssim=0.99,error=2%,shimmer=3,passes=4,budget=0.1. For a whole bloom that
// scatters, with a core width: core=1.9,sigma=16,budget=0.1.

enum tune_limit {
    TUNE_PSNR,
    TUNE_SSIM,
    TUNE_ERROR,
    TUNE_SHIMMER,
    TUNE_PASSES,
    TUNE_BUDGET,
    TUNE_LIMITS
};

struct tune_wants {
    double sigma, core;         // px; core NaN: not given
    double limits[TUNE_LIMITS]; // in the units of the text; NaN: not given
};

// Range of widths that can be measured from a picture of a point, px.
#define TUNE_MIN_SIGMA 0.5
#define TUNE_MAX_SIGMA 128

// The keys of the text: sigma, core, and then each limit.
enum { TUNE_FIRST_LIMIT = 2 };
extern const struct tune_key {
    const char *name, *help;
    double min, max;
    int digits;    // after the point
    bool is_least; // the limit is a minimum
    bool is_share; // in per cent; the sign is optional
} tune_keys[];     // ends with a zeroed one

bool tune_wants_parse(struct tune_wants *wants, const char *text, struct error *error);
void tune_wants_print_keys(void); // prints the keys with their help on stdout

// Returns true if the choice has the width and is within all limits.
bool tune_keeps_all(const struct tune_wants *wants, const struct blur_choice *choice);
