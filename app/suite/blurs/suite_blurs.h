#pragma once

#include "app/suite/run/suite_tools.h"

// app/suite/blurs: every blur at one width, by what it costs and what it is worth.

extern const struct suite suite_blurs;
