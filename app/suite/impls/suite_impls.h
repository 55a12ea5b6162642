#pragma once

#include "app/suite/run/suite_tools.h"

// app/suite/impls: implementations of one effect beside each other: of every blur, of the box and
// of the Gaussian, beside what was published of these two.

extern const struct suite suite_impls;
