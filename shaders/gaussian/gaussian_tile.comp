#version 430 core
#include "gaussian/gaussian_tile.glsl"

// A Gaussian blur along rows and along columns in one pass: a group reads a tile, blurs all its rows in place, and
// then the columns of its own texels.

const int TURNS = (TILE_HIGH + HIGH - 1) / HIGH; // iterations, each of HIGH rows

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

// The sums replace the texels after all invocations of these rows have read them.
void blur_rows(ivec2 local)
{
    for (int i = 0; i < TURNS; i++) {
        int y = min(local.y + i * HIGH, TILE_HIGH - 1);
        vec4 sum = blur_row(local.x + RADIUS, y);
        barrier();
        tile[y][local.x + RADIUS] = sum;
    }
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
