#pragma once

#include "render/image/image_picture.h"

// Converts colours of the spaces that files state to sRGB.
//
// Display values become display values of sRGB in 16 bits, by relative colorimetry: white stays
// white, and colours outside sRGB are clipped channel by channel, since light is 0..inf and a
// display picture has nothing above white. A file of absolute light (PQ, HLG) becomes light, of
// which only negative values are clipped. A space that cannot be followed is taken as sRGB, and the
// picture's note says so.

// Code points of ITU-T H.273.
enum {
    COLOUR_PRIMARIES_BT709 = 1,
    COLOUR_TRANSFER_LINEAR = 8,
    COLOUR_TRANSFER_SRGB = 13,
    COLOUR_TRANSFER_PQ = 16,
    COLOUR_TRANSFER_HLG = 18,
};

// The transfer function from values of 0..1 to light.
struct image_curve {
    int transfer;    // of H.273, one that image_curve_knows
    double exponent; // above 0: the curve is this power instead
};

bool image_curve_knows(int transfer);

// Returns true if the curve is of absolute light (PQ, HLG), which exceeds a display's white.
bool image_curve_is_absolute(const struct image_curve *curve);

// The light of a value, where 1 is white: for PQ and HLG 203 cd/m2 (ITU-R BT.2408). HLG is decoded
// channel by channel, without the gamma of its display.
double image_curve_decode(const struct image_curve *curve, double value);

// The chromaticities x, y of white, red, green and blue.
struct image_primaries {
    double xy[4][2];
};

extern const struct image_primaries image_primaries_srgb;

bool image_primaries_find(int code, struct image_primaries *primaries); // H.273

// The matrix from light of these primaries to light of sRGB's that takes white to white (Bradford).
// False where they span no colours.
bool image_primaries_matrix(const struct image_primaries *primaries, double matrix[3][3]);

// Converts display values (U8 or U16, straight alpha), or light (F32, premultiplied), which has no
// curve. What becomes light is premultiplied.
void image_colour_convert(struct image_picture *picture, const struct image_curve *curve,
                          const struct image_primaries *primaries);

enum image_profile_kind { PROFILE_UNUSABLE, PROFILE_GREY, PROFILE_RGB, PROFILE_INKS };

// The kind of an ICC profile, read by Little CMS. PROFILE_INKS: cyan, magenta, yellow and black.
enum image_profile_kind image_profile_kind(const uint8_t *profile, size_t size);

// Converts display values, U8 or U16, by an ICC profile. Grey is read from the first value; inks
// are U8, and 255 is none. A profile that is sRGB within half a step of 8 bits changes nothing.
void image_profile_convert(struct image_picture *picture, const uint8_t *profile, size_t size);
