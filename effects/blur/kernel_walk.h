#pragma once

#include "effects/effect_impl.h"

// A blur by its kernel (effect.kernel), of a radius of up to 16, along columns and rows in one
// dispatch.

#define KERNEL_WALK \
    { \
        .file = "gaussian/gaussian_fused.comp" \
    }

// For effect_impl.fits, write_defines and run.
bool kernel_walk_fits(const struct effect_site *site, struct error *why);
void kernel_walk_defines(const struct effect_site *site, struct step_writer *defines);
void kernel_walk_run(const struct effect_call *call, const struct program *program);
