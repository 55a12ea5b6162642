#pragma once

#include "effects/reference/reference.h"

// The same with every second row from right to left, for comparison. Only one row after the other
// can be made so.
void reference_error_diffusion_serpentine(const struct reference_call *call);
