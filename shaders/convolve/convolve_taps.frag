#version 430 core
#include "convolve/convolve_taps.glsl"

// A convolution, one fragment a texel.

layout(location = 0) out vec4 out_color;

vec4 convolve(ivec2 at)
{
    int count = int(entry(0).x);
    vec4 sum = vec4(0.0);
    for (int i = 1; i <= count; i++) {
        vec4 tap = entry(i);
        sum += weights_of(tap) * texel(at + place_of(tap));
    }
    return sum;
}

void main()
{
    out_color = convolve(ivec2(gl_FragCoord.xy));
}
