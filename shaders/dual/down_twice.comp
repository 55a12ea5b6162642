#version 430 core
#include "common/edge.glsl"

// Two of the dual filter's steps down in one dispatch (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015), with
// the taps where they are published. A group walks down a strip of the image, four rows of the input a turn:
//
//   input     . . . . . . . . . . . .    2 columns an invocation, read once
//   between   [0] [1] [2] [3] [4] [5]    2 rows, 1 column an invocation: WALK_LANES of them
//   output      (0)     (1)              1 row; texel i rests on the columns 2i - 1 to 2i + 2 above it
//
// An invocation adds up in registers what lies above each other, and gets from its neighbours, through shared memory,
// only sums. So a texel of the input is read once, and the level between need not be stored. `dual:sigma=2`,
// two steps down and two up, takes 2.9 copies of the picture in two dispatches and 3.9 in four (NVIDIA H200;
// docs/measuring.md: halation --bench --size 3840x2160 --scene ramp --chain dual:sigma=2).

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

const int WIDTH = WALK_WIDTH; // texels of the output that a group makes

layout(local_size_x = WALK_LANES) in;
layout(binding = 0) writeonly uniform image2D out_image;
#ifdef KEEP
layout(binding = 1) writeonly uniform image2D out_between;
#endif
uniform vec4 u_sizes; // of the input, and of the output
uniform int u_rows;   // of the output in a strip
#include "blur/margin.glsl"

// Sums of a column for those beside it, two rows of the level between at a time.
shared vec4 s_left[2][WALK_LANES], s_right[2][WALK_LANES];
// Sums of two and of four rows, the two in the middle five times; the last is nothing, for what an edge hides.
shared vec4 s_outer[WALK_LANES + 1], s_inner[WALK_LANES + 1];

#ifdef JOIN_BEFORE
// Texels are read as they are, since what is made of them cannot be averaged before. Four at once: where invocations
// read every second texel of a row one by one, that takes twice as long.
layout(binding = 0) uniform sampler2D u_input; // unfiltered
const int READS = 8;                           // of two columns, four rows; the two rows above them come before
const int BEFORE = 4;

void read_square(ivec2 corner, out vec4 texels[4])
{
    vec2 place = (vec2(corner + 1) - u_margin) / u_sizes.xy;
    vec4 r = textureGather(u_input, place, 0), g = textureGather(u_input, place, 1);
    vec4 b = textureGather(u_input, place, 2), a = textureGather(u_input, place, 3);
    texels[0] = vec4(r.w, g.w, b.w, a.w);
    texels[1] = vec4(r.z, g.z, b.z, a.z);
    texels[2] = vec4(r.x, g.x, b.x, a.x);
    texels[3] = vec4(r.y, g.y, b.y, a.y);
}

void read(ivec2 corner, out vec4 texels[READS])
{
    vec4 above[4], below[4];
    read_square(corner, above);
    read_square(corner + ivec2(0, 2), below);
    for (int i = 0; i < 4; i++) {
        texels[i] = above[i];
        texels[4 + i] = below[i];
    }
}

vec4 joined(vec4 texel, ivec2 at)
{
    at -= ivec2(u_margin);
    vec4 color = JOIN_BEFORE(texel, inside(at, ivec2(u_sizes.xy)));
    return is_hidden(at, ivec2(u_sizes.xy)) ? vec4(0.0) : color;
}

void read_before(ivec2 corner, out vec4 before[BEFORE])
{
    vec4 texels[4];
    read_square(corner - ivec2(0, 2), texels);
    for (int i = 0; i < BEFORE; i++)
        before[i] = joined(texels[i], corner + ivec2(i % 2, i / 2 - 2));
}

// Two rows of the level between, without what the columns beside this one have for them.
void add_rows(int lane, ivec2 corner, vec4 read[READS], inout vec4 before[BEFORE], out vec4 rows[2])
{
    vec4 texels[READS];
    for (int i = 0; i < READS; i++)
        texels[i] = joined(read[i], corner + ivec2(i % 2, i / 2));
    for (int row = 0; row < 2; row++) {
        vec4 inner[2], sums[2];
        for (int x = 0; x < 2; x++) {
            inner[x] = before[2 + x] + texels[4 * row + x];
            sums[x] = (before[x] + inner[x] + texels[4 * row + 2 + x]) / 32.0;
        }
        s_left[row][lane] = sums[0];
        s_right[row][lane] = sums[1];
        rows[row] = sums[0] + sums[1] + (inner[0] + inner[1]) / 8.0;
        for (int i = 0; i < BEFORE; i++)
            before[i] = texels[4 * row + i];
    }
}

vec4 beside(int row, int lane)
{
    return s_right[row][max(lane - 1, 0)] + s_left[row][min(lane + 1, WALK_LANES - 1)];
}
#else
// Each diagonal tap averages four texels around a corner that four texels of the coarser image share.
layout(binding = 0) uniform sampler2D u_input; // filtered
const int READS = 4;                           // of two rows the texels' own four, and those around a corner below
const int BEFORE = 1;                          // the corner above

vec4 tap(ivec2 corner)
{
    return textureLod(u_input, in_picture(vec2(corner), u_sizes.xy) / u_sizes.xy, 0.0);
}

void read(ivec2 corner, out vec4 texels[READS])
{
    for (int i = 0; i < READS; i++)
        texels[i] = tap(corner + ivec2((i + 1) % 2, i));
}

void read_before(ivec2 corner, out vec4 before[BEFORE])
{
    before[0] = tap(corner - ivec2(0, 1));
}

void add_rows(int lane, ivec2 corner, vec4 texels[READS], inout vec4 before[BEFORE], out vec4 rows[2])
{
    for (int row = 0; row < 2; row++) {
        vec4 corners = (before[0] + texels[2 * row + 1]) / 8.0;
        before[0] = texels[2 * row + 1];
        s_left[row][lane] = corners;
        rows[row] = texels[2 * row] / 2.0 + corners;
    }
}

vec4 beside(int row, int lane)
{
    return s_left[row][min(lane + 1, WALK_LANES - 1)];
}
#endif

// Puts into rows beyond the border what the edge has there. `above` are the two before them.
void mend_rows(int row, int height, vec4 above[2], inout vec4 rows[2])
{
#if EDGE == 2
    rows[0] *= float(row >= 0 && row < height);
    rows[1] *= float(row + 1 < height);
#else
    if (row < 0)
        rows[0] = rows[1];
    if (row >= height)
        rows[0] = above[1];
    if (row + 1 >= height)
        rows[1] = rows[0];
#if EDGE == 1
    if (row == height)
        rows[1] = above[0];
#endif
#endif
}

// Whose sums make a texel of the output.
ivec4 columns_under(int at, int first, int width)
{
    ivec4 lanes;
    for (int i = 0; i < 4; i++) {
        int column = 2 * at - 1 + i;
        lanes[i] = is_hidden(column, width) ? WALK_LANES : clamp(inside(column, width) - first, 0, WALK_LANES - 1);
    }
    return lanes;
}

#ifdef KEEP
// Two rows of a column of the level between, of which strips beside each other and above each other share some.
void keep_rows(int lane, ivec2 at, ivec2 origin, ivec2 size, vec4 rows[2])
{
    for (int row = 0; row < 2; row++, at.y++) {
        bool is_own = lane >= 2 && lane < WALK_LANES - 2 && at.y >= 2 * origin.y && at.y < 2 * (origin.y + u_rows);
        if (is_own && all(lessThan(at, size)))
            imageStore(out_between, at, rows[row]);
    }
}
#endif

void main()
{
    int lane = int(gl_LocalInvocationIndex);
    ivec2 out_size = ivec2(u_sizes.zw);
    ivec2 between = (ivec2(u_sizes.xy) + 2 * ivec2(u_margin) + 1) / 2;
    ivec2 origin = ivec2(WIDTH, u_rows) * ivec2(gl_WorkGroupID.xy);
    ivec2 first = 2 * origin - ivec2(2, 1);
    ivec4 lanes = columns_under(origin.x + lane, first.x, between.x);
    ivec2 corner = 2 * (first + ivec2(lane, 0)) + ivec2(0, 1);

    vec4 before[BEFORE];
    vec4 ahead[READS];
    read(corner, ahead);
    read_before(corner, before);
    if (lane == 0)
        s_outer[WALK_LANES] = s_inner[WALK_LANES] = vec4(0.0);

    vec4 above[2] = vec4[2](vec4(0.0), vec4(0.0));
    for (int made = -1; made < u_rows; made++) {
        vec4 rows[2];
        vec4 texels[READS] = ahead;
        read(corner + ivec2(0, 4), ahead); // under way while these are added up
        add_rows(lane, corner, texels, before, rows);
        barrier();
        rows[0] += beside(0, lane);
        rows[1] += beside(1, lane);
#ifdef KEEP
        keep_rows(lane, first + ivec2(lane, 0), origin, between, rows);
#endif
        mend_rows(first.y, between.y, above, rows);
        s_outer[lane] = above[0] + above[1] + rows[0] + rows[1];
        s_inner[lane] = s_outer[lane] + 4.0 * (above[1] + rows[0]);
        barrier();
        ivec2 at = origin + ivec2(lane, made);
        if (made >= 0 && lane < WIDTH && all(lessThan(at, out_size)))
            imageStore(out_image, at,
                       (s_outer[lanes.x] + s_inner[lanes.y] + s_inner[lanes.z] + s_outer[lanes.w]) / 32.0);
        above = rows;
        first.y += 2;
        corner.y += 4;
    }
}
