// The two steps of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015): DOWN or UP is defined.
// Places are counted in texels of the image that is read: texel i of a coarse image always lies over texels 2i and
// 2i + 1 of the finer one, so that odd sizes do not shift anything.

layout(binding = 0) uniform sampler2D u_input; // the image to step from, filtered

layout(location = 0) uniform float u_offset; // distance of the taps, 1 as published
#define MARGIN_AT 2
#include "blur/margin.glsl"

vec4 tap(vec2 place)
{
    vec2 size = vec2(textureSize(u_input, 0));
#ifdef DOWN
    place = in_picture(place, size);
#endif
    return textureLod(u_input, place / size, 0.0);
}

vec4 corners(vec2 centre, float distance)
{
    vec2 d = vec2(distance, -distance);
    return tap(centre + d.xx) + tap(centre + d.xy) + tap(centre + d.yx) + tap(centre + d.yy);
}

vec4 sides(vec2 centre, float distance)
{
    vec2 d = vec2(distance, 0.0);
    return tap(centre + d.xy) + tap(centre - d.xy) + tap(centre + d.yx) + tap(centre - d.yx);
}

#ifdef DOWN
vec4 half_step(ivec2 at)
{
    vec2 centre = vec2(2 * at + 1);
    return (4.0 * tap(centre) + corners(centre, u_offset)) / 8.0;
}
#endif

#ifdef UP
#ifdef MIX
layout(binding = 1) uniform sampler2D u_finer; // an image of the size that is written
layout(location = 1) uniform float u_share;    // of the coarser image in the result
#endif

vec4 blurred(ivec2 at)
{
    vec2 centre = (vec2(at) + 0.5) / 2.0;
    return (sides(centre, u_offset) + 2.0 * corners(centre, u_offset / 2.0)) / 12.0;
}

vec4 half_step(ivec2 at)
{
#ifdef MIX
    return mix(texelFetch(u_finer, at, 0), blurred(at + ivec2(u_margin)), u_share);
#else
    return blurred(at + ivec2(u_margin));
#endif
}
#endif
