#version 430 core
#include "common/edge.glsl"

// A step down of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015) for many texels at once,
// with the taps where they are published. Each diagonal tap then averages four texels around a corner that four texels
// of the coarser image share: a group reads every corner once, into shared memory.

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
#include "blur/margin.glsl"

const int TILE = DOWN_TILE; // texels of the output along each side of a group's part
const int CORNERS = TILE + 1;
const int PARTS = TILE * TILE / THREADS; // texels that one invocation makes

shared vec4 s_tile[CORNERS * CORNERS];

// The mean of the four texels around a corner.
#ifdef JOIN_BEFORE
vec4 joined_texel(ivec2 at)
{
    ivec2 size = textureSize(u_input, 0);
    at -= ivec2(u_margin);
    ivec2 place = inside(at, size);
    return is_hidden(at, size) ? vec4(0.0) : JOIN_BEFORE(texelFetch(u_input, place, 0), place);
}

vec4 tap(ivec2 corner)
{
    return (joined_texel(corner - 1) + joined_texel(corner - ivec2(0, 1)) + joined_texel(corner - ivec2(1, 0)) +
            joined_texel(corner)) / 4.0;
}
#else
vec4 tap(ivec2 corner)
{
    vec2 size = vec2(textureSize(u_input, 0));
    return textureLod(u_input, in_picture(vec2(corner), size) / size, 0.0);
}
#endif

const int CORNER_PARTS = (CORNERS * CORNERS + THREADS - 1) / THREADS;

void read_corners(ivec2 origin)
{
    vec4 corners[CORNER_PARTS];
    for (int part = 0; part < CORNER_PARTS; part++) {
        int i = int(gl_LocalInvocationIndex) + THREADS * part;
        corners[part] = tap(2 * (origin + ivec2(i % CORNERS, i / CORNERS)));
    }
    for (int part = 0; part < CORNER_PARTS; part++) {
        int i = int(gl_LocalInvocationIndex) + THREADS * part;
        if (i < CORNERS * CORNERS)
            s_tile[i] = corners[part];
    }
}

void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 out_size = imageSize(out_image);
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy);

    // All reads first, so that they are under way together.
    vec4 centres[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int i = self + THREADS * part;
        centres[part] = tap(2 * (origin + ivec2(i % TILE, i / TILE)) + 1);
    }
    read_corners(origin);
    barrier();

    for (int part = 0; part < PARTS; part++) {
        int i = self + THREADS * part;
        ivec2 at = ivec2(i % TILE, i / TILE);
        int c = at.y * CORNERS + at.x;
        vec4 corners = s_tile[c] + s_tile[c + 1] + s_tile[c + CORNERS] + s_tile[c + CORNERS + 1];
        if (all(lessThan(origin + at, out_size)))
            imageStore(out_image, origin + at, (4.0 * centres[part] + corners) / 8.0);
    }
}
