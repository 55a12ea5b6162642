#pragma once

#include "app/bench/blurs/blurs.h"
#include "app/options.h"

// app/bench/tune: --tune finds the fastest blur that is near and stable enough, or the fastest
// bloom with a core width and a sigma.
//
// All blurs of the width are timed like a suite (app/bench/blurs/blurs.h), and then measured from
// the fastest on, until one is within the limits. To add a limit, add a field to struct
// tune_limits, a row to tune_params, and a line to tune_set_limits.

// Prints the chain on stdout, and on stderr why others were rejected; EXIT_FAILURE if no chain is
// within the limits of options->tune, which is valid.
extern const struct suite suite_tune;

// The limits of --tune. For a blur:
// sigma=16,psnr=45,ssim=0.99,error=2%,shimmer=3,passes=4,budget=0.1. For a whole bloom that
// scatters, with a core width: core=1.9,sigma=16,budget=0.1.
struct tune_limits {
    float sigma, core;                                // px; core NaN: not given
    float psnr, ssim, error, shimmer, passes, budget; // as enum judge_measure; NaN: not given
};

extern const struct param tune_params[];

bool tune_limits_parse(struct tune_limits *limits, const char *text, struct error *error);

// Sets the limits of a judge whose items have that width.
void tune_set_limits(struct judge *judge, const struct tune_limits *limits);
