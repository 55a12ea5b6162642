#version 430 core

// The picture on the screen, whose row 0 is the bottom one.

#include "common/srgb.glsl"

layout(binding = 0) uniform sampler2D u_picture; // display values, row 0 is the top
layout(location = 0) uniform vec2 u_size;        // of the screen's part, in pixels

layout(location = 0) out vec4 out_color;

void main()
{
    vec2 at = vec2(gl_FragCoord.x, u_size.y - gl_FragCoord.y);
    if (ivec2(u_size) == textureSize(u_picture, 0))
        out_color = texelFetch(u_picture, ivec2(at), 0);
    else
        out_color = texture(u_picture, at / u_size);
    // Straight display values over black; light without cover is seen as it is.
    if (out_color.a > 0.0 && out_color.a < 1.0)
        out_color.rgb = srgb_encode(srgb_decode(out_color.rgb) * out_color.a);
    out_color.a = 1.0; // some window systems would shine through
}
