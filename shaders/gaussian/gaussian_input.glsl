#include "common/edge.glsl"

layout(binding = 0) uniform sampler2D u_input;
uniform vec2 u_size; // of the image. Asking that for it costs as much as a read (NVIDIA H200)

vec4 texel(ivec2 at)
{
    ivec2 size = ivec2(u_size);
    return is_hidden(at, size) ? vec4(0.0) : texelFetch(u_input, inside(at, size), 0);
}
