#version 430 core

// A file's texels as scene-linear light, premultiplied by alpha and finite.

#include "scene/finite.glsl"
#include "srgb.glsl"

layout(binding = 0) uniform sampler2D u_input; // as large as the output
layout(location = 0) uniform int u_is_display; // 1: sRGB with straight alpha; 0: light, alpha 1

layout(location = 0) out vec4 out_color;

void main()
{
    vec4 color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0);
    if (u_is_display == 1)
        color.rgb = srgb_decode(color.rgb) * color.a;
    out_color = finite(color);
}
