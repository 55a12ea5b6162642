#version 430 core

// A file's texels as scene-linear light, premultiplied by alpha and finite.

#include "common/luminance.glsl"
#include "scene/finite.glsl"
#include "common/srgb.glsl"

layout(binding = 0) uniform sampler2D u_input; // as large as the output; of display values alpha is straight
uniform int u_is_display; // 1: sRGB; 0: light
uniform float u_white;    // luminance that white of a display picture gets

layout(location = 0) out vec4 out_color;

// The luminance y that E. Reinhard et al. 2002, equation 4, y (1 + y / white^2) / (1 + y), maps to that of `light`,
// which keeps its hue. A white of 1 is no change.
vec3 expand(vec3 light, float white)
{
    float mapped = luminance(light);
    float rest = max(1.0 - mapped, 0.0);
    float root = sqrt(rest * rest + 4.0 * mapped / (white * white));
    return light * (2.0 / (rest + root));
}

void main()
{
    vec4 color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0);
    if (u_is_display == 1)
        color.rgb = srgb_decode(color.rgb);
    if (u_is_display == 1 && u_white != 1.0)
        color.rgb = expand(color.rgb, u_white);
    if (u_is_display == 1)
        color.rgb *= color.a;
    out_color = finite(color);
}
