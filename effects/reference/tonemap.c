#include "effects/colour.h"
#include "effects/pointwise/tonemap_curve.h"
#include "effects/reference/reference.h"

static void shade(const struct reference_call *call, const struct reference_texel *texel)
{
    const double cover = colour_cover(texel->in[3]);
    double straight[3];
    for (int i = 0; i < 3; i++)
        straight[i] = texel->in[i] / cover;
    tonemap_curve_shade(call->params, straight, texel->out);
}

void reference_tonemap(const struct reference_call *call)
{
    reference_pointwise(call, shade);
}
