#pragma once

#include "app/options.h"

// app/compare/golden: lists of pictures that are good, whether they are still drawn so, and how a
// list begins. These are --record and --verify.

// Draws the pictures of a folder's list that are not there yet; without a list it begins one.
// Returns the exit status.
int golden_record(const struct options *options);

// Draws all of them again and compares, each within its tolerance; with `options->golden.accepted`
// it then replaces those. Returns 0 where all are within, 1 where one is not or is missing,
// EXIT_USAGE where something cannot be drawn or compared.
int golden_verify(const struct options *options);
