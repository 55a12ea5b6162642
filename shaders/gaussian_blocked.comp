#version 430 core
#include "gaussian_blocked.glsl"

// A Gaussian blur where an invocation computes OUTPUTS neighbours, so that 2 RADIUS + OUTPUTS reads serve all of them.

vec4 sums[OUTPUTS];

#ifdef COLUMNS
// Down a column, straight from the image: neighbouring invocations read neighbouring texels of a row.

layout(local_size_x = WIDTH, local_size_y = HEIGHT) in;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(1, OUTPUTS);
    ivec2 size = ivec2(u_size);
    for (int n = 0; n < OUTPUTS; n++)
        sums[n] = vec4(0.0);
#define READ(i) imageLoad(u_image, ivec2(at.x, INSIDE(at.y + i - RADIUS, size.y)))
    BLUR(sums, OUTPUTS, READ)
    for (int n = 0; n < OUTPUTS; n++)
        imageStore(out_image, at + ivec2(0, n), sums[n]); // nothing happens outside
}

#else
// Along rows, through shared memory on the way in and out, so that neighbouring invocations read and write neighbouring
// texels. An odd number of outputs keeps them out of each other's banks.

layout(local_size_x = WIDTH, local_size_y = HEIGHT) in;

const int SPAN = WIDTH * OUTPUTS + 2 * RADIUS;
shared Packed tile[HEIGHT][SPAN];

void main()
{
    int row = int(gl_LocalInvocationID.y), lane = int(gl_LocalInvocationID.x);
    ivec2 size = ivec2(u_size);
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH * OUTPUTS, HEIGHT) + ivec2(0, row);
    for (int i = 0; i < SPAN; i += WIDTH) // the same for all, so that it unrolls and the reads overlap
        if (i + lane < SPAN)
            tile[row][i + lane] = pack(imageLoad(u_image, ivec2(INSIDE(at.x + i + lane - RADIUS, size.x), at.y)));
    barrier();

    for (int n = 0; n < OUTPUTS; n++)
        sums[n] = vec4(0.0);
#define READ(i) unpack(tile[row][lane * OUTPUTS + i])
    BLUR(sums, OUTPUTS, READ)

    barrier();
    for (int n = 0; n < OUTPUTS; n++)
        tile[row][lane * OUTPUTS + n] = pack(sums[n]);
    barrier();
    for (int i = 0; i < WIDTH * OUTPUTS; i += WIDTH)
        imageStore(out_image, at + ivec2(i + lane, 0), unpack(tile[row][i + lane]));
}
#endif
