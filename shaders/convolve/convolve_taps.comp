#version 430 core
#include "convolve/convolve_taps.glsl"

// A convolution in groups of GROUP x GROUP, where an invocation makes OUTPUTS texels of a column, a group's height
// apart, so that one read of the list serves all of them.

layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(binding = 0) writeonly uniform image2D out_image;

const int SHORT = 64; // taps of a short sum: few roundings lie on one another

void main()
{
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(GROUP, GROUP * OUTPUTS) + ivec2(gl_LocalInvocationID.xy);
    int count = int(entry(0).x);
    vec4 sums[OUTPUTS];
    for (int n = 0; n < OUTPUTS; n++)
        sums[n] = vec4(0.0);
    for (int first = 1; first <= count; first += SHORT) {
        vec4 parts[OUTPUTS];
        for (int n = 0; n < OUTPUTS; n++)
            parts[n] = vec4(0.0);
        for (int i = first; i < min(first + SHORT, count + 1); i++) {
            vec4 tap = entry(i), weights = weights_of(tap);
            ivec2 place = at + place_of(tap);
            for (int n = 0; n < OUTPUTS; n++)
                parts[n] += weights * texel(place + ivec2(0, n * GROUP));
        }
        for (int n = 0; n < OUTPUTS; n++)
            sums[n] += parts[n];
    }
    for (int n = 0; n < OUTPUTS; n++)
        imageStore(out_image, at + ivec2(0, n * GROUP), sums[n]); // nothing happens outside
}
