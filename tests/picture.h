#pragma once

#include "render/image.h"

// A picture that was looked at once and is good, kept as tests/pictures/<name>.png.
struct picture {
    const char *name;
    int tolerance; // largest difference of one channel that counts as none, 0..255
    // 0, or means of squares of that many texels are compared: dithered pixels change places.
    int block;
    // Of the texels, or squares, that may differ by more, 0..1: edges lie differently on every GPU.
    double share;
};

// Compares a shot (U8, as image_write takes it) with the picture. When they differ,
// or there is no picture, it says so on stderr, leaves <name>.shot.png and <name>.diff.png
// (sixteen-fold) in the folder HALATION_TEST_OUTPUT, or else in the build's, and returns false. To
// accept a new picture, look at the shot and copy it over the old one.
bool picture_matches(const struct picture *picture, const struct image *shot);
