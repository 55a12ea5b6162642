#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"

#include <math.h>

static void shade(const struct reference_call *call, const struct reference_texel *texel)
{
    static const double weights[][3] = {
        [SATURATION_BT601] = { 0.299, 0.587, 0.114 },
        [SATURATION_REC709] = { 0.2126, 0.7152, 0.0722 },
    };
    const struct saturation_params *p = call->params;
    const double *w = weights[p->luma];
    const double grey = w[0] * texel->in[0] + w[1] * texel->in[1] + w[2] * texel->in[2];
    for (int i = 0; i < 3; i++)
        texel->out[i] = fmin(fmax(grey + p->factor * (texel->in[i] - grey), 0), 65504);
}

void reference_saturation(const struct reference_call *call)
{
    reference_pointwise(call, shade);
}
