#pragma once

#include "render/image/image_picture.h"

// EXIF orientation: 1 is upright, 2 is mirrored horizontally, 3 is rotated by 180 degrees, 4 is
// mirrored vertically. For 5 to 8 the rows of the file are columns of the picture: row 0 is the
// left column (5, 8) or the right one (6, 7), and texel 0 of a row is at the top (5, 6) or the
// bottom (7, 8).
enum { IMAGE_ORIENT_AS_IS = 1, IMAGE_ORIENT_COUNT = 8 };

// Makes the picture upright, in place. An invalid orientation changes nothing. If the read is
// cancelled, the result is incomplete.
void image_orient(struct image_picture *picture, int orientation);
