#version 430 core
#include "common/edge.glsl"

// Two of a pyramid's steps down in one dispatch, as pyramid_down.comp makes them, for small images (J. Jimenez, Next
// Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014). A group makes a tile of the output.

const int GROUP = THREADS;
layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform vec4 u_sizes; // of the input, and of the output

// Unsigned, since a signed division by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

#include "pyramid/pyramid_tile.glsl"

void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 origin = TILE_DOWN * ivec2(gl_WorkGroupID.xy), first = 2 * origin - 2;
    read_tile(self, u_input, u_sizes.xy, first);
    barrier();
    make_fine(self, (ivec2(u_sizes.xy) + 1) / 2, first);
    barrier();
    ivec2 at = place_in(self, TILE_DOWN);
    if (self < TILE_DOWN * TILE_DOWN && all(lessThan(origin + at, ivec2(u_sizes.zw))))
        imageStore(out_image, origin + at, step_down_again(at));
}
