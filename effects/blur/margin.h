#pragma once

#include "effects/effect.h"

// Blurs that work on ever smaller images read beyond the border of each, which is not the
// picture's: where a side is odd, the border lies within a texel, so that what is mirrored there is
// mirrored at the wrong place; and light that a step puts beyond the border is gone, where some of
// it would come back. So with `edge` mirror or zero such a blur gets a wider picture, which holds
// around itself what `edge` says, and the picture is cut out of the result.

struct margin_need {
    enum edge edge;
    int halvings; // of the smallest image
    double sigma; // of the whole blur, px
};

// Two sigma wide, or twice the picture's longer side where that is less, in whole texels of the
// smallest image, which keep their places in the picture; of an image whose texels would be larger
// than the picture and its margin, or get little of the light, it is the level above. Nothing for
// clamp, and for mirror where the smallest image's texels fill the side.
struct margin margin_of_levels(const struct margin_need *need, int width, int height);

// What a step asks for, no wider than a texture can be.
struct margin margin_of_step(const struct effect *effect, const void *params, int width, int height,
                             const struct context_info *info);

bool margin_is_needed(const struct effect_site *site);

// Whether passes before and after the implementation's widen the picture and cut it out again:
// where there is a margin which the implementation does not take.
bool margin_is_copied(const struct effect_impl *impl, const struct effect_site *site);

// Adds those passes.
void margin_cost(const struct effect_impl *impl, const struct effect_site *site, struct cost *cost);

// For an implementation that takes margins: that around the call's input or output, where those are
// the picture, and of none around another image; and for shaders/blur/margin.glsl, whose EDGE is
// `edge`.
struct margin margin_around(const struct effect_call *call, const struct texture *texture);
struct uniform margin_uniform(const struct effect_call *call, enum edge edge,
                              const struct texture *texture);

// Runs a call whose input and output are as large as the picture. The program is shift.frag or
// shift.comp.
void margin_run(const struct effect_impl *impl, const struct effect_call *call,
                const struct program *program);
