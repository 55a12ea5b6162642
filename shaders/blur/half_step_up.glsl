#include "blur/half_weights.glsl"

// A step up for a column of texels at once. It reads a tile of the coarse image, one of TILES, by
// `vec4 coarse(int tile, int i)`; the tile's rows have `pitch(int tile)` texels.

// Computes the output texels above and below the centres of `rows` coarse texels from `first` down, on their right
// (`side` 1) or left (-1).
void step_up(int tile, const int rows, int first, int side, out vec4 above[ROWS], out vec4 below[ROWS])
{
    for (int to = 0; to < rows; to++)
        above[to] = below[to] = vec4(0.0);
    for (int row = -2; row < rows + 2; row++)
        for (int x = -2; x <= REACH; x++) {
            if ((row == -2 || row == rows + 1) && !counts(x, -2))
                continue;
            vec4 color = coarse(tile, first + side * x + row * pitch(tile));
            for (int to = 0; to < rows; to++) {
                int y = row - to;
                if (abs(y) <= 2 && counts(x, y))
                    above[to] += weight(tile, x, y) * color;
                if (abs(y) <= 2 && counts(x, -y))
                    below[to] += weight(tile, x, -y) * color;
            }
        }
}
