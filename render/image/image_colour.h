#pragma once

#include "render/image/image_picture.h"

// Conversion of the colour space of an image file to sRGB.
//
// Display values become 16-bit sRGB display values by relative colorimetry: white is mapped to
// white, and each channel is clipped to 0..1. Files with PQ or HLG become scene-linear light, of
// which only negative values are clipped. If a space is not supported, sRGB is assumed and the
// picture's note says so.

// Code points of ITU-T H.273.
enum {
    COLOUR_PRIMARIES_BT709 = 1,
    COLOUR_TRANSFER_LINEAR = 8,
    COLOUR_TRANSFER_SRGB = 13,
    COLOUR_TRANSFER_PQ = 16,
    COLOUR_TRANSFER_HLG = 18,
};

// The transfer function from file values (0..1) to light.
struct image_curve {
    int transfer;    // H.273 code that image_curve_is_known returns true for
    double exponent; // above 0: light = value^exponent, and `transfer` is ignored
};

bool image_curve_is_known(int transfer);

// Returns true for PQ and HLG, whose light can exceed white (1).
bool image_curve_is_absolute(const struct image_curve *curve);

// Decodes a value to light, where 1 is white; for PQ and HLG white is 203 cd/m2 (ITU-R BT.2408).
// HLG is decoded to scene light; image_colour_convert applies the OOTF.
double image_curve_decode(const struct image_curve *curve, double value);

// The chromaticities x, y of white, red, green and blue.
struct image_primaries {
    double xy[4][2];
};

extern const struct image_primaries image_primaries_srgb;

bool image_primaries_find(int code, struct image_primaries *primaries); // H.273

// Computes the matrix from linear RGB of these primaries to linear sRGB, with Bradford adaptation
// of white. Returns false if the primaries are degenerate.
bool image_primaries_matrix(const struct image_primaries *primaries, double matrix[3][3]);

// Converts a picture in place: display values (U8 or U16, straight alpha) by curve and primaries,
// light (F32, premultiplied) by primaries only. PQ and HLG become premultiplied F32 light.
void image_colour_convert(struct image_picture *picture, const struct image_curve *curve,
                          const struct image_primaries *primaries);

enum image_profile_kind { PROFILE_UNUSABLE, PROFILE_GREY, PROFILE_RGB, PROFILE_INKS };

// Returns the colour model of an ICC profile (read by Little CMS). PROFILE_INKS is CMYK.
enum image_profile_kind image_profile_kind(const uint8_t *profile, size_t size);

// Converts display values (U8 or U16) by an ICC profile, in place. Grey values are in the first
// channel; CMYK is U8 with 255 for no ink. A profile that equals sRGB within half an 8-bit step
// leaves the picture unchanged.
void image_profile_convert(struct image_picture *picture, const uint8_t *profile, size_t size);
