#include "gaussian_edge.glsl"

layout(binding = 0) uniform sampler2D u_input;

vec4 texel(ivec2 at)
{
    ivec2 size = textureSize(u_input, 0);
    return is_nothing(at, size) ? vec4(0.0) : texelFetch(u_input, place_inside(at, size), 0);
}
