#version 430 core

// Shows an image of another size as a picture, each texel as a block of the pixels nearest to it: light as display
// values, by the sRGB transfer function, and display values as they are.

#include "common/srgb.glsl"

layout(binding = 0) uniform sampler2D u_input;
uniform vec2 u_size; // of the output, pixels
uniform int u_is_light;

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 size = textureSize(u_input, 0), at = ivec2(gl_FragCoord.xy * vec2(size) / u_size);
    vec4 color = texelFetch(u_input, min(at, size - 1), 0);
    float cover = mix(1.0, color.a, color.a > 0.0);
    out_color = u_is_light == 0 ? color : vec4(srgb_encode(color.rgb * (1.0 / cover)), color.a);
}
