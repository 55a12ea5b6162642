#include "effects/colour.h"
#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"

#include <math.h>

// The response is 0 below the knee, a parabola within it that continues both sides with their
// slopes, and light - level above it.
static double soft_knee(double light, double level, double width)
{
    if (light <= level - width)
        return 0;
    if (light >= level + width)
        return light - level;
    return (light - level + width) * (light - level + width) / (4 * width);
}

static void shade(const struct reference_call *call, const struct reference_texel *texel)
{
    const struct threshold_params *p = call->params;
    const double light = p->by == THRESHOLD_LUMINANCE
                             ? colour_luminance(texel->in)
                             : fmax(texel->in[0], fmax(texel->in[1], texel->in[2]));
    double kept = soft_knee(light, p->level, (double) p->level * p->knee);
    if (p->limit > 0 && kept > p->limit)
        kept = p->limit;
    for (int i = 0; i < 3; i++)
        texel->out[i] = light > 0 ? texel->in[i] * kept / light : 0;
}

void reference_threshold(const struct reference_call *call)
{
    reference_pointwise(call, shade);
}
