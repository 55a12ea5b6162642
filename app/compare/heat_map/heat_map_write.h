#pragma once

#include "app/compare/cases/cases.h"

// Files of heat maps, as PNG with a legend.

// Writes the map of a case that was compared and is not faulty.
bool heat_map_write(const struct compare_case *one, const char *path, struct error *error);

// Makes a folder for the maps of many cases, where it is missing. False with the reason where that
// cannot be, and where it is or lies in one of the `count` folders `kept`, which nothing is to be
// written to.
bool heat_map_check_folder(const char *folder, const char *const kept[], int count,
                           struct error *error);

// Whether the map of two pictures can be written under that name, which ends in .png and is not
// that of one of them.
bool heat_map_check_path(const char *path, const char *const pictures[2], struct error *error);

// Writes NAME.diff.png for each case that was compared and is beyond its tolerance, and removes
// that file where the case is within it now. Where a picture is faulty there is none. `count` gets
// how many were written.
bool heat_map_write_all(const struct compare_cases *cases, const char *folder, int *count,
                        struct error *error);
