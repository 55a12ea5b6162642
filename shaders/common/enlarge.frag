#version 430 core

// Shows an image of another size as a picture, each texel as a block of the pixels nearest to it, or the mean of up to
// 8x8 texels where it is smaller by half: light as display values, by the sRGB transfer function, and display values as
// they are.

#include "common/srgb.glsl"

layout(binding = 0) uniform sampler2D u_input;
uniform vec2 u_size; // of the output, pixels
uniform int u_is_light;

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 size = textureSize(u_input, 0), taps = clamp(size / ivec2(u_size), 1, 8);
    vec4 color = vec4(0.0);
    for (int i = 0; i < taps.x * taps.y; i++) {
        vec2 tap = vec2(i % taps.x, i / taps.x) - 0.5 * vec2(taps - 1);
        ivec2 at = ivec2((gl_FragCoord.xy + tap / vec2(taps)) * vec2(size) / u_size);
        color += texelFetch(u_input, min(at, size - 1), 0);
    }
    color /= float(taps.x * taps.y);
    float cover = mix(1.0, color.a, color.a > 0.0);
    out_color = u_is_light == 0 ? color : vec4(srgb_encode(color.rgb * (1.0 / cover)), color.a);
}
