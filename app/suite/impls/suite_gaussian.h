#pragma once

#include "app/suite/run/suite_tools.h"

extern const struct suite suite_gaussian;
