#version 430 core
#include "common/edge.glsl"
#include "common/join.glsl"
#include "blur/mix.glsl"

// A step up of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015). Its eight bilinear taps rest
// on 13 or 17 texels of the coarse image. An invocation walks down a column of the output and reads four or five of
// them for two texels. It shares nothing, which suits processors that run the invocations of a group in turns.

layout(local_size_x = COLUMN_LANES) in;
layout(binding = 0) uniform sampler2D u_input; // unfiltered
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec4 u_sizes; // of the input, and of the output
uniform int u_rows;   // of the input, in an invocation's column

const int TILES = 1;
#include "blur/half_weights.glsl"
#include "blur/half_walk.glsl"

// Reads the texels of a row from two before `column` to REACH after it, on the side of `column` where the output lies.
void read_row(int column, int row, int side, ivec2 size, out vec4 texels[REACH + 3])
{
    for (int x = -2; x <= REACH; x++) {
        ivec2 at = ivec2(column + side * x, row);
        vec4 texel = texelFetch(u_input, inside(at, size), 0);
        texels[x + 2] = is_hidden(at, size) ? vec4(0.0) : texel;
    }
}

void put(ivec2 at, vec4 color)
{
    color = mixed(at, color);
    imageStore(out_image, at, JOIN_AFTER(color, at)); // nothing happens outside
}

void main()
{
    ivec2 size = ivec2(u_sizes.xy), at = ivec2(gl_GlobalInvocationID.x, 2 * u_rows * int(gl_WorkGroupID.y));
    int side = 1 - 2 * (at.x & 1), first = at.y / 2;
    Walk so_far;
    vec4 texels[REACH + 3], above, below;
    start_walk(so_far);
    for (int row = first - 2; row < first + 2; row++) {
        read_row(at.x / 2, row, side, size, texels);
        walk_row(so_far, texels, above, below);
    }
    for (int row = first + 2; row < first + 2 + u_rows; row++) {
        read_row(at.x / 2, row, side, size, texels);
        walk_row(so_far, texels, above, below);
        put(at, above);
        put(at + ivec2(0, 1), below);
        at.y += 2;
    }
}
