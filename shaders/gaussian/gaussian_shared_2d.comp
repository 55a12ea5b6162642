#version 430 core
#include "gaussian/gaussian_tile.glsl"

// A Gaussian blur in one pass: a group reads its texels and those around them once and shares them.

void main()
{
    ivec2 group = ivec2(gl_WorkGroupID.xy) * ivec2(WIDE, HIGH), local = ivec2(gl_LocalInvocationID.xy);
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
