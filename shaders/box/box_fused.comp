#version 430 core
#include "common/strip_walk.glsl"

// A box along columns and rows in one dispatch. Each thread has a running sum of a column. Along a row, the first
// window of a thread is the sum of whole chunks, which threads share, and the remaining texels; then it slides.
// RADIUS is that of the box; REACH is one more if the texels after the radius have a weight.

uniform float u_end;   // weight of the texels beyond the radius
uniform float u_scale; // 1 / the sum of the weights

const int outer = REACH - RADIUS;
const int span = REACH + RADIUS + 1; // texels from the first one with a weight to the last one of the window
const int whole = span / CHUNK, rest = span % CHUNK;

shared vec4 sums[STEP][SUMS];

vec4 column_sum; // sum of the next window without its last row

void start_columns()
{
    column_sum = vec4(0.0);
    for (int i = outer; i < newest - outer; i++)
        column_sum += unpack(held[i]);
}

void blur_columns(int thread)
{
    for (int i = 0; i < STEP; i++) {
        column_sum += unpack(held[newest + i - outer]);
        vec4 color = column_sum;
        if (outer > 0)
            color += u_end * (unpack(held[newest + i]) + unpack(held[i]));
        tile[i][thread] = pack(color * u_scale);
        column_sum -= unpack(held[i + outer]);
    }
}

// Returns the sum of a thread's own chunk, which other threads may use. Its first texel is not part of the thread's
// own window if it is after the radius.
vec4 sum_own(Packed own[CHUNK], int row, int chunk)
{
    vec4 sum = vec4(0.0);
    for (int i = 1; i < CHUNK; i++)
        sum += unpack(own[i]);
    vec4 all = sum + unpack(own[0]);
    if (whole > 1)
        sums[row][chunk] = all;
    return outer > 0 ? sum : all;
}

void blur_rows(int row, int first)
{
    int chunk = first / CHUNK;
    bool makes = first < WIDTH;
    Packed own[CHUNK], gained[rest + CHUNK];
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
