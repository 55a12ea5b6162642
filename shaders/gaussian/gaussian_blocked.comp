#version 430 core
#include "common/edge.glsl"
#include "gaussian/gaussian_strips.glsl"
#include "gaussian/gaussian_blocked.glsl"

// A Gaussian blur along a line where an invocation computes OUTPUTS texels, STEP apart, in registers. With 3 and 1:
//
//   reads     0 1 2 3 4 5 6 7 8        2r + 1 + STEP (OUTPUTS - 1) of them, each once
//   output 0 [- - - - - - -]           2r + 1 taps
//   output 1   [- - - - - - -]
//   output 2     [- - - - - - -]       each read is added to the outputs over which it lies
//
// So an output takes (2r + n) / n reads instead of 2r + 1. What rows write and columns read is a buffer of strips
// (gaussian_strips.glsl). At sigma 2 it takes 3.6 copies of the picture, `cs_separable` 8.9 (NVIDIA H200 at 1920x1080;
// docs/results/h200/impls.json: halation --bench=impls).

#ifdef COLUMNS
#define WIDTH COLUMN_WIDTH
#define HEIGHT COLUMN_HEIGHT
#else
#define WIDTH ROW_WIDTH
#define HEIGHT LINES
#endif
layout(local_size_x = WIDTH, local_size_y = HEIGHT) in;

#ifdef COLUMNS
layout(std430, binding = 0) readonly restrict buffer From {
    Packed b_from[];
};
layout(binding = 0) writeonly uniform image2D out_image;
#else
layout(binding = 1, FORMAT) readonly uniform image2D u_image;
layout(std430, binding = 1) writeonly restrict buffer To {
    Packed b_to[];
};
#endif

#ifdef LONG
#define REACH int(u_walk.y)
#else
#define REACH RADIUS
#endif

#if defined(COLUMNS)
// Down a strip. COLUMN_STEP neighbours make its rows by turns, so that their stores fill what a texture writes at a
// time.
vec4 texel(ivec2 at)
{
#if EDGE == 2 && defined(LONG)
    if (at.y < 0 || at.y >= int(u_size.y))
        return vec4(0.0);
#endif
    return unpack(b_from[place_in_strips(at.x, at.y, int(u_walk.x))]);
}

void main()
{
    PREPARE_BLUR
    uvec2 id = gl_GlobalInvocationID.xy;
    uint part = id.y / uint(COLUMN_STEP), own = id.y % uint(COLUMN_STEP);
    ivec2 at = ivec2(id.x, part * uint(COLUMN_STEP * OUTPUTS) + own), size = ivec2(u_size);
    if (any(greaterThanEqual(at, size)))
        return;
    clear_sums();
#ifdef LONG
#define READ(block, i) texel(ivec2(at.x, inside_or_zero(at.y + block + i - REACH, size.y)))
#else
    int first = place_in_strips(at.x, at.y - REACH, int(u_walk.x));
#define READ(block, i) unpack(b_from[first + (i) * STRIP])
#endif
    BLUR(sums, OUTPUTS, COLUMN_STEP, READ)
    for (int n = 0; n < OUTPUTS; n++)
        imageStore(out_image, at + ivec2(0, COLUMN_STEP * n), sums[n]); // nothing happens outside
}

#else
// Through shared memory on the way in and out, so that neighbouring invocations read and write neighbouring texels. A
// row there has SPAN texels in SLOTS places, with a gap after every OUTPUTS of them, which keeps invocations out of
// each other's banks. Groups go from the bottom up, since what was written last, by whatever made the image, may still
// be in the cache; and so for the columns.

const int PITCH = OUTPUTS + 1;
#define SLOT(i) ((i) / OUTPUTS * PITCH + (i) % OUTPUTS)
shared Packed tile[HEIGHT][SLOTS];

void main()
{
    PREPARE_BLUR
    int row = int(gl_LocalInvocationID.y), lane = int(gl_LocalInvocationID.x);
    int slot = int(gl_LocalInvocationID.x / uint(OUTPUTS)) + lane; // of texel `lane`
    ivec2 size = ivec2(u_size);
    uvec2 group = gl_NumWorkGroups.xy - 1u - gl_WorkGroupID.xy;
    ivec2 at = ivec2(group) * ivec2(WIDTH * OUTPUTS, HEIGHT) + ivec2(0, row - MARGIN);
    int from = at.x + lane - REACH, line = inside_or_zero(at.y, size.y);
    for (int i = 0; i < SPAN; i += WIDTH) // the same for all, so that it unrolls and the reads overlap
        if (i + WIDTH <= SPAN || i + lane < SPAN)
            tile[row][slot + i / OUTPUTS * PITCH] =
                pack(imageLoad(u_image, ivec2(inside_or_zero(from + i, size.x), line)));
    barrier();

    clear_sums();
#define READ(block, i) unpack(tile[row][lane * PITCH + int(uint(block) / uint(OUTPUTS)) * PITCH + SLOT(i)])
    BLUR(sums, OUTPUTS, 1, READ)

    barrier();
    for (int n = 0; n < OUTPUTS; n++)
        tile[row][lane * PITCH + n] = pack(sums[n]);
    barrier();
    if (at.y >= int(u_walk.x) - MARGIN)
        return;
    for (int i = 0; i < WIDTH * OUTPUTS; i += STRIP) {
        if (at.x + i >= size.x)
            return;
        int to = place_in_strips(at.x + i, at.y, int(u_walk.x)) + lane;
        for (int j = 0; j < STRIP; j += WIDTH)
            b_to[to + j] = tile[row][slot + (i + j) / OUTPUTS * PITCH];
    }
}
#endif
