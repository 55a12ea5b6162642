// The mean of squares of pixels, along one axis at a time.

#include "common/join.glsl"

layout(binding = 0) uniform sampler2D u_input;
uniform int u_side;   // of a cell, texels
uniform int u_length; // of the input, along the way

#ifdef PAINT

// Each texel gets the colour of its cell.
vec4 pixelate(ivec2 at)
{
    ivec2 cell = ivec2((vec2(at) + 0.5) / float(u_side));
    return JOIN_AFTER(texelFetch(u_input, cell, 0), at);
}

#else

// A short sum at a time, so that few roundings lie on one another; of shares, so that the largest values stay finite.
const int SHORT = 16;

#ifdef ALONG_ROWS // the means of the columns of a cell
vec4 fetch(ivec2 at, int i)
{
    return texelFetch(u_input, ivec2(at.x * u_side + i, at.y), 0);
}
#else // the texels of a column of a cell
vec4 fetch(ivec2 at, int i)
{
    ivec2 texel = ivec2(at.x, at.y * u_side + i);
    return JOIN_BEFORE(texelFetch(u_input, texel, 0), texel);
}
#endif

vec4 pixelate(ivec2 at)
{
#ifdef ALONG_ROWS
    int first = at.x * u_side;
#else
    int first = at.y * u_side;
#endif
    int count = min(u_side, u_length - first);
    vec4 share = vec4(1.0 / float(count)), mean = vec4(0.0);
    vec3 seen = vec3(0.0);
    for (int i = 0; i < count; i += SHORT) {
        vec4 part = vec4(0.0);
        vec3 part_seen = vec3(0.0);
        for (int j = i; j < min(i + SHORT, count); j++) {
            vec4 texel = fetch(at, j);
            part = fma(texel, share, part);
#if STRAIGHT
            part_seen = fma(texel.rgb * texel.a, share.rgb, part_seen);
#endif
        }
        mean += part;
        seen += part_seen;
    }
#if STRAIGHT // colours count by their alpha; where nothing has any, plainly
    mean.rgb = mean.a > 0.0 ? seen / mean.a : mean.rgb;
#endif
    return mean;
}

#endif
