#pragma once

#include "app/bench/run/suite.h"

// app/bench/impls: compares the implementations of one effect.
//
// suite_impls times every implementation of every blur, and reports how near `auto` comes to the
// best. suite_box and suite_gaussian repeat the experiments of two papers: they run the authors'
// configurations at the authors' sizes, and end with a table of their claims for --verbose
// (suite.h). To add a claim, add a row to that table. New implementations of the box or the
// Gaussian are timed without a change here.

extern const struct suite suite_impls, suite_box, suite_gaussian;
