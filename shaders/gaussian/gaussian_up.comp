#version 430 core
#define OUTPUTS UP_ROWS
#include "common/join.glsl"
#include "gaussian/gaussian_strips.glsl"
#include "gaussian/gaussian_blocked.glsl"

// The columns of an image that is smaller by FACTOR are blurred, and it is made as large as the picture by a filter of
// SPREAD of its texels along both axes, whose weights depend on the place between them:
//
//   buffer     ################    WIDE + SPREAD - 1 columns of it, and RADIUS rows more on both sides
//   blurred      ############      in shared memory, OUTPUTS texels of a column an invocation
//   output    ..................   FACTOR * WIDE columns: an invocation goes down every second row of one and keeps
//                                  SPREAD sums along rows in registers; 16x2 of them store neighbouring texels, which
//                                  is how textures are laid out

const int COLUMNS = WIDE + SPREAD - 1, TALL = THREADS / COLUMNS * OUTPUTS;
const float UP[FACTOR * SPREAD] = float[](UP_WEIGHTS);

layout(local_size_x = THREADS) in;
layout(binding = 0) restrict writeonly uniform image2D out_image;
layout(std430, binding = 0) restrict readonly buffer From {
    Packed b_from[];
};

#if FACTOR == 2
#define Blurred Packed
#define keep pack
#define kept unpack
#else // few enough for floats, which need no unpacking
#define Blurred vec4
#define keep
#define kept
#endif
shared Blurred s_blurred[TALL][COLUMNS];

void blur_columns(uint self, ivec2 corner)
{
    int column = int(self % uint(COLUMNS)), row = int(self / uint(COLUMNS)) * OUTPUTS;
    int last = (int(u_size.x) + FACTOR - 1) / FACTOR + SPREAD - 2;
    int first = place_in_strips(min(corner.x + column, last), corner.y + row, int(u_walk.x));
    clear_sums();
#define LEVEL(block, i) unpack(b_from[first + (i) * STRIP])
    BLUR(sums, OUTPUTS, 1, LEVEL)
    for (int n = 0; n < OUTPUTS; n++)
        s_blurred[row + n][column] = keep(sums[n]);
}

vec4 add_row(int row, int column, float across[SPREAD])
{
    vec4 sum = vec4(0.0);
    for (int k = 0; k < SPREAD; k++)
        sum += across[k] * kept(s_blurred[row][column + k]);
    return sum;
}

void main()
{
    uint self = gl_LocalInvocationIndex;
    int rows = int(u_walk.y); // of the level that an invocation goes down
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(WIDE, TALL - SPREAD + 1);
    blur_columns(self, corner);
    barrier();

    uint x = self % 16u + self / 32u % uint(FACTOR * WIDE / 16) * 16u, odd = self / 16u % 2u;
    int first = int(self / uint(2 * FACTOR * WIDE)) * rows, column = int(x / uint(FACTOR));
    if (first + rows > TALL - SPREAD + 1)
        return;
    float across[SPREAD], down[FACTOR / 2][SPREAD];
    vec4 sums[SPREAD];
    for (int k = 0; k < SPREAD; k++) {
        across[k] = UP[int(x % uint(FACTOR)) * SPREAD + k];
        for (int i = 0; i < FACTOR / 2; i++)
            down[i][k] = UP[(2 * i + int(odd)) * SPREAD + k];
    }
    for (int k = 1; k < SPREAD; k++)
        sums[k] = add_row(first + k - 1, column, across);
    ivec2 at = corner * FACTOR + ivec2(x, uint(first * FACTOR) + odd);
    for (int row = first; row < first + rows; row++) {
        for (int k = 1; k < SPREAD; k++)
            sums[k - 1] = sums[k];
        sums[SPREAD - 1] = add_row(row + SPREAD - 1, column, across);
        for (int i = 0; i < FACTOR / 2; i++) {
            vec4 color = vec4(0.0);
            for (int k = 0; k < SPREAD; k++)
                color += down[i][k] * sums[k];
            imageStore(out_image, at, JOIN_AFTER(color, min(at, ivec2(u_size) - 1))); // nothing happens outside
            at.y += 2;
        }
    }
}
