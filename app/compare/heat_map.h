#pragma once

#include "app/compare/cases.h"
#include "render/image/image.h"

#include <stdint.h>

// Where two pictures differ, as a picture: the largest difference of the four channels in each
// texel, or FLIP's where the tolerance limits that. Black is equal. Files of it are PNGs with a
// legend.

struct heat_map {
    struct image image; // U8, opaque; to be finished
    bool is_flip;
    double top; // what the end of the ramp stands for: 1 of FLIP, otherwise the largest difference
};

// Reads the pictures of a case that is CASE_COMPARED, and makes the map. False with
// the reason where they can no longer be read.
bool heat_map_make(struct heat_map *map, const struct compare_case *one, struct error *error);

// Gives the colour, display values of 0..255, of a share of `top`, 0..1: 0 is black, and the least
// difference is not. Magma, over violet and orange to a pale yellow: equal steps look equal, and
// who cannot tell red from green sees the order by the lightness. N. Smith, S. van der Walt, the
// colour maps of matplotlib 1.5, 2015, at ten of its 256 colours; in between display values are
// mixed.
void heat_map_colour(double share, uint8_t colour[3]);

// Writes what the map shows and in which unit: "largest channel difference, 255ths".
void heat_map_describe(const struct heat_map *map, const struct compare_case *one, char *out,
                       size_t size);

// Writes the map of a case that is CASE_COMPARED.
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
