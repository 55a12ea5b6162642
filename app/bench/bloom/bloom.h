#pragma once

#include "app/bench/run/suite.h"

// app/bench/bloom: blurs of one width by time, bytes, nearness to the Gaussian and shimmer.
//
// The experiment of M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015, who compared blurs at
// 97x97 taps on a GPU of a telephone, by bytes and by how near they come to the Gaussian. His
// widest kernel is three sigma of 16 px either way. A blur is added as a line of bloom_lines.

extern const struct suite suite_bloom;

// ---- what runs

// What is blurred with, all to the same width. The last of them work at a lower resolution.
enum bloom_blur {
    BLOOM_LINEAR,
    BLOOM_PYRAMID,
    BLOOM_KAWASE,
    BLOOM_DUAL,
    BLOOM_BOX,
    BLOOM_MIPS,
    BLOOM_KAWASE_HALF,
    BLOOM_KAWASE_QUARTER,
    BLOOM_GAUSSIAN_SMALLER,
    BLOOM_BLURS
};

// How it is computed. The first two pass by pass, as it was published.
enum bloom_form { BLOOM_FRAGMENT, BLOOM_COMPUTE, BLOOM_BEST, BLOOM_FORMS };

enum { BLOOM_SIGMA = 16 }; // px: 97 taps are three of it either way

extern const struct bloom_line {
    const char *name;
    const char *chain;              // without an implementation
    const char *impls[BLOOM_FORMS]; // NULL: does not run so; "auto": the best here
    bool is_long;                   // left out by --quick
} bloom_lines[BLOOM_BLURS];

// NULL: it is not among what runs.
const struct suite_variant *bloom_lines_variant(const struct suite_run *run, enum bloom_blur blur,
                                                enum bloom_form form);

// ---- what is measured beside times

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

// Mixed resolution as Bjørge means it: the scene is drawn smaller, brought up to the size of the
// screen, and everything after it works there.

enum { BLOOM_SCALES = 3 };

struct bloom_scaled {
    double scale;              // of the scene's sides, the first is 1
    struct stats_summary time; // of drawing and bringing up, milliseconds; count 0: not measured
    double decibels; // PSNR of the picture after the default chain against that of the first; NaN
};

// Draws the lab's scene at the size of the run, at all scales in turn, and adds to what the run
// knows of its steadiness.
void bloom_scaled_take(struct suite_run *run, struct bloom_scaled scaled[BLOOM_SCALES]);

// ---- the report

// The table, what a lower resolution gains and loses, charts, and which of his claims hold.
void bloom_report(struct suite_run *run, const struct bloom_facts *facts,
                  const struct bloom_scaled scaled[BLOOM_SCALES]);
