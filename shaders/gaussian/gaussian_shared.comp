#version 430 core
#include "gaussian/gaussian_input.glsl"
#include "gaussian/gaussian_weights.glsl"

// A Gaussian blur along a row or a column: a group of GROUP texels in that direction reads them and
// the RADIUS texels on both sides once, SPAN in all, and shares them.

#ifdef COLUMNS
const ivec2 STEP = ivec2(0, 1);
layout(local_size_x = 1, local_size_y = GROUP) in;
#else
const ivec2 STEP = ivec2(1, 0);
layout(local_size_x = GROUP, local_size_y = 1) in;
#endif
layout(binding = 0) writeonly uniform image2D out_image;

shared vec4 tile[SPAN];

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    int lane = int(gl_LocalInvocationIndex);
    for (int i = lane; i < SPAN; i += GROUP)
        tile[i] = texel(at + (i - lane - RADIUS) * STEP);
    barrier();

    vec4 sum = u_weights[0] * tile[lane + RADIUS];
    for (int i = 1; i <= RADIUS; i++)
        sum += u_weights[i] * (tile[lane + RADIUS - i] + tile[lane + RADIUS + i]);
    if (all(lessThan(at, ivec2(u_size))))
        imageStore(out_image, at, sum);
}
