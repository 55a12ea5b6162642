#pragma once

#include "app/lab.h"
#include "app/panel/sheets/panel_spread.h"
#include "app/quality/spread.h"
#include "render/read_back.h"

// The state of a point spread that is measured: point_spread.h.

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
    struct panel_spread shown;
};
