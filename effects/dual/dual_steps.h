#pragma once

#include "effects/blur/half_steps.h"
#include "effects/dual/dual.h"

// The dual blur with one step per pass, which every implementation falls back to.

// Indices of the programs, the first of an implementation's.
enum { DUAL_DOWN, DUAL_UP, DUAL_UP_MIX, DUAL_STEP_PROGRAMS };

#define DUAL_STEPS(KIND) \
    [DUAL_DOWN] = HALF_STEP_DOWN(KIND), [DUAL_UP] = HALF_STEP_UP(KIND), \
    [DUAL_UP_MIX] = HALF_STEP_UP_MIX(KIND)

// Returns true if a level keeps some of its own light and mixes it in on the way up.
bool dual_has_own_light(const struct sigma_dual *dual, int level);

// Returns the offset of the step up out of a level.
double dual_offset_out_of(const struct sigma_dual *dual, int level);

// Runs single steps of a kind. dual_plain_run is effect_impl.run of plain ones.
void dual_steps_run(const struct effect_call *call, const struct half_steps *steps);
void dual_plain_run(const struct effect_call *call);

// For implementations that read texels instead of taps. dual_taps_fit is their effect_impl.fits;
// dual_taps_defines writes WIDE if taps on the way up read 17 texels and not 13.
bool dual_taps_fit(const struct effect_site *site, struct error *why);
void dual_taps_defines(const struct effect_site *site, struct step_writer *defines);
