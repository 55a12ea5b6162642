#pragma once

#include "effects/chain.h"
#include "effects/effect_impl.h"
#include "render/image/image.h"

struct scene_choice;

// effects/reference: a reference implementation of every effect, and of the scenes that are charts,
// in plain C and double precision.
//
// It is written from the papers and not from the shaders, and tests compare every implementation
// with it. Images are IMAGE_TYPE_F64.

struct reference_call {
    const void *params;         // the effect's own struct
    const struct image *source; // input of the chain
    const struct image *input;
    struct image *output;  // initialised by the caller, with the size of the input
    int depth;             // bits per channel of the picture's target
    int frame;             // number of the frame, for animated dither
    int cell;              // side of the cells that an earlier step made, pixels; 0 or 1: none
    bool is_display_input; // the input is straight display values, not premultiplied light
};

struct reference {
    const struct effect *effect;
    void (*run)(const struct reference_call *call);
};

extern const struct reference references[]; // one for each effect; ends with a zeroed row

// One texel of a pointwise effect. Each pointer is to red, green, blue and alpha. The output has
// the alpha of the input, unless the effect writes another.
struct reference_texel {
    int x, y; // place; (0, 0) is the top left
    const double *source, *in;
    double *out;
};

// Calls `shade` for every texel of the output.
void reference_pointwise(const struct reference_call *call,
                         void (*shade)(const struct reference_call *call,
                                       const struct reference_texel *texel));

// The reference of each effect, in the file of the effect's name.
#define REFERENCE_DECLARE(NAME) void reference_##NAME(const struct reference_call *call);
EFFECTS(REFERENCE_DECLARE)

// Returns a texel; outside the image, the texel or the zeros that `edge` (enum edge) defines there.
const double *reference_texel_with_edge(const struct image *image, int x, int y, int edge);
static inline const double *reference_texel(const struct image *image, int x, int y, int edge)
{
    const bool is_inside = x >= 0 && y >= 0 && x < image->width && y < image->height;
    return is_inside ? image_at(image, x, y) : reference_texel_with_edge(image, x, y, edge);
}

// Weights of the texels from -n to n along an axis.
enum { REFERENCE_MAX_TAPS = 2 * 1125 + 1 };
struct reference_taps {
    int n;
    double weights[REFERENCE_MAX_TAPS];
};

// Blurs the input of a call along its rows, and the result along its columns.
void reference_blur(const struct reference_call *call, const struct reference_taps *taps, int edge);

// Mixes two images of one size: `to` gets the weight `share`, and `from` the rest.
void reference_mix(const struct image *from, double share, struct image *to);

// The input of a call with the margin of the effect, filled as `edge` defines, and an image for the
// output. reference_cut frees both.
struct reference_wide {
    struct image input, output;
    struct margin margin;
};
void reference_widen(const struct reference_call *call, const struct effect *effect, int edge,
                     struct reference_wide *wide);

// Copies wide->output without its margin to `output`, and frees `wide`.
void reference_cut(struct reference_wide *wide, struct image *output);

// Runs a whole chain, with regions and switched-off steps but without an inserted encode.
// Initialises `output`.
void reference_run_chain(const struct chain *chain, const struct image *source, int depth,
                         int frame, struct image *output);

// Like reference_run_chain, from step `first` (from 0) on, whose input is `input`, linear light.
void reference_run_from(const struct chain *chain, int first, const struct image *source,
                        const struct image *input, int depth, int frame, struct image *output);

// Initialises `image` with a chart at `time` seconds: each texel is the mean over its area. Returns
// false if the scene is not a chart. In charts.c.
bool reference_chart(const struct scene_choice *choice, double time, int width, int height,
                     struct image *image);

// The transfer function of sRGB (IEC 61966-2-1) and its inverse.
double reference_srgb_encode(double linear);
double reference_srgb_decode(double encoded);
