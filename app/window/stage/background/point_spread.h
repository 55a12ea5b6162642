#pragma once

#include "app/lab/lab.h"
#include "app/measure/quality/quality.h"
#include "render/read_back.h"

// Measures, while the window goes on, what the selected blur makes of one lit texel: by the
// implementation that the picture has of it, alone, in pictures of its own outside the GPU frames
// that are timed. One is drawn a frame until all are, and is read back some frames later. The sums
// are those of the psf audit (app/measure/quality/quality.h).

// What is measured. A blur on its own, whose lengths are in px and which has no region.
struct point_spread_job {
    bool is_there;
    struct chain_step step;
    const struct effect_impl *impl; // of the picture; NULL: it has none
    enum texture_format format;     // of the source, and the images between its passes
    unsigned reloads;               // of the program cache
    double asked;                   // sigma, px; 0: other numbers than that decide
    double guess;                   // how wide it is about, px
    double far;                     // no light goes further, px
    int reach;                      // as of struct spread; 0: it cannot be measured
    unsigned number;                // grows
};

enum {
    POINT_SPREAD_POINTS = 129, // of a profile, evenly from -range to range
    POINT_SPREAD_CELLS = 49,   // of the small picture, a side
    POINT_SPREAD_LINES = 10,
};

// What is shown of it. Light is a share of the peak of the Gaussian beside it.
struct point_spread_shown {
    char title[96]; // the step, and its implementation
    char note[240]; // what else is to be said; "": nothing
    bool is_known;  // the rest is there
    float range;    // px to each side of the point
    float across[POINT_SPREAD_POINTS], down[POINT_SPREAD_POINTS], diagonal[POINT_SPREAD_POINTS];
    float gaussian[POINT_SPREAD_POINTS];
    bool is_round; // `across` tells of every direction
    float cells[POINT_SPREAD_CELLS][POINT_SPREAD_CELLS];
    int line_count;
    struct point_spread_line {
        char label[24], words[96];
    } lines[POINT_SPREAD_LINES];
};

struct point_spread {
    int step;                    // of the chain; -1: none
    struct point_spread_job job; // that is wanted
    bool is_ready;               // it has its plan
    struct chain chain;          // that the plan points into, so this is never moved
    struct plan plan;
    int begun; // of its pictures
    struct read_back reader;
    struct point_spread_job reading[READ_BACK_SLOTS];
    struct point_spread_job measured; // what came back last
    struct spread spread;             // of it
    double sigma;                     // of it, px across
    bool is_sharp;                    // the job does not blur
    char why[160];                    // the job cannot be measured; "": it can
    struct point_spread_shown shown;
};

void point_spread_finish(struct point_spread *spread); // with a current context

// Measures the step of the lab's chain, or the first that blurs where that one does not; between
// GPU frames. `may_wait`: frames follow one another, so that programs may come later.
void point_spread_draw(struct point_spread *spread, struct lab *lab, int step, bool may_wait);

// Whether more frames are to be drawn although nothing moves.
bool point_spread_is_due(const struct point_spread *spread);
