#pragma once

#include "app/bench/run/suite_tools.h"

// app/bench/impls: implementations of one effect beside each other: of every blur, of the box and
// of the Gaussian, beside what was published of these two.

extern const struct suite suite_impls;
