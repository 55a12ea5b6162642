#pragma once

#include "render/image/image.h"

#include <stdio.h>

// YUV4MPEG2 (mjpegtools, yuv4mpeg(5)), which video encoders read from a pipe: a header line, then a
// line "FRAME" and three planes of bytes for each picture, row 0 first. It is written as C444 (no
// chroma subsampling), 8 bits, full range, with the matrix of ITU-R BT.709-6 (2015) and the
// full-range quantisation of ITU-T H.273 (2021), 8.3:
//   Y  = 255 * y               with y = 0.2126 r + 0.7152 g + 0.0722 b, of display values 0..1
//   Cb = 255 * (b - y) / 1.8556 + 128
//   Cr = 255 * (r - y) / 1.5748 + 128    each rounded to the nearest, half up, and clamped to
//   0..255
// and back by
//   r = y + 1.5748 cr    b = y + 1.8556 cb    g = y - (0.2126 * 1.5748 cr + 0.0722 * 1.8556 cb) /
//   0.7152
// About four RGB colours share one YCbCr triple, so a decoded value differs by at most 1/255. The
// header states the range (XCOLORRANGE=FULL); it has no field for the matrix.
//
// There is no alpha: pictures are composited over black in linear light, as in the window.

// Writes the header line. `fps`, in frames per second, is written as a ratio of integers within a
// relative error of 1e-9, such as 60:1 or 30000:1001.
void image_y4m_write_header(int width, int height, double fps, FILE *file);

// Writes one picture (U8, straight alpha).
void image_y4m_write_frame(const struct image *image, FILE *file);
