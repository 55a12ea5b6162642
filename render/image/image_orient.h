#pragma once

#include "render/image/image.h"

// How rows and columns that a file holds lie in the picture, as the tag of EXIF counts it: 1 is as
// they stand. 2 mirrors left and right, 3 turns by 180 degrees, 4 mirrors top and bottom. From 5 on
// rows of the file are columns of the picture, the first of them left (5, 8) or right (6, 7), and
// the first texel of each is at the top (5, 6) or at the bottom (7, 8).
enum { IMAGE_ORIENT_AS_IS = 1, IMAGE_ORIENT_COUNT = 8 };

// In place; what is no orientation leaves the image as it is.
void image_orient(struct image *image, int orientation);
