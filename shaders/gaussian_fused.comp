#version 430 core
#include "edge.glsl"
#include "gaussian_packed.glsl"
#include "gaussian_blocked.glsl"

// A Gaussian blur along rows and columns in one dispatch. A group walks down a strip of the picture, STEP rows at a
// time: it reads them with the RADIUS texels on both sides, blurs them along the rows into a ring of the last
// 2 RADIUS + STEP such rows, and blurs that along the columns. An invocation computes OUTPUTS neighbours each time.
// `u_steps` is how many steps of output a strip has; the first RADIUS rows above and below it are blurred twice.

layout(binding = 1, FORMAT) readonly uniform image2D u_image;
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform vec2 u_size; // of the image. Asking that for it costs as much as a read (NVIDIA H200)
layout(location = 1) uniform int u_steps;
layout(local_size_x = WIDTH, local_size_y = HEIGHT) in;

const int STEP = HEIGHT * OUTPUTS;
const int BEFORE = (2 * RADIUS + STEP - 1) / STEP; // steps that only fill the ring
const int RING = (BEFORE + 1) * STEP;
const int SPARE = BEFORE * STEP - 2 * RADIUS; // rows in the ring that are not needed any more

// Rows of odd lengths keep invocations that work on neighbouring rows out of each other's banks.
shared Packed tile[STEP][WIDTH + 2 * RADIUS + 1];
shared Packed ring[RING][WIDTH + 1];

vec4 sums[OUTPUTS];

void clear_sums()
{
    for (int n = 0; n < OUTPUTS; n++)
        sums[n] = vec4(0.0);
}

void read_rows(ivec2 corner)
{
    ivec2 size = ivec2(u_size);
    for (int i = 0; i < STEP; i += HEIGHT) // the same for all, so that it unrolls and the reads overlap
        for (int j = 0; j < WIDTH + 2 * RADIUS; j += WIDTH) {
            ivec2 at = ivec2(j, i) + ivec2(gl_LocalInvocationID.xy), from = corner + at;
            if (at.x < WIDTH + 2 * RADIUS)
                tile[at.y][at.x] = pack(imageLoad(u_image, inside_or_zero(from, size)));
        }
}

void blur_rows(int slot)
{
    int lane = int(gl_LocalInvocationIndex);
    int row = lane % STEP, first = lane / STEP * OUTPUTS;
    clear_sums();
#define ROW(block, i) unpack(tile[row][first + i])
    BLUR(sums, OUTPUTS, 1, ROW)
    for (int n = 0; n < OUTPUTS; n++)
        ring[slot + row][first + n] = pack(sums[n]);
}

void blur_columns(int oldest, ivec2 at)
{
    int column = int(gl_LocalInvocationID.x);
    int first = oldest + SPARE + int(gl_LocalInvocationID.y) * OUTPUTS;
    clear_sums();
// The ring goes on at its start: below 0 an unsigned number is a large one.
#define COLUMN(block, i) unpack(ring[min(uint(first + i), uint(first + i - RING))][column])
    BLUR(sums, OUTPUTS, 1, COLUMN)
    for (int n = 0; n < OUTPUTS; n++)
        imageStore(out_image, at + ivec2(0, n), sums[n]); // nothing happens outside
}

void main()
{
    ivec2 strip = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH, STEP * u_steps);
    ivec2 local = ivec2(gl_LocalInvocationID.xy) * ivec2(1, OUTPUTS);
    int slot = 0;
    for (int i = 0; i < u_steps + BEFORE; i++) {
        read_rows(strip + ivec2(-RADIUS, i * STEP - SPARE - RADIUS));
        barrier();
        blur_rows(slot);
        barrier();
        slot = slot + STEP < RING ? slot + STEP : 0;
        if (i >= BEFORE)
            blur_columns(slot, strip + local + ivec2(0, (i - BEFORE) * STEP));
    }
}
