#version 430 core
#include "box/box_between.glsl"

// One to three boxes (ORDER) along the lines of tiles in shared memory, so that each texel is read once. Each thread
// owns CHUNK adjacent texels of a line: those that enter its windows one after the other. Its first window is the sum
// of whole chunks, whose sums all threads share, plus the remaining texels. Then the window slides; the texels that
// leave it belong to other threads. So no sum is longer than CHUNK texels, and none drifts. The output of a box is
// the input of the next. A group processes several tiles one after the other, and reads the texels of the next tile
// while it computes. Otherwise all groups, which start at the same time, would wait for memory at the same time and
// compute at the same time.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#ifdef DOWN
#define CHUNK COLUMN_CHUNK
#define LINES COLUMN_LINES
#define CHUNKS COLUMN_CHUNKS
#define THREADS COLUMN_THREADS
#else
#define CHUNK ROW_CHUNK
#define LINES ROW_LINES
#define CHUNKS ROW_CHUNKS
#define THREADS ROW_THREADS
#endif

// CHUNK is odd, so that threads at the same position of their chunks use different banks.
layout(local_size_x = LINES, local_size_y = CHUNKS) in;

uniform vec2 u_size;   // of the picture
uniform vec3 u_window; // 2 radius + 1 texels; as chunks, and the rest, which may be negative
uniform float u_end;   // weight of the texels beyond the radius
uniform float u_scale; // 1 / the sum of one box's weights
uniform float u_unit;  // of the output, 1 / that of the input
uniform vec3 u_tile;   // texels that a tile puts out, chunks that it reads, and a box's margin
uniform float u_shift; // of its first texel from the first one put out

// The texels at one position of all lines are adjacent, followed by those at the next position.
shared Packed tile[THREADS * CHUNK];
shared vec4 sums[THREADS];

int chunk, thread;

Packed own[CHUNK], ahead[CHUNK];

void read_ahead(int begin, int line)
{
    for (int i = 0; i < CHUNK; i++)
        ahead[i] = read(begin + i * CHUNKS + chunk, line, ivec2(u_size));
}

void put_ahead()
{
    for (int i = 0; i < CHUNK; i++)
        tile[i * THREADS + thread] = ahead[i];
}

void put_sum(int first)
{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < CHUNK; i++) {
        own[i] = tile[first + i * LINES];
        sum += unpack(own[i]);
    }
    sums[thread] = sum;
}

vec4 sum_window(int lose)
{
    const int batch = 4; // read at once
    int whole = int(u_window.y), rest = int(u_window.z), i = 1;
    vec4 sum = vec4(0.0);
    for (; i + batch - 1 <= whole; i += batch)
        for (int k = 0; k < batch; k++)
            sum += sums[thread - (i + k) * LINES];
    for (; i <= whole; i++)
        sum += sums[thread - i * LINES];
    for (int k = 0; k < rest; k++)
        sum += unpack(tile[lose + k * LINES]);
    for (int k = rest; k < 0; k++)
        sum -= unpack(tile[lose + k * LINES]);
    return sum;
}

// Replaces the texels of a thread by the averages at the positions that are radius + 1 before them.
void average(int first, bool is_last)
{
    int lose = first - int(u_window.x) * LINES;
    float scale = is_last ? u_scale * u_unit : u_scale;
    vec4 average = sum_window(lose) * scale;
#if HAS_END
    vec4 last = unpack(tile[lose - LINES]);
#endif
    for (int i = 0; i < CHUNK; i++) {
        vec4 gained = unpack(own[i]), lost = unpack(tile[lose + i * LINES]), color = average;
#if HAS_END
        color += u_end * scale * (last + gained);
        last = lost;
#endif
        own[i] = is_last ? pack_stored(color) : pack(color);
        average += (gained - lost) * scale;
    }
}

void put_own(int first)
{
    for (int i = 0; i < CHUNK; i++)
        tile[first + i * LINES] = own[i];
}

void average_tile(int chunks, int margin)
{
    int first = chunk * CHUNK * LINES + thread % LINES;
    for (int i = 1; i <= ORDER; i++) {
        put_sum(first);
        barrier();
        if (chunk >= i * margin && chunk < chunks)
            average(first, i == ORDER);
        barrier();
        put_own(first);
        barrier();
    }
}

// Through shared memory, so that neighbouring threads store neighbouring texels.
void write_tile(int begin, int count, int line, int before)
{
    for (int i = 0; i < CHUNK; i++)
        if (i * CHUNKS + chunk < count)
            write(begin + i * CHUNKS + chunk, line, ivec2(u_size), tile[before * CHUNK * LINES + i * THREADS + thread]);
}

void main()
{
#ifdef DOWN
    int end = int(u_size.y), lines = int(u_size.x), tile_along = int(gl_WorkGroupID.y);
    int left = int(gl_WorkGroupID.x) * LINES, step = int(gl_NumWorkGroups.x) * LINES;
#else
    int end = int(u_size.x), lines = int(u_size.y), tile_along = int(gl_WorkGroupID.x);
    int left = int(gl_WorkGroupID.y) * LINES, step = int(gl_NumWorkGroups.y) * LINES;
#endif
    chunk = int(gl_LocalInvocationID.y);
    thread = int(gl_LocalInvocationIndex);
    int side = int(gl_LocalInvocationID.x); // lines after the last one are not stored
    int begin = tile_along * int(u_tile.x), count = min(int(u_tile.x), end - begin), chunks = int(u_tile.y);
    int margin = int(u_tile.z); // chunks before a tile that its first window covers
    int from = begin - int(u_shift);
    read_ahead(from, left + side);
    for (; left < lines; left += step) {
        put_ahead();
        barrier();
        if (left + step < lines)
            read_ahead(from, left + step + side);
        average_tile(chunks, margin);
        write_tile(begin, count, left + side, ORDER * margin);
        barrier();
    }
}
