#pragma once

#include "app/bench/blurs/blur_choice.h"

// What --tune asks of a blur: sigma=16,psnr=45,ssim=0.99,error=2%,shimmer=3,passes=4.

enum tune_limit { TUNE_PSNR, TUNE_SSIM, TUNE_ERROR, TUNE_SHIMMER, TUNE_PASSES, TUNE_LIMITS };

struct tune_wants {
    double sigma;               // px
    double limits[TUNE_LIMITS]; // in the units of the text; NaN: not given
};

// Widths that a picture of a point can be measured at, px.
#define TUNE_MIN_SIGMA 0.5
#define TUNE_MAX_SIGMA 128

bool tune_wants_parse(struct tune_wants *wants, const char *text, struct error *error);
void tune_wants_print_keys(void); // with what they mean, on stdout

// What a choice has of a limit, in its unit.
double tune_value(enum tune_limit limit, const struct blur_choice *choice);

// Whether that is as good as asked; true where nothing is asked.
bool tune_keeps(const struct tune_wants *wants, enum tune_limit limit,
                const struct blur_choice *choice);

// Whether all is, and the width.
bool tune_keeps_all(const struct tune_wants *wants, const struct blur_choice *choice);

// Whether the first has more of what the limit is about.
bool tune_is_better(enum tune_limit limit, const struct blur_choice *a,
                    const struct blur_choice *b);

// Its key, and its digits after the point for people.
const char *tune_limit_name(enum tune_limit limit);
int tune_limit_digits(enum tune_limit limit);
