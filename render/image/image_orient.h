#pragma once

#include "render/image/image_picture.h"

// Orientation of a file's rows and columns in the picture, numbered as in EXIF. 1 leaves them as
// they are, 2 mirrors left and right, 3 turns by 180 degrees, 4 mirrors top and bottom. From 5 on
// rows of the file are columns of the picture: the first is at the left (5, 8) or right (6, 7), and
// begins at the top (5, 6) or at the bottom (7, 8).
enum { IMAGE_ORIENT_AS_IS = 1, IMAGE_ORIENT_COUNT = 8 };

// Orients the picture in place. A number that is no orientation changes nothing. Leaves the rest
// where the picture is unwanted.
void image_orient(struct image_picture *picture, int orientation);
