#pragma once

#include "effects/reference/reference.h"

// Like reference_error_diffusion, with every second row from right to left (serpentine), for
// comparison. The rows cannot be computed in parallel.
void reference_error_diffusion_serpentine(const struct reference_call *call);
