#pragma once

#include "effects/effect.h"
#include "effects/effect_params.h"

// effects/pointwise: the effects that compute each colour from the colour at the same place.

// The structs of their parameters, for the effects and the references. Choices are in the order of
// the names in the rows; the shaders compare with the same numbers.

enum threshold_by { THRESHOLD_MAX, THRESHOLD_LUMINANCE };

struct threshold_params {
    float level, knee, limit;
    int by; // enum threshold_by
};

enum composite_mode { COMPOSITE_ADD, COMPOSITE_MIX, COMPOSITE_SCREEN };

struct composite_params {
    float strength;
    int mode; // enum composite_mode
    struct colour tint;
};

enum saturation_luma { SATURATION_BT601, SATURATION_REC709 };

struct saturation_params {
    float factor;
    int luma; // enum saturation_luma
};

struct exposure_params {
    float ev;
};

enum tonemap_curve {
    TONEMAP_LINEAR,
    TONEMAP_REINHARD,
    TONEMAP_REINHARD_EXTENDED,
    TONEMAP_HABLE,
    TONEMAP_ACES,
    TONEMAP_ACES_HILL,
    TONEMAP_AGX,
    TONEMAP_NEUTRAL,
    TONEMAP_GT,
    TONEMAP_CURVE_COUNT,
};

struct tonemap_params {
    float exposure; // EV
    int curve;      // enum tonemap_curve
    float white;    // luminance that reinhard_extended maps to white
};

enum lut_domain { LUT_DISPLAY, LUT_LIGHT };

struct lut_params {
    char file[PARAM_TEXT_SIZE];
    int domain; // enum lut_domain
};

enum dither_matrix {
    DITHER_BAYER2,
    DITHER_BAYER4,
    DITHER_BAYER8,
    DITHER_BAYER16,
    DITHER_HALFTONE,
    DITHER_BLUE_NOISE,
    DITHER_IGN,
    DITHER_WHITE,
    DITHER_TRIANGULAR,
    DITHER_MATRIX_COUNT,
};

enum dither_distance { DITHER_RGB, DITHER_LUMA, DITHER_LAB, DITHER_OKLAB };
enum dither_space { DITHER_ENCODED, DITHER_LINEAR };

// The names of both enums, NULL-terminated.
extern const char *const dither_distances[], *const dither_spaces[];

// The rows `palette` and `colors`, and `distance` and `space`, of an effect that reduces colours.
#define PARAM_PALETTE(S) \
    PARAM_TEXT(S, palette, .def_text = "none", \
               .help = "Colours to reduce to: none, a name, auto for those of the picture, or a " \
                       "file .gpl, .hex, .pal, .txt; goes before bits"), \
        PARAM_INT(S, colors, .def = 16, .min = 2, .max = PALETTE_MAX_COLOURS, \
                  .curve = PARAM_CURVE_LOG, \
                  .help = "How many colours of the picture palette=auto finds")
#define PARAM_DISTANCE(S) \
    PARAM_CHOICE(S, distance, .choices = dither_distances, \
                 .help = "How the nearest colour of a palette is found"), \
        PARAM_CHOICE(S, space, .choices = dither_spaces, \
                     .help = \
                         "Whether areas keep the mean of display values or of light, as far as " \
                         "their colours can")

struct dither_params {
    int matrix; // enum dither_matrix
    int bits;   // per channel; 0: as many as the picture's target has
    char palette[PARAM_TEXT_SIZE];
    int colors; // number of colours of palette=auto
    float strength;
    int distance; // enum dither_distance
    int space;    // enum dither_space
    int animate;  // 0 or 1
    struct length cell;
};
