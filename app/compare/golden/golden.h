#pragma once

#include "app/options.h"

// app/compare/golden: folders of pictures that are known to be good, and whether they are still
// drawn so. These are --record and --verify.
//
// A folder has a list, cases.txt (golden_list.h): a line for each picture, with its name and the
// options that make it. --record draws those that are not there yet. --verify draws all of them to
// another folder and compares each as --compare does, with the tolerance of its line; --accept puts
// what is drawn now in the place of a picture that was looked at and is good.
//
//   halation --record pictures                       # begins a list, and draws it
//   halation --verify pictures --diff failed         # after a change
//   halation --verify pictures --accept 'night*'

// Draws the pictures of a folder's list that are not there yet; without a list it begins one.
// Returns the exit status.
int golden_record(const struct options *options);

// Draws all of them again and compares, each within its tolerance; with `options->golden.accepted`
// it then replaces those. Returns 0 where all are within, 1 where one is not or is missing,
// EXIT_USAGE where something cannot be drawn or compared.
int golden_verify(const struct options *options);
