#include "gaussian_edge.glsl"

layout(binding = 0) uniform sampler2D u_input;

vec4 texel(ivec2 at)
{
    ivec2 size = ivec2(u_size);
    return is_nothing(at, size) ? vec4(0.0) : texelFetch(u_input, place_inside(at, size), 0);
}
