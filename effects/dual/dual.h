#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect.h"

struct dual_params {
    struct length sigma;
    int levels;   // 0: auto
    float offset; // 0: auto
    float scatter;
    int taps; // enum dual_taps
    int edge; // enum edge
    int impl;
};

enum dual_taps { DUAL_TAPS_TARGET, DUAL_TAPS_SOURCE };

// What the parameters mean for a picture of that height, for the shaders and the reference alike.
struct sigma_dual dual_solve(const struct dual_params *params, int height);

// n texels halved `times` times, each time rounded up.
int dual_halved(int n, int times);

// Texels of a level of the call's picture; level 0 is the picture.
double dual_texels(const struct effect_site *site, int level);

// A texture on loan from the pool, as large as that level.
struct texture *dual_level(const struct effect_call *call, int level);

// The steps, for other effects that work at a lower resolution too. `program` is dual.frag or
// dual.comp with DOWN, UP or COPY.

// A texture on loan from the pool, half as large, rounded up.
struct texture *dual_down(const struct effect_call *call, const struct program *program,
                          enum edge edge, const struct texture *from, double offset);

void dual_up(const struct effect_call *call, const struct program *program, enum edge edge,
             const struct texture *from, struct texture *to, double offset);

// The call's input to its output.
void dual_copy(const struct effect_call *call, const struct program *program);

// The same with dual_blocked_down.comp (offset 1) and dual_blocked_up.comp (offset up to 1.25, with
// WIDE up to 1.5).
struct texture *dual_down_blocked(const struct effect_call *call, const struct program *program,
                                  enum edge edge, const struct texture *from);
void dual_up_blocked(const struct effect_call *call, const struct program *program, enum edge edge,
                     const struct texture *from, struct texture *to, double offset);

// Adds what the steps between the full size and `levels` levels below it cost.
void dual_cost_down(const struct effect_site *site, int levels, struct cost *cost);
void dual_cost_up(const struct effect_site *site, int levels, struct cost *cost);
void dual_cost_copy(const struct effect_site *site, struct cost *cost);

// Adds what one blocked dispatch costs that makes `level`, down or up.
void dual_cost_down_blocked(const struct effect_site *site, int level, struct cost *cost);
void dual_cost_up_blocked(const struct effect_site *site, int level, struct cost *cost);
