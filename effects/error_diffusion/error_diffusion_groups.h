#pragma once

#include "effects/effect.h"

// The rows of error diffusion that run on the GPU. A band is a group's rows: `bands` has a group
// for each band, all at work at once; `wavefront` one group, which takes its bands in turn.

// Programs for the hooks below, in this order.
extern const struct program_desc diffusion_bands_programs[], diffusion_wavefront_programs[];

void diffusion_vary_bands(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void diffusion_vary_wavefront(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

bool diffusion_bands_fit(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool diffusion_wavefront_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);

void diffusion_bands_cost(const struct effect_site *site, struct cost *cost);
void diffusion_wavefront_cost(const struct effect_site *site, struct cost *cost);

void diffusion_run_bands(const struct effect_call *call);
void diffusion_run_wavefront(const struct effect_call *call);

// `bands` with all groups in one dispatch, as GPUs run it, on a CPU too: for tests of what happens
// when they are scheduled unkindly.
void diffusion_run_bands_at_once(const struct effect_call *call);
