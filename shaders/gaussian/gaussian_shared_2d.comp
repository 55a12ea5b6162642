#version 430 core
#include "gaussian/gaussian_input.glsl"
#include "gaussian/gaussian_weights.glsl"

// A Gaussian blur in one pass: a group of GROUP x GROUP texels reads them and the RADIUS texels around them once,
// SIDE x SIDE in all, and shares them.

layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(binding = 0) writeonly uniform image2D out_image;

shared vec4 tile[SIDE][SIDE];

void read_tile(ivec2 corner)
{
    for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += GROUP * GROUP) {
        ivec2 at = ivec2(i % SIDE, i / SIDE);
        tile[at.y][at.x] = texel(corner + at);
    }
}

void main()
{
    ivec2 group = ivec2(gl_WorkGroupID.xy) * GROUP, local = ivec2(gl_LocalInvocationID.xy);
    read_tile(group - RADIUS);
    barrier();

    vec4 sum = vec4(0.0);
    for (int y = -RADIUS; y <= RADIUS; y++) {
        vec4 row = vec4(0.0);
        for (int x = -RADIUS; x <= RADIUS; x++)
            row += u_weights[abs(x)] * tile[local.y + RADIUS + y][local.x + RADIUS + x];
        sum += u_weights[abs(y)] * row;
    }
    if (all(lessThan(group + local, ivec2(u_size))))
        imageStore(out_image, group + local, sum);
}
