#pragma once

#include "app/bench/run/suite_tools.h"

extern const struct suite suite_gaussian;
