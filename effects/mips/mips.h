#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect.h"

// effects/mips: the blur by a high level of a mip map, to compare others with.

struct mips_params {
    struct length sigma;
    float level; // 0: auto
    int edge;    // enum edge
    int impl;
};

// What the parameters mean for a picture of that height, for the shaders and the reference alike.
struct sigma_mips mips_solve(const struct mips_params *params, int height);

// The same, and the edge, for an implementation.
struct sigma_mips mips_solve_site(const struct effect_site *site);
enum edge mips_edge(const struct effect_site *site);

// How often the size is halved.
int mips_levels(const struct effect_site *site);

// Adds the reads and stores of a mip map and of the pass that samples it.
void mips_cost(const struct effect_site *site, struct cost *cost);
