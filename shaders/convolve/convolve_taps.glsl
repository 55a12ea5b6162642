// A convolution by a read for each tap of a list. Its first texel has their number; each of the others has a place
// and the weights of three channels there, of which alpha takes the mean.

#include "gaussian/gaussian_input.glsl"

layout(binding = 1) uniform sampler2D u_list; // LIST_WIDTH texels wide

vec4 entry(int i)
{
    return texelFetch(u_list, ivec2(i % LIST_WIDTH, i / LIST_WIDTH), 0);
}

ivec2 place_of(vec4 tap)
{
    int place = int(tap.x);
    return ivec2(place % (2 * REACH), place / (2 * REACH)) - REACH;
}

vec4 weights_of(vec4 tap)
{
    return vec4(tap.yzw, (tap.y + tap.z + tap.w) / 3.0);
}
