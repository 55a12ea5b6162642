#pragma once

#include "app/bench/blurs/blurs.h"
#include "app/options.h"

// app/bench/tune: --tune: which blur is the fastest here of those that are as near and as calm as
// asked, or which bloom
// has a core and a width.
//
// All blurs of the width are timed as a suite is (app/bench/blurs/blurs.h), and then measured from
// the fastest on, until one keeps what tune_wants says. A limit is added as a line of enum
// tune_limit, a row of tune_keys in
// tune_wants.c, and its value of a choice in value_of.

// Prints its chain on stdout, and on stderr what others gave up. Returns the exit status: 2 where
// there is none.
int tune_run(const struct bench_wish *wish, const struct draw_wish *draw,
             const struct results_wish *results);

// What --tune asks of a blur: sigma=16,psnr=45,ssim=0.99,error=2%,shimmer=3,passes=4,budget=0.1.
// With a core it is of a whole bloom that scatters: core=1.9,sigma=16,budget=0.1.

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

// Widths that a picture of a point can be measured at, px.
#define TUNE_MIN_SIGMA 0.5
#define TUNE_MAX_SIGMA 128

// The keys of its text: sigma, core, and then each limit.
enum { TUNE_FIRST_LIMIT = 2 };
extern const struct tune_key {
    const char *name, *help;
    double min, max;
    int digits;    // after the point
    bool is_least; // the value must be at least the limit
    bool is_share; // in per cent, with or without the sign
} tune_keys[];     // ends with a zeroed one

bool tune_wants_parse(struct tune_wants *wants, const char *text, struct error *error);
void tune_wants_print_keys(void); // with what they mean, on stdout

// Returns whether all of it is, and the width.
bool tune_keeps_all(const struct tune_wants *wants, const struct blur_choice *choice);
