#version 430 core

// A step down of the pyramid blur (J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare,
// SIGGRAPH 2014) for many texels at once. Each of its 13 taps averages 2x2 texels, on one of two grids: the texels'
// own squares, and those around the corners between them. A group reads every square of both grids once.

layout(local_size_x = 256) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;

const ivec2 TILE = ivec2(32, 16);     // texels of a group
const ivec2 SQUARES = TILE + 2;       // one more on each side
const ivec2 CORNERS = TILE + 1;
const int SQUARE_PARTS = (SQUARES.x * SQUARES.y + 255) / 256;
const int CORNER_PARTS = (CORNERS.x * CORNERS.y + 255) / 256;

shared vec4 s_squares[SQUARES.x * SQUARES.y];
shared vec4 s_corners[CORNERS.x * CORNERS.y];

vec4 tap(ivec2 place)
{
    return textureLod(u_input, vec2(place) / vec2(textureSize(u_input, 0)), 0.0);
}

// All reads are under way before the first is waited for.
void read_tile(ivec2 origin)
{
    int self = int(gl_LocalInvocationIndex);
    vec4 squares[SQUARE_PARTS], corners[CORNER_PARTS];
    for (int part = 0; part < SQUARE_PARTS; part++) {
        int i = self + 256 * part;
        squares[part] = tap(2 * (origin + ivec2(i % SQUARES.x, i / SQUARES.x)) - 1);
    }
    for (int part = 0; part < CORNER_PARTS; part++) {
        int i = self + 256 * part;
        corners[part] = tap(2 * (origin + ivec2(i % CORNERS.x, i / CORNERS.x)));
    }
    for (int part = 0; part < SQUARE_PARTS; part++)
        if (self + 256 * part < SQUARES.x * SQUARES.y)
            s_squares[self + 256 * part] = squares[part];
    for (int part = 0; part < CORNER_PARTS; part++)
        if (self + 256 * part < CORNERS.x * CORNERS.y)
            s_corners[self + 256 * part] = corners[part];
}

vec4 row_of_squares(int i)
{
    return s_squares[i] + 2.0 * s_squares[i + 1] + s_squares[i + 2];
}

vec4 pyramid(ivec2 at)
{
    int square = at.y * SQUARES.x + at.x, corner = at.y * CORNERS.x + at.x;
    vec4 outer = row_of_squares(square) + 2.0 * row_of_squares(square + SQUARES.x) +
                 row_of_squares(square + 2 * SQUARES.x);
    vec4 inner = s_corners[corner] + s_corners[corner + 1] + s_corners[corner + CORNERS.x] +
                 s_corners[corner + CORNERS.x + 1];
    return outer / 32.0 + inner / 8.0;
}

void main()
{
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy);
    read_tile(origin);
    barrier();
    for (int part = 0; part < TILE.x * TILE.y / 256; part++) {
        int i = int(gl_LocalInvocationIndex) + 256 * part;
        ivec2 at = ivec2(i % TILE.x, i / TILE.x);
        if (all(lessThan(origin + at, imageSize(out_image))))
            imageStore(out_image, origin + at, pyramid(at));
    }
}
