#pragma once

#include "app/bench/run/suite_claims.h"

// What A. Toschi claims of the box (2024); ends with a zeroed one.
extern const struct suite_claim box_claims[];
