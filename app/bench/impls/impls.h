#pragma once

#include "app/bench/run/suite.h"

// app/bench/impls: implementations of one effect beside each other.
//
// suite_impls times every implementation of every blur, and says how near `auto` comes to the best.
// suite_box and suite_gaussian repeat the experiments of two papers: they run what the authors ran,
// at their sizes, and end with a table of their claims for --published (suite.h). A claim is
// added as a row of that table, an implementation of the box or the Gaussian is timed as soon as
// the effect lists it.

extern const struct suite suite_impls, suite_box, suite_gaussian;
