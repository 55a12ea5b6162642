#pragma once

#include "effects/reference/reference.h"

// Like reference_error_diffusion, with every second row from right to left, for comparison. Its
// rows can only be computed one after the other.
void reference_error_diffusion_serpentine(const struct reference_call *call);
