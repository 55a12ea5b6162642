// A weighted mean in the making.
struct Mean {
    vec4 sum;
    float weights;
};

#ifdef KARIS
#include "common/luminance.glsl"

// Bright texels count less, so that small bright objects do not flicker while they move (B. Karis, Tone mapping, 2013).
// The weights are divided out in the end, so that flat light stays as it is.
void add(inout Mean mean, float weight, vec4 color)
{
    weight /= 1.0 + max(luminance(color.rgb), 0.0);
    mean.sum += weight * color;
    mean.weights += weight;
}

vec4 result(Mean mean)
{
    return mean.sum / mean.weights;
}
#else
void add(inout Mean mean, float weight, vec4 color)
{
    mean.sum += weight * color;
}

vec4 result(Mean mean)
{
    return mean.sum;
}
#endif
