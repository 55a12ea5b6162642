#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"

#include <math.h>

static double combine(int mode, double source, double light, double strength)
{
    const double scaled = light * strength;
    const double share = fmin(strength, 1);
    switch (mode) {
    case COMPOSITE_MIX:
        return (1 - share) * source + share * light;
    case COMPOSITE_SCREEN:
        return source + scaled - fmin(source, 1) * fmin(scaled, 1);
    default:
        return source + scaled;
    }
}

static void shade(const struct reference_call *call, const struct reference_texel *texel)
{
    const struct composite_params *p = call->params;
    const double tint[3] = { p->tint.r, p->tint.g, p->tint.b };
    for (int i = 0; i < 3; i++)
        texel->out[i] =
            fmin(combine(p->mode, texel->source[i], tint[i] * texel->in[i], p->strength), 65504);
    texel->out[3] = texel->source[3];
    if (p->mode == COMPOSITE_MIX)
        texel->out[3] = combine(COMPOSITE_MIX, texel->source[3], texel->in[3], p->strength);
}

void reference_composite(const struct reference_call *call)
{
    reference_pointwise(call, shade);
}
