#version 430 core
#include "edge.glsl"

// One or two (LEVELS) of the dual filter's steps down in one dispatch (M. Bjørge, Bandwidth-efficient rendering,
// SIGGRAPH 2015), with the taps where they are published. Each diagonal tap then averages four texels around a
// corner that four texels of the coarser image share: a group reads every corner once, into shared memory. The
// second step comes from there too, so that the level between is neither stored nor read.

layout(local_size_x = 256) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform int u_edge; // enum edge

#if LEVELS == 2
const int TILE = 16;           // texels of the output along each side of a group's part
const int FINE = 2 * TILE + 2; // of the level between, with one more around
#else
const int TILE = 32;
const int FINE = TILE;
#endif
const int CORNERS = FINE + 1;
const int PARTS = (FINE * FINE + 255) / 256; // texels of the first step that one invocation makes

shared vec4 s_tile[CORNERS * CORNERS];

// The mean of the four texels around a corner.
#ifdef JOIN_BEFORE
vec4 joined_texel(ivec2 at)
{
    ivec2 size = textureSize(u_input, 0);
    ivec2 inside = ivec2(edge_texel(at.x, size.x, u_edge), edge_texel(at.y, size.y, u_edge));
    return edge_hides(at, size, u_edge) ? vec4(0.0) : JOIN_BEFORE(texelFetch(u_input, inside, 0), inside);
}

vec4 tap(ivec2 corner)
{
    return (joined_texel(corner - 1) + joined_texel(corner - ivec2(0, 1)) + joined_texel(corner - ivec2(1, 0)) +
            joined_texel(corner)) / 4.0;
}
#else
vec4 tap(ivec2 corner)
{
    return textureLod(u_input, vec2(corner) / vec2(textureSize(u_input, 0)), 0.0);
}
#endif

const int CORNER_PARTS = (CORNERS * CORNERS + 255) / 256;

void read_corners(ivec2 origin)
{
    vec4 corners[CORNER_PARTS];
    for (int part = 0; part < CORNER_PARTS; part++) {
        int i = int(gl_LocalInvocationIndex) + 256 * part;
        corners[part] = tap(2 * (origin + ivec2(i % CORNERS, i / CORNERS)));
    }
    for (int part = 0; part < CORNER_PARTS; part++) {
        int i = int(gl_LocalInvocationIndex) + 256 * part;
        if (i < CORNERS * CORNERS)
            s_tile[i] = corners[part];
    }
}

// Texel `at` of the first step, whose own four texels are `centre` on average.
vec4 step_down(ivec2 at, vec4 centre, ivec2 origin)
{
    ivec2 corner = clamp(at - origin, 0, FINE - 1);
    int i = corner.y * CORNERS + corner.x;
    vec4 corners = s_tile[i] + s_tile[i + 1] + s_tile[i + CORNERS] + s_tile[i + CORNERS + 1];
    return (4.0 * centre + corners) / 8.0;
}

#if LEVELS == 2
vec4 step_down_in_shared(ivec2 at)
{
    vec4 inner = vec4(0.0), outer = vec4(0.0);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            vec4 texel = s_tile[(2 * at.y + y) * FINE + 2 * at.x + x];
            if (x % 3 == 0 || y % 3 == 0)
                outer += texel;
            else
                inner += texel;
        }
    return (5.0 * inner + outer) / 32.0;
}
#endif

void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 out_origin = TILE * ivec2(gl_WorkGroupID.xy);
    ivec2 out_size = imageSize(out_image);
#if LEVELS == 2
    ivec2 fine_size = (textureSize(u_input, 0) + 1) / 2;
    ivec2 origin = 2 * out_origin - 1;
#else
    ivec2 origin = out_origin;
#endif

    // All reads first, so that they are under way together.
    vec4 made[PARTS];
    ivec2 places[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int i = self + 256 * part;
        places[part] = origin + ivec2(i % FINE, i / FINE);
#if LEVELS == 2
        places[part].x = edge_texel(places[part].x, fine_size.x, u_edge);
        places[part].y = edge_texel(places[part].y, fine_size.y, u_edge);
#endif
        made[part] = tap(2 * places[part] + 1);
    }
    read_corners(origin);
    barrier();

    for (int part = 0; part < PARTS; part++) {
        made[part] = step_down(places[part], made[part], origin);
#if LEVELS == 1
        if (all(lessThan(places[part], out_size)))
            imageStore(out_image, places[part], made[part]);
#endif
    }

#if LEVELS == 2
    barrier();
    for (int part = 0; part < PARTS; part++) {
        int i = self + 256 * part;
        bool is_hidden = edge_hides(origin + ivec2(i % FINE, i / FINE), fine_size, u_edge);
        if (i < FINE * FINE)
            s_tile[i] = is_hidden ? vec4(0.0) : made[part];
    }
    barrier();
    ivec2 at = ivec2(self % TILE, self / TILE);
    if (all(lessThan(out_origin + at, out_size)))
        imageStore(out_image, out_origin + at, step_down_in_shared(at));
#endif
}
