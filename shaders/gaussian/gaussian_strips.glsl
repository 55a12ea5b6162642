// Images between the passes lie in storage buffers, of which a GPU gives several times as much at a time as of
// textures. They are cut into strips of STRIP columns, so that from a texel to the one below it is a constant way, and
// go on above and below by MARGIN rows, so that a walk along a column asks for no border.

#include "common/packed.glsl"

layout(location = 0) uniform vec2 u_size; // of the image. Asking that for it costs as much as a read (NVIDIA H200)
layout(location = 1) uniform vec2 u_walk; // rows of a strip, margins and all; the kernel's radius

// Where in a buffer a texel is. y from -MARGIN on.
int place_in_strips(int x, int y)
{
    uint strip = uint(x) / uint(STRIP), column = uint(x) % uint(STRIP);
    return (int(strip) * int(u_walk.x) + y + MARGIN) * STRIP + int(column);
}
