// Images between the passes are storage buffers, which GPUs read several times as fast as textures. A buffer has
// strips of STRIP columns, so that the distance from a texel to the one below is constant. Strips have MARGIN more
// rows above and below the image, so that a loop along a column needs no test for the border.

#include "common/packed.glsl"

uniform vec2 u_size; // of the image. Asking that for it costs as much as a read (NVIDIA H200)
uniform vec2 u_walk; // rows of a strip, with its margins; the kernel's radius, or rows of a group

// Returns the index of a texel in a buffer whose strips have `rows`; y begins at -MARGIN.
int place_in_strips(int x, int y, int rows)
{
    uint strip = uint(x) / uint(STRIP), column = uint(x) % uint(STRIP);
    return (int(strip) * rows + y + MARGIN) * STRIP + int(column);
}
