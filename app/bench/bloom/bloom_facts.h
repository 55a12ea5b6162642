#pragma once

#include "app/bench/bloom/bloom_lines.h"

// What the bloom suite knows of a blur beside its time: how near it comes to the exact Gaussian in
// the three scenes in which Bjørge compares them, and how calm it stays under a moving point.

enum { BLOOM_SCENES = 3 };

extern const char *const bloom_facts_scenes[BLOOM_SCENES];

struct bloom_facts {
    struct bloom_fact {
        double decibels[BLOOM_SCENES];     // PSNR
        double sigma;                      // measured, px
        double shimmer;                    // per cent
    } blurs[BLOOM_BLURS];                  // NaN: not measured
    int width, height;                     // of the scenes; 0: too small for such a blur
    double taps[BLOOM_BLURS][BLOOM_FORMS]; // bytes that its reads and stores ask for; NaN
};

// Returns the mean over the scenes; NaN where one of them was not measured.
double bloom_facts_decibels(const struct bloom_facts *facts, enum bloom_blur blur);

// Measures what ran, and draws for it. A picture smaller than the blur is wide says nothing of it.
void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts);
