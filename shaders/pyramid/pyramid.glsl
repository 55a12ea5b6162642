// The steps of a pyramid blur (J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare,
// SIGGRAPH 2014): thirteen bilinear taps down, a tent of nine up. With GAUSS5 instead five taps along one axis at a
// time, which M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015, compares with. DOWN, UP or SMOOTH is defined.
// Places are counted in texels of the image that is read; texel i of a coarse image lies over texels 2i and 2i + 1 of
// the finer one.

#ifdef KARIS
#include "common/luminance.glsl"
#endif

layout(binding = 0) uniform sampler2D u_input; // filtered

#ifdef GAUSS5
layout(location = 0) uniform vec2 u_axis; // (1, 0) or (0, 1): the one along which the size changes
#endif

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

#ifdef DOWN
// A weighted mean in the making.
struct Mean {
    vec4 sum;
    float weights;
};

// With KARIS what is bright counts less, so that a small bright thing does not flicker while it moves (B. Karis, Tone
// mapping, 2013). The weights are divided out in the end, so that flat light stays as it is.
void add(inout Mean mean, float weight, vec4 color)
{
#ifdef KARIS
    weight /= 1.0 + max(luminance(color.rgb), 0.0);
#endif
    mean.sum += weight * color;
    mean.weights += weight;
}

vec4 result(Mean mean)
{
#ifdef KARIS
    return mean.sum / mean.weights;
#else
    return mean.sum;
#endif
}
#endif

#if defined(DOWN) && !defined(GAUSS5)
// Five squares of four taps: one of half the weight around the centre, four that overlap around it.
vec4 pyramid(ivec2 at)
{
    vec2 centre = vec2(2 * at + 1);
    vec4 taps[9];
    for (int i = 0; i < 9; i++)
        taps[i] = tap(centre + 2.0 * vec2(i % 3 - 1, i / 3 - 1));
    vec4 inner = tap(centre + vec2(-1.0, -1.0)) + tap(centre + vec2(1.0, -1.0)) + tap(centre + vec2(-1.0, 1.0)) +
                 tap(centre + vec2(1.0, 1.0));
    Mean mean = Mean(vec4(0.0), 0.0);
    add(mean, 0.5, inner / 4.0);
    for (int i = 0; i < 4; i++) {
        int first = i + i / 2; // 0, 1, 3, 4
        add(mean, 0.125, (taps[first] + taps[first + 1] + taps[first + 3] + taps[first + 4]) / 4.0);
    }
    return result(mean);
}
#endif

#if defined(DOWN) && defined(GAUSS5)
vec4 pyramid(ivec2 at)
{
    vec2 centre = mix(vec2(at) + 0.5, vec2(2 * at + 1), u_axis);
    Mean mean = Mean(vec4(0.0), 0.0);
    add(mean, 1.0 / 16.0, tap(centre - 2.0 * u_axis));
    add(mean, 4.0 / 16.0, tap(centre - u_axis));
    add(mean, 6.0 / 16.0, tap(centre));
    add(mean, 4.0 / 16.0, tap(centre + u_axis));
    add(mean, 1.0 / 16.0, tap(centre + 2.0 * u_axis));
    return result(mean);
}
#endif

#ifdef UP
layout(location = 2) uniform vec3 u_weights; // of taps at the distances 0, 1 and 2, along each axis
#ifdef MIX
layout(binding = 1) uniform sampler2D u_finer; // an image of the size that is written
layout(location = 1) uniform float u_share;    // of the coarser image in the result
#endif

#ifdef GAUSS5
vec4 blurred(ivec2 at)
{
    vec2 centre = (vec2(at) + 0.5) * (1.0 - 0.5 * u_axis);
    return u_weights.z * (tap(centre - 2.0 * u_axis) + tap(centre + 2.0 * u_axis)) +
           u_weights.y * (tap(centre - u_axis) + tap(centre + u_axis)) + u_weights.x * tap(centre);
}
#else
vec4 blurred(ivec2 at)
{
    vec2 centre = (vec2(at) + 0.5) / 2.0;
    vec4 sides = tap(centre + vec2(-1.0, 0.0)) + tap(centre + vec2(1.0, 0.0)) + tap(centre + vec2(0.0, -1.0)) +
                 tap(centre + vec2(0.0, 1.0));
    vec4 corners = tap(centre + vec2(-1.0, -1.0)) + tap(centre + vec2(1.0, -1.0)) + tap(centre + vec2(-1.0, 1.0)) +
                   tap(centre + vec2(1.0, 1.0));
    return u_weights.x * u_weights.x * tap(centre) + u_weights.x * u_weights.y * sides +
           u_weights.y * u_weights.y * corners;
}
#endif

vec4 pyramid(ivec2 at)
{
#ifdef MIX
    return mix(texelFetch(u_finer, at, 0), blurred(at), u_share);
#else
    return blurred(at);
#endif
}
#endif

#ifdef SMOOTH
layout(location = 2) uniform vec3 u_weights; // of taps at the distances 0, 1 and 2, along each axis

vec4 row(vec2 centre)
{
    return u_weights.z * (tap(centre - vec2(2.0, 0.0)) + tap(centre + vec2(2.0, 0.0))) +
           u_weights.y * (tap(centre - vec2(1.0, 0.0)) + tap(centre + vec2(1.0, 0.0))) + u_weights.x * tap(centre);
}

// A level at the size that it has.
vec4 pyramid(ivec2 at)
{
    vec2 centre = vec2(at) + 0.5;
    return u_weights.z * (row(centre - vec2(0.0, 2.0)) + row(centre + vec2(0.0, 2.0))) +
           u_weights.y * (row(centre - vec2(0.0, 1.0)) + row(centre + vec2(0.0, 1.0))) + u_weights.x * row(centre);
}
#endif
