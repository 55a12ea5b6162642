#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"

#include <math.h>

static void shade(const struct reference_call *call, const struct reference_texel *texel)
{
    const struct exposure_params *p = call->params;
    for (int i = 0; i < 3; i++)
        texel->out[i] = fmin(texel->in[i] * exp2(p->ev), 65504);
}

void reference_exposure(const struct reference_call *call)
{
    reference_pointwise(call, shade);
}
