#pragma once

#include "effects/effect.h"

// The row of error diffusion that reads back, diffuses on one core of the CPU, and uploads again.

extern const struct program_desc diffusion_cpu_programs[];

void diffusion_vary_cpu(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void diffusion_cpu_cost(const struct effect_site *site, struct cost *cost);
void diffusion_run_cpu(const struct effect_call *call);
