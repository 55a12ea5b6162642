#pragma once

#include "render/image/image.h"

#include <stdio.h>

// YUV4MPEG2 (mjpegtools, yuv4mpeg(5)), which video encoders read from a pipe: a line about the
// stream, then a short line and three planes of bytes for each picture, row 0 first. Written here
// as "C444", a colour for every pixel, in 8 bits and full range, by ITU-R BT.709-6 (2015), and
// ITU-T H.273 (2021), equations 8.3 for numbers of full range:
//   Y  = 255 * y               with y = 0.2126 r + 0.7152 g + 0.0722 b, of display values 0..1
//   Cb = 255 * (b - y) / 1.8556 + 128
//   Cr = 255 * (r - y) / 1.5748 + 128    each rounded to the nearest, half up, and clamped to
//   0..255
// and back by
//   r = y + 1.5748 cr    b = y + 1.8556 cb    g = y - (0.2126 * 1.5748 cr + 0.0722 * 1.8556 cb) /
//   0.7152
// Three bytes stand for fewer colours so: of each four or so that differ by 1/255 one is kept, and
// what comes back, rounded, is at most 1/255 off. The header says the range (XCOLORRANGE=FULL); the
// matrix has no place in it.
//
// Alpha has none either: the picture is seen over black as in the window, light by light.

// Writes the line about the stream. `fps` in frames a second: a ratio of whole numbers that is
// nearer than a thousand millionth, 60:1 or 30000:1001.
void image_y4m_write_header(int width, int height, double fps, FILE *file);

// Writes a picture of the type U8, straight alpha.
void image_y4m_write_frame(const struct image *image, FILE *file);
