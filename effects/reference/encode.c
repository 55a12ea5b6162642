#include "effects/colour.h"
#include "effects/reference/reference.h"

#include <math.h>

static void shade(const struct reference_call *call, const struct reference_texel *texel)
{
    (void) call;
    const double cover = colour_cover(texel->in[3]);
    for (int i = 0; i < 3; i++)
        texel->out[i] = reference_srgb_encode(fmin(fmax(texel->in[i] / cover, 0), 1));
}

void reference_encode(const struct reference_call *call)
{
    reference_pointwise(call, shade);
}
