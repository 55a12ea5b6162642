#version 430 core
#include "edge.glsl"

// Columns and rows at once: a group walks down a strip of the picture, STEP rows a turn. Each thread has a column, in
// the strip or so near that the strip's texels see it: a running sum and, so that each is read once, all texels under
// it. Averages of columns go to shared memory, where each thread averages CHUNK neighbours of a row: its first window
// is made of sums of whole chunks, which threads share, and a rest; from there it slides. What it makes takes the place
// of what it is made of, and from there neighbouring threads store neighbouring texels. With PACKED, texels wait as
// halves, which is all that is read and stored; with WORDS the input is read as such. RADIUS is that of the box, REACH
// is one more where texels beyond it count. A strip has WIDTH columns, THREADS are those and a reach of 16 beside them.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#if PACKED
#define TEXEL uvec2
#define pack(color) uvec2(packHalf2x16((color).xy), packHalf2x16((color).zw))
#define unpack(words) vec4(unpackHalf2x16((words).x), unpackHalf2x16((words).y))
#else
#define TEXEL vec4
#define pack(color) (color)
#define unpack(color) (color)
#endif

#define STEP 8
#define CHUNK 8

layout(local_size_x = THREADS) in;
layout(binding = 0) restrict writeonly uniform image2D out_image;
#if WORDS
layout(binding = 1, rg32ui) restrict readonly uniform uimage2D in_image;
#define load(at) imageLoad(in_image, at).xy
#else
layout(binding = 1, INPUT) restrict readonly uniform image2D in_image;
#define load(at) pack(imageLoad(in_image, at))
#endif

layout(location = 0) uniform vec2 u_size;
layout(location = 1) uniform float u_end;   // weight of the texels beyond the radius
layout(location = 2) uniform float u_scale; // 1 / the sum of the weights
layout(location = 3) uniform int u_segment; // rows of a group

const int outer = REACH - RADIUS;
const int span = REACH + RADIUS + 1; // texels from the first that counts to the last of the window
const int whole = span / CHUNK, rest = span % CHUNK;
const int turn = 2 * REACH; // where the rows of a turn begin in `held`

// Rows of an odd length keep neighbouring rows out of each other's banks.
shared TEXEL tile[STEP][THREADS + 1];
shared vec4 sums[STEP][THREADS / CHUNK + 1];

TEXEL held[turn + STEP]; // of the column: what the windows of a turn see

TEXEL read(int x, int y)
{
    return load(ivec2(x, inside_or_zero(y, int(u_size.y))));
}

void read_turn(int x, int y)
{
    for (int i = 0; i < STEP; i++)
        held[turn + i] = read(x, y + REACH + i);
}

// `sum` lacks the last row of the first window.
void average_columns(int thread, inout vec4 sum)
{
    for (int i = 0; i < STEP; i++) {
        sum += unpack(held[turn + i - outer]);
        vec4 color = sum;
        if (outer > 0)
            color += u_end * (unpack(held[turn + i]) + unpack(held[i]));
        tile[i][thread] = pack(color * u_scale);
        sum -= unpack(held[i + outer]);
    }
    for (int i = 0; i < turn; i++)
        held[i] = held[i + STEP];
}

// The sum of a thread's own chunk, which others may see. Its first texel is not part of its own window where it lies
// beyond the radius.
vec4 sum_own(TEXEL own[CHUNK], int row, int chunk)
{
    vec4 sum = vec4(0.0);
    for (int i = 1; i < CHUNK; i++)
        sum += unpack(own[i]);
    vec4 all = sum + unpack(own[0]);
    if (whole > 1)
        sums[row][chunk] = all;
    return outer > 0 ? sum : all;
}

// What is read of the tile is read before the barrier, so that what is made can be written to it.
void average_rows(int row, int chunk)
{
    int first = chunk * CHUNK;
    bool makes = first < WIDTH;
    TEXEL own[CHUNK], gained[rest + CHUNK];
    for (int i = 0; i < CHUNK; i++)
        own[i] = tile[row][first + i];
    if (makes)
        for (int i = 0; i < rest + CHUNK; i++)
            gained[i] = tile[row][first + whole * CHUNK + i];
    vec4 sum = vec4(0.0);
    if (whole > 0)
        sum = sum_own(own, row, chunk);
    barrier();
    if (makes) {
        for (int i = 1; i < whole; i++)
            sum += sums[row][chunk + i];
        for (int i = whole > 0 ? 0 : outer; i < rest; i++)
            sum += unpack(gained[i]);
        for (int i = 0; i < CHUNK; i++) {
            vec4 color = sum;
            if (outer > 0)
                color += u_end * (unpack(own[i]) + unpack(gained[rest + i]));
            if (i < CHUNK - 1)
                sum += unpack(gained[rest + i]) - unpack(own[i + outer]);
            tile[row][first + i] = pack(color * u_scale);
        }
    }
}

// Of neighbouring threads, each 32 store 8 texels of 4 rows, since that is how images lie in memory.
void store_turn(ivec2 at, int stop, int thread)
{
    for (int i = 0; i < STEP; i++) {
        ivec2 from = ivec2(thread / 32 * 32 + thread % 8 + i % 4 * 8, i / 4 * 4 + thread / 8 % 4);
        if (at.y + from.y < stop)
            imageStore(out_image, at + from, unpack(tile[from.y][from.x])); // nothing happens outside
    }
}

void main()
{
    int thread = int(gl_LocalInvocationIndex);
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH, u_segment);
    int stop = min(at.y + u_segment, int(u_size.y));
    int column = min(thread, WIDTH + 2 * REACH - 1); // those beyond are not needed
    int x = inside_or_zero(at.x + column - REACH, int(u_size.x));
    vec4 sum = vec4(0.0);
    for (int i = 0; i < turn; i++)
        held[i] = read(x, at.y - REACH + i);
    for (int i = outer; i < turn - outer; i++)
        sum += unpack(held[i]);
    read_turn(x, at.y);
    for (; at.y < stop; at.y += STEP) {
        average_columns(thread, sum);
        read_turn(x, at.y + STEP); // which comes in while rows are averaged
        barrier();
        average_rows(thread % STEP, thread / STEP);
        barrier();
        if (thread < WIDTH)
            store_turn(at, stop, thread);
        barrier();
    }
}
