// A tile of the picture in shared memory: the WIDE x HIGH texels of a group and the RADIUS texels around them.

#include "gaussian/gaussian_input.glsl"
#include "gaussian/gaussian_weights.glsl"

layout(local_size_x = WIDE, local_size_y = HIGH) in;
layout(binding = 0) writeonly uniform image2D out_image;

const int TILE_WIDE = WIDE + 2 * RADIUS, TILE_HIGH = HIGH + 2 * RADIUS;

shared vec4 tile[TILE_HIGH][TILE_WIDE];

void read_tile(ivec2 corner)
{
    for (int i = int(gl_LocalInvocationIndex); i < TILE_WIDE * TILE_HIGH; i += WIDE * HIGH) {
        ivec2 at = ivec2(i % TILE_WIDE, i / TILE_WIDE);
        tile[at.y][at.x] = texel(corner + at);
    }
}
