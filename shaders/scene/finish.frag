#version 430 core

// What comes after a scene: values made finite (FINITE), and a smaller picture made as large as the
// output. NaN would spread through the texture filter even at weight 0, so with FINITE the four
// texels are mended before they are mixed.

#include "scene/finite.glsl"

layout(binding = 0) uniform sampler2D u_input; // bilinear, clamped
layout(location = 0) uniform vec2 u_size;      // of the output, texels

layout(location = 0) out vec4 out_color;

#ifdef FINITE
vec4 texel(ivec2 at)
{
    return finite(texelFetch(u_input, clamp(at, ivec2(0), textureSize(u_input, 0) - 1), 0));
}

vec4 read(vec2 uv)
{
    vec2 at = uv * vec2(textureSize(u_input, 0)) - 0.5;
    ivec2 corner = ivec2(floor(at));
    vec2 weight = at - vec2(corner);
    vec4 above = mix(texel(corner), texel(corner + ivec2(1, 0)), weight.x);
    vec4 below = mix(texel(corner + ivec2(0, 1)), texel(corner + ivec2(1, 1)), weight.x);
    return mix(above, below, weight.y);
}
#else
vec4 read(vec2 uv)
{
    return texture(u_input, uv);
}
#endif

void main()
{
    out_color = read(gl_FragCoord.xy / u_size);
}
