#pragma once

#include "effects/chain.h"
#include "render/image/image.h"
#include "render/scene/scene.h"

// effects/reference: the same effects, and the scenes that are charts, in plain C and double
// precision.
//
// They are written from the papers and not from the shaders, and tests compare every implementation
// with them. Images are IMAGE_TYPE_F64.

struct reference_call {
    const void *params;         // the effect's own struct
    const struct image *source; // what entered the chain
    const struct image *input;
    struct image *output;  // of the input's size, made by the caller
    int depth;             // bits a channel of the picture's target
    int frame;             // counts drawn frames, for animated dither
    int cell;              // side of the cells made before it, pixels; 0 or 1: none
    bool is_display_input; // straight display values, not premultiplied light
};

struct reference {
    const struct effect *effect;
    void (*run)(const struct reference_call *call);
};

extern const struct reference references[]; // one for each effect, ends with a zeroed row

// One texel of a pointwise effect. Each pointer is to four values, alpha last.
struct reference_texel {
    int x, y;
    const double *source, *in;
    double *out;
};

// Calls `shade` for every texel of the output.
void reference_pointwise(const struct reference_call *call,
                         void (*shade)(const struct reference_call *call,
                                       const struct reference_texel *texel));

// Each in the file of its effect's name.
#define REFERENCE_DECLARE(NAME) void reference_##NAME(const struct reference_call *call);
EFFECTS(REFERENCE_DECLARE)

// A texel, or what stands for it beyond the border; `edge` is an enum edge.
const double *reference_texel_beyond(const struct image *image, int x, int y, int edge);
static inline const double *reference_texel(const struct image *image, int x, int y, int edge)
{
    const bool is_inside = x >= 0 && y >= 0 && x < image->width && y < image->height;
    return is_inside ? image_at(image, x, y) : reference_texel_beyond(image, x, y, edge);
}

// The call's picture within the effect's margin, which is filled as `edge` says, and an image for
// the result. reference_cut frees both.
struct reference_wide {
    struct image input, output;
    struct margin margin;
};
void reference_widen(const struct reference_call *call, const struct effect *effect, int edge,
                     struct reference_wide *wide);

// Copies the picture out of the result, without the margin, and frees `wide`.
void reference_cut(struct reference_wide *wide, struct image *output);

// Runs a whole chain, with regions and switched-off steps but without an inserted encode. Makes
// `output`.
void reference_run_chain(const struct chain *chain, const struct image *source, int depth,
                         int frame, struct image *output);

// Like reference_run_chain, from step `first` (from 0) on, whose input is `input`, linear light.
void reference_run_from(const struct chain *chain, int first, const struct image *source,
                        const struct image *input, int depth, int frame, struct image *output);

// Makes `image`, what a scene that is a chart shows at `time` seconds: a texel is the mean of what
// lies under it. False where the scene is no chart. In charts.c.
bool reference_chart(const struct scene_choice *choice, double time, int width, int height,
                     struct image *image);

// The transfer function of sRGB (IEC 61966-2-1) and its inverse.
double reference_srgb_encode(double linear);
double reference_srgb_decode(double encoded);
