#version 430 core
#define RADIUS REACH
#define OUTPUTS CHUNK
#include "common/strip_walk.glsl"
#include "gaussian/gaussian_blocked.glsl"

// A Gaussian blur along columns and rows in one dispatch. Along both axes a thread computes OUTPUTS adjacent texels
// from each texel that it reads.

void start_columns()
{
}

void blur_columns(int thread)
{
    clear_sums();
#define COLUMN(block, i) unpack(held[i])
    BLUR(sums, OUTPUTS, 1, COLUMN)
    if (thread < WIDTH + 2 * REACH)
        for (int n = 0; n < OUTPUTS; n++)
            tile[n][thread] = to_tile(sums[n]);
}

void blur_rows(int row, int first)
{
    bool makes = first < WIDTH;
    clear_sums();
#define ROW(block, i) from_tile(tile[row][first + i])
    if (makes) {
        BLUR(sums, OUTPUTS, 1, ROW)
    }
    barrier();
    if (makes)
        for (int n = 0; n < OUTPUTS; n++)
            tile[row][first + n] = to_tile(sums[n]);
}
