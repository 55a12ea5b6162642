#pragma once

#include "render/image/image_file.h"

// Colours of another space than sRGB, as files tell it.
//
// Display values become those of sRGB, in 16 bits, by relative colorimetry: white stays white, and
// what lies outside sRGB is clipped channel by channel, since light is 0..inf and a display picture
// has nothing above white. A file of absolute light (PQ, HLG) becomes light, where only what is
// negative is clipped. What cannot be followed is taken as sRGB, and the picture's note says so.

// Code points of ITU-T H.273 that are used by name.
enum {
    COLOUR_PRIMARIES_BT709 = 1,
    COLOUR_TRANSFER_LINEAR = 8,
    COLOUR_TRANSFER_SRGB = 13,
    COLOUR_TRANSFER_PQ = 16,
    COLOUR_TRANSFER_HLG = 18,
};

// How values of 0..1 become light.
struct image_curve {
    int transfer;    // H.273, of those that image_curve_knows
    double exponent; // where it is above 0, a power instead
};

bool image_curve_knows(int transfer);

// Whether light comes in units of a display's white, beyond which there is more.
bool image_curve_is_absolute(const struct image_curve *curve);

// Light of a value; 1 is white, which of PQ and HLG is 203 cd/m2 (ITU-R BT.2408). HLG of one
// channel, before its display's gamma.
double image_curve_decode(const struct image_curve *curve, double value);

// The chromaticities x, y of white, red, green and blue.
struct image_primaries {
    double xy[4][2];
};

extern const struct image_primaries image_primaries_srgb;

bool image_primaries_find(int code, struct image_primaries *primaries); // H.273

// From light of these primaries to light of sRGB's, with white on white (Bradford). False where
// they span nothing.
bool image_primaries_matrix(const struct image_primaries *primaries, double matrix[3][3]);

// Of display values (U8 or U16, straight alpha), or, of light (F32), with the curve left out.
void image_colour_convert(struct image_picture *picture, const struct image_curve *curve,
                          const struct image_primaries *primaries);

enum image_profile_kind { PROFILE_UNUSABLE, PROFILE_GREY, PROFILE_RGB, PROFILE_INKS };

// Of an ICC profile, through Little CMS. PROFILE_INKS: cyan, magenta, yellow, black.
enum image_profile_kind image_profile_kind(const uint8_t *profile, size_t size);

// U8 or U16. Of grey the first value counts; inks are U8, 255 for none. A profile that is sRGB
// within half a step of 8 bits leaves the texels as they are.
void image_profile_convert(struct image_picture *picture, const uint8_t *profile, size_t size);
