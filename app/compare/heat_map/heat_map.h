#pragma once

#include "app/compare/cases/cases.h"
#include "render/image/image.h"

// app/compare/heat_map: where two pictures differ, as a picture: the largest difference of the four
// channels in each texel, or FLIP's where the tolerance limits that. Black is equal.

struct heat_map {
    struct image image; // U8, opaque
    bool is_flip;
    double top; // what the end of the ramp stands for: 1 of FLIP, otherwise the largest difference
};

// Reads the pictures of a case that was compared and is not faulty, and makes the map. False with
// the reason where they can no longer be read.
bool heat_map_make(struct heat_map *map, const struct compare_case *one, struct error *error);
void heat_map_finish(struct heat_map *map);

// Where on the ramp a share of `top` lies: 0 is black, and the least difference is not.
double heat_map_place(double share);

// Writes what the map shows and in which unit: "largest channel difference, 255ths".
void heat_map_describe(const struct heat_map *map, const struct compare_case *one, char *out,
                       size_t size);
