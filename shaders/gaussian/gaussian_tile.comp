#version 430 core
#include "gaussian/gaussian_tile.glsl"

// A Gaussian blur along rows and along columns in one pass: a group reads a tile, blurs all its rows where they lie,
// and then the columns of its own texels.

const int TURNS = (TILE_HIGH + HIGH - 1) / HIGH; // each blurs HIGH rows

vec4 blur_row(int x, int y)
{
    vec4 sum = u_weights[0] * tile[y][x];
    for (int i = 1; i <= RADIUS; i++)
        sum += u_weights[i] * (tile[y][x - i] + tile[y][x + i]);
    return sum;
}

vec4 blur_column(int x, int y)
{
    vec4 sum = u_weights[0] * tile[y][x];
    for (int i = 1; i <= RADIUS; i++)
        sum += u_weights[i] * (tile[y - i][x] + tile[y + i][x]);
    return sum;
}

// Holds all sums back until everybody has read, since they go where the texels were.
void blur_rows(ivec2 local)
{
    vec4 sums[TURNS];
    for (int i = 0; i < TURNS; i++)
        sums[i] = blur_row(local.x + RADIUS, min(local.y + i * HIGH, TILE_HIGH - 1));
    barrier();
    for (int i = 0; i < TURNS; i++)
        tile[min(local.y + i * HIGH, TILE_HIGH - 1)][local.x + RADIUS] = sums[i];
}

void main()
{
    ivec2 group = ivec2(gl_WorkGroupID.xy) * ivec2(WIDE, HIGH), local = ivec2(gl_LocalInvocationID.xy);
    read_tile(group - RADIUS);
    barrier();
    blur_rows(local);
    barrier();
    if (all(lessThan(group + local, ivec2(u_size))))
        imageStore(out_image, group + local, blur_column(local.x + RADIUS, local.y + RADIUS));
}
