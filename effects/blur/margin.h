#pragma once

#include "effects/effect_impl.h"

// Blurs with smaller levels read outside the border of each level, which is not the border of the
// picture. If a side is odd, the picture ends within a texel of the level, so a mirrored edge would
// be mirrored at the wrong position; and light that a step down puts outside is lost, although some
// of it should return on the way up. So with `edge` mirror or zero such a blur runs on a wider
// picture, whose margin is filled as `edge` defines, and the result is cropped.

// Returns the margin of a step: two widths (effect_blur.margin), or twice the longer side of the
// picture if that is less, in whole texels of the smallest image, so that texels keep their places
// relative to the picture. If the texels of the smallest image would be larger than the picture and
// its margin, or get little of the light, texels of the level above count. Returns no margin for
// clamp, and none for mirror if whole texels of the smallest image fill the side. The margin is
// limited so that the picture and its margin fit into a texture; `info` NULL: it is not limited.
struct margin margin_of_step(const struct effect *effect, const void *params, int width, int height,
                             const struct context_info *info);

bool margin_is_needed(const struct effect_site *site);

// Returns true if extra passes before and after the implementation widen the picture and cut it out
// again: if there is a margin and the implementation does not handle margins itself.
bool margin_is_copied(const struct effect_impl *impl, const struct effect_site *site);

// For implementations that handle margins: margin_around returns the margin around the picture if
// `texture` is the call's input or output and has the size of the picture, otherwise no margin.
// margin_uniform is u_margin of shaders/blur/margin.glsl.
struct margin margin_around(const struct effect_call *call, const struct texture *texture);
struct uniform margin_uniform(const struct effect_call *call, const struct texture *texture);

// Runs a call whose input and output have the size of the picture. The program is shift.frag or
// shift.comp.
void margin_run(const struct effect_impl *impl, const struct effect_call *call,
                const struct program *program);
