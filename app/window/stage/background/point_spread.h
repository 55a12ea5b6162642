#pragma once

#include "app/lab/lab.h"
#include "app/measure/quality/quality.h"
#include "render/read_back.h"

// Measures the point spread of the selected blur, its image of one lit texel, while the window goes
// on. The implementation is the one of the picture; it runs alone, in pictures of its own outside
// the GPU frames that are timed. One picture is drawn per frame, and is read back some frames
// later. The sums are those of the psf audit (app/measure/quality/quality.h).

// The blur that is measured: a single step whose lengths are in px and which has no region.
struct point_spread_job {
    bool is_there;
    struct chain_step step;
    const struct effect_impl *impl; // the one that the picture uses; NULL: none
    enum texture_format format;     // of the source and of the images between its passes
    unsigned reloads;               // of the program cache, when the job was made
    double asked;                   // sigma, px; 0: the step is not set by a sigma
    double guess;                   // expected sigma, px
    double far;                     // radius beyond which there is no light, px
    int reach;                      // as in struct spread; 0: it cannot be measured
    unsigned number;                // increases with each job
};

enum {
    POINT_SPREAD_POINTS = 129, // per profile, evenly spaced from -range to range
    POINT_SPREAD_CELLS = 49,   // side of the small picture
    POINT_SPREAD_LINES = 10,
};

// The values that the panel shows. Light is a share of the peak of the Gaussian of the same sigma.
struct point_spread_shown {
    char title[96]; // the step and its implementation
    char note[240]; // a remark; "": none
    bool is_known;  // the fields below are valid
    float range;    // px to each side of the point
    float across[POINT_SPREAD_POINTS], down[POINT_SPREAD_POINTS], diagonal[POINT_SPREAD_POINTS];
    float gaussian[POINT_SPREAD_POINTS];
    bool is_round; // `across` is valid for every direction
    float cells[POINT_SPREAD_CELLS][POINT_SPREAD_CELLS];
    int line_count;
    struct point_spread_line {
        char label[24], words[96];
    } lines[POINT_SPREAD_LINES];
};

struct point_spread {
    int step;                    // number in the chain; -1: none
    struct point_spread_job job; // the job that is to be measured
    bool is_ready;               // the job has its plan
    struct chain chain;          // the plan points into it, so it must not move
    struct plan plan;
    int begun; // number of pictures that were begun
    struct read_back reader;
    struct point_spread_job reading[READ_BACK_SLOTS];
    struct point_spread_job measured; // the job whose result was read last
    struct spread spread;             // its result
    double sigma;                     // its sigma, px, horizontally
    bool is_sharp;                    // the job does not blur
    char why[160];                    // reason if the job cannot be measured; "": it can
    struct point_spread_shown shown;
};

void point_spread_finish(struct point_spread *spread); // with a current context

// Measures that step of the lab's chain, or the first step that blurs if that one does not. To be
// called between GPU frames. `may_wait`: more frames will be drawn, so programs may be compiled in
// the meantime.
void point_spread_draw(struct point_spread *spread, struct lab *lab, int step, bool may_wait);

// Returns true if more frames are to be drawn although nothing moves.
bool point_spread_is_due(const struct point_spread *spread);
