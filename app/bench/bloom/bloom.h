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

// How it is computed: pass by pass, as it was published, or as is best here.
enum bloom_form { BLOOM_FRAGMENT, BLOOM_COMPUTE, BLOOM_BEST, BLOOM_FORMS };

enum { BLOOM_SIGMA = 16 }; // px: 97 taps are three of it either way

extern const struct bloom_line {
    const char *name;
    const char *chain;              // without an implementation
    const char *impls[BLOOM_FORMS]; // NULL: does not run so; "auto": the best here
    bool is_long;                   // left out by --quick
} bloom_lines[BLOOM_BLURS];

// Returns NULL where it is not among what runs.
const struct suite_variant *bloom_lines_variant(const struct suite_run *run, enum bloom_blur blur,
                                                enum bloom_form form);

// ---- what is measured beside times

enum { BLOOM_SCENES = 3, BLOOM_SCALES = 3 };

struct bloom_facts {
    // How near a blur comes to the exact Gaussian in the three scenes in which he compares them,
    // and how calm it stays under a moving point. NaN: not measured.
    struct bloom_fact {
        double decibels[BLOOM_SCENES]; // PSNR
        double sigma;                  // measured, px
        double shimmer;                // per cent
    } blurs[BLOOM_BLURS];
    int width, height;                     // of the scenes; 0: too small for such a blur
    double taps[BLOOM_BLURS][BLOOM_FORMS]; // bytes that its reads and stores ask for; NaN

    // Mixed resolution as he means it: the scene is drawn smaller, brought up to the size of the
    // screen, and everything after it works there.
    struct bloom_scaled {
        double scale; // of the scene's sides, the first is 1
        struct stats_summary
            time;        // of drawing and bringing up, milliseconds; count 0: not measured
        double decibels; // PSNR of the picture after the default chain, against the first's; NaN
    } scaled[BLOOM_SCALES];
};

// Measures what ran, and draws for it. A picture smaller than the blur is wide says nothing of its
// quality. The scenes at all scales add to what the run knows of its steadiness.
void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts);

// Returns the mean over the scenes; NaN where one of them was not measured.
double bloom_facts_decibels(const struct bloom_facts *facts, enum bloom_blur blur);

// Makes the table, says what a lower resolution gains and loses, draws charts, and says which of
// his claims hold.
void bloom_report(struct suite_run *run, const struct bloom_facts *facts);
