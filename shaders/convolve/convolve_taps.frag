#version 430 core
#include "convolve/convolve_taps.glsl"

// A convolution, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int count = int(entry(0).x);
    out_color = vec4(0.0);
    for (int i = 1; i <= count; i++) {
        vec4 tap = entry(i);
        out_color += weights_of(tap) * texel(at + place_of(tap));
    }
}
