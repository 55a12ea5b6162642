#pragma once

#include "app/bench/run/suite.h"

// app/bench/blurs: every blur at one width, by what it costs and what it is worth.

extern const struct suite suite_blurs;
