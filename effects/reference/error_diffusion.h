#pragma once

#include "effects/reference/reference.h"

// Every second row from right to left, which only one row after the other can do: to compare.
void reference_error_diffusion_serpentine(const struct reference_call *call);
