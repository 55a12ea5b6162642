#pragma once

#include "app/bench/run/suite_claims.h"

// What N. Lisitsa concludes of the Gaussian (2022); ends with a zeroed one.
extern const struct suite_claim gaussian_claims[];
