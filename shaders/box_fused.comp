#version 430 core
#include "edge.glsl"

// Columns and rows at once: a group walks down a strip of the picture, STEP rows a turn. Each thread has a column, in
// the strip or so near that the strip's texels see it, and a running sum of it. Its averages go to shared memory, from
// where each thread averages CHUNK neighbours of a row; and those go through shared memory again, so that neighbouring
// threads store neighbouring texels. With PACKED shared memory holds halves, which is all that is read and stored.
// RADIUS is that of the box, REACH is one more where texels beyond it count.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#if PACKED
#define WIDTH 128
#define THREADS 160 // WIDTH, and a reach of 16 on both sides
#define TEXEL uvec2
#define pack(color) uvec2(packHalf2x16((color).xy), packHalf2x16((color).zw))
#define unpack(words) vec4(unpackHalf2x16((words).x), unpackHalf2x16((words).y))
#else
#define WIDTH 64
#define THREADS 96
#define TEXEL vec4
#define pack(color) (color)
#define unpack(color) (color)
#endif

#define STEP 8
#define HALF 4 // rows that are read at once
#define CHUNK 8

layout(local_size_x = THREADS) in;
layout(binding = 0) restrict writeonly uniform image2D out_image;
layout(binding = 1, INPUT) restrict readonly uniform image2D in_image;

layout(location = 0) uniform vec2 u_size;
layout(location = 1) uniform float u_end;   // weight of the texels beyond the radius
layout(location = 2) uniform float u_scale; // 1 / the sum of the weights
layout(location = 3) uniform int u_segment; // rows of a group

// Averages down the columns, then of these along the rows: a second array would take away from the cache, in which the
// columns find what they lose. Rows of an odd length keep neighbouring rows out of each other's banks.
shared TEXEL tile[STEP][THREADS + 1];

const int width = 2 * RADIUS + 1;
const int outer = REACH - RADIUS;

// x is a place in the picture, -1 for nowhere.
vec4 read(int x, int at)
{
    int height = int(u_size.y);
    vec4 color = imageLoad(in_image, ivec2(max(x, 0), inside(at, height)));
    return EDGE == 2 && (x < 0 || is_hidden(at, height)) ? vec4(0.0) : color;
}

// Rows `first` and on of a turn.
void average_columns(int x, int y, int first, int thread, inout vec4 sum, inout vec4 last)
{
    vec4 gained[HALF], lost[HALF];
    for (int i = 0; i < HALF; i++) {
        gained[i] = read(x, y + i + RADIUS + 1);
        lost[i] = read(x, y + i - RADIUS);
    }
    for (int i = 0; i < HALF; i++) {
        vec4 color = sum;
        if (outer > 0)
            color += u_end * (last + gained[i]);
        tile[first + i][thread] = pack(color * u_scale);
        sum += gained[i] - lost[i];
        last = lost[i];
    }
}

void average_rows(int row, int first, out TEXEL made[CHUNK])
{
    TEXEL kept[CHUNK + 1]; // of the texels that windows lose
    vec4 sum = vec4(0.0);
    for (int i = 0; i < width + outer; i++) {
        TEXEL texel = tile[row][first + i];
        if (i <= CHUNK)
            kept[i] = texel;
        if (i >= outer)
            sum += unpack(texel);
    }
    for (int i = 0; i < CHUNK; i++) {
        vec4 color = sum;
        if (i < CHUNK - 1 || outer > 0) {
            TEXEL texel = tile[row][first + i + width + outer];
            if (i + width + outer <= CHUNK)
                kept[i + width + outer] = texel;
            if (outer > 0)
                color += u_end * (unpack(kept[i]) + unpack(texel));
            sum += unpack(texel) - unpack(kept[i + outer]);
        }
        made[i] = pack(color * u_scale);
    }
}

// Of neighbouring threads, 16 store texels of one row and 16 of the next: images keep pairs of rows together.
void store_rows(ivec2 at, int stop, int column)
{
    for (int i = 0; i < STEP; i++) {
        ivec2 from = ivec2(column / 32 * 16 + column % 16 + i % 2 * (WIDTH / 2), i / 2 * 2 + column / 16 % 2);
        if (at.y + from.y < stop)
            imageStore(out_image, at + from, unpack(tile[from.y][from.x])); // nothing happens outside
    }
}

void main()
{
    int thread = int(gl_LocalInvocationIndex);
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH, u_segment);
    int column = at.x + thread - REACH, columns = int(u_size.x), stop = min(at.y + u_segment, int(u_size.y));
    int x = is_hidden(column, columns) ? -1 : inside(column, columns);
    bool has_column = thread < WIDTH + 2 * REACH;
    vec4 sum = vec4(0.0), last = vec4(0.0);
    if (has_column) {
        for (int i = -RADIUS; i <= RADIUS; i++)
            sum += read(x, at.y + i);
        last = read(x, at.y - RADIUS - 1);
    }
    for (; at.y < stop; at.y += STEP) {
        if (has_column)
            for (int i = 0; i < STEP; i += HALF)
                average_columns(x, at.y + i, i, thread, sum, last);
        barrier();
        TEXEL made[CHUNK];
        int row = thread % STEP, first = thread / STEP * CHUNK;
        if (first < WIDTH)
            average_rows(row, first, made);
        barrier();
        if (first < WIDTH)
            for (int i = 0; i < CHUNK; i++)
                tile[row][first + i] = made[i];
        barrier();
        if (thread < WIDTH)
            store_rows(at, stop, thread);
        barrier();
    }
}
