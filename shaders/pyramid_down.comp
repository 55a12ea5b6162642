#version 430 core
#include "edge.glsl"

// One or two (LEVELS) of a pyramid's steps down in one dispatch (J. Jimenez, Next Generation Post Processing in Call of
// Duty: Advanced Warfare, SIGGRAPH 2014). Each of the 13 taps averages 2x2 texels, on one of two grids: the texels' own
// squares, and those around the corners between them. A group walks down a strip of the image; each invocation has a
// column of the first step, reads every square of it once, adds up what lies above each other in registers, and gets
// from its neighbours, through shared memory, only sums. What the first of two steps makes is nowhere stored.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#define LANES 64
#if LEVELS == 2
const int WIDTH = (LANES - 6) / 2; // texels of the output that they make
const int BEFORE = 2;              // pairs of rows of the first step that come before the first of these
#else
const int WIDTH = LANES - 2;
const int BEFORE = 0;
#endif

layout(local_size_x = LANES) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform vec4 u_sizes; // of the input, and of the output
layout(location = 1) uniform int u_pairs;  // of rows of the first step, in a strip

// Sums of a column for those on its left and on its right, two rows at a time.
shared vec4 s_left[2][LANES], s_right[2][LANES];
#if LEVELS == 2
// Sums of six rows for an output's outermost columns, for those next to them and for the two in the middle. The last is
// nothing, for what an edge hides.
shared vec4 s_sums[3][LANES + 1];
#endif

// A row of a column: what is read of it, what it adds up to.
#ifdef JOIN_BEFORE
const int READS = 4; // one by one, since what is made of them cannot be averaged before

ivec2 place_of(int i, ivec2 at)
{
    return inside(2 * at + ivec2(i % 2, i / 2), ivec2(u_sizes.xy));
}

vec4 read(int i, ivec2 at)
{
    return texelFetch(u_input, place_of(i, at), 0);
}

vec4 join(int i, ivec2 at, vec4 color)
{
    vec4 joined = JOIN_BEFORE(color, place_of(i, at));
    return is_hidden(2 * at + ivec2(i % 2, i / 2), ivec2(u_sizes.xy)) ? vec4(0.0) : joined;
}

// The last two squares, and of their columns the lower row of the first and both of the second.
struct Column {
    vec4 above, here, last[2], inner[2];
};

void advance(inout Column column, vec4 texels[READS])
{
    column.above = column.here;
    column.here = (texels[0] + texels[1] + texels[2] + texels[3]) / 4.0;
    for (int i = 0; i < 2; i++) {
        column.inner[i] = column.last[i] + texels[i] + texels[2 + i];
        column.last[i] = texels[2 + i];
    }
}

// A texel of the column, without what the columns beside it have for it. `below` is the row below it.
vec4 add_up(Column column, vec4 below[READS], int row, int lane)
{
    vec4 square = (below[0] + below[1] + below[2] + below[3]) / 4.0;
    vec4 squares = (column.above + 2.0 * column.here + square) / 32.0;
    vec4 left = (column.inner[0] + below[0]) / 32.0, right = (column.inner[1] + below[1]) / 32.0;
    s_right[row][lane] = squares + right;
    s_left[row][lane] = squares + left;
    return 2.0 * squares + left + right;
}
#else
const int READS = 2; // its square, and that around the corner above and left of it

vec4 read(int i, ivec2 at)
{
    return textureLod(u_input, vec2(2 * at + 1 - i) / u_sizes.xy, 0.0);
}

vec4 join(int i, ivec2 at, vec4 color)
{
    return color;
}

// The last two squares, and the last corner.
struct Column {
    vec4 above, here, corner;
};

void advance(inout Column column, vec4 texels[READS])
{
    column = Column(column.here, texels[0], texels[1]);
}

// A texel of the column, without what the columns beside it have for it. `below` is the row below it.
vec4 add_up(Column column, vec4 below[READS], int row, int lane)
{
    vec4 squares = (column.above + 2.0 * column.here + below[0]) / 32.0;
    vec4 corners = (column.corner + below[1]) / 8.0;
    s_right[row][lane] = squares;
    s_left[row][lane] = squares + corners;
    return 2.0 * squares + corners;
}
#endif

vec4 beside(int row, int lane)
{
    return s_right[row][max(lane - 1, 0)] + s_left[row][min(lane + 1, LANES - 1)];
}

#if LEVELS == 2
// Puts into rows beyond the border what the edge has there. `above` are the four before them.
void mend_rows(int row, int height, inout vec4 above[4], inout vec4 rows[2])
{
    const float lit = EDGE == 2 ? 0.0 : 1.0;
    if (row + 1 == height)
        rows[1] = lit * rows[0];
    if (row >= height) {
        bool is_odd = EDGE == 1 && row == height + 1;
        rows[0] = lit * (is_odd ? above[1] : above[3]);
        rows[1] = lit * (is_odd ? above[0] : EDGE == 1 ? above[2] : above[3]);
    }
    if (row == 0) {
        above[3] = lit * rows[0];
        above[2] = lit * (EDGE == 1 ? rows[1] : rows[0]);
    }
}

// Where the sums are that make a texel of the output.
void find_columns(int at, int first, int width, out int columns[6])
{
    for (int i = 0; i < 6; i++) {
        int column = 2 * at - 2 + i;
        columns[i] = is_hidden(column, width) ? LANES : clamp(inside(column, width) - first, 0, LANES - 1);
    }
}

void share_sums(int lane, vec4 above[4], vec4 rows[2])
{
    vec4 outer = (above[0] + above[1] + 2.0 * (above[2] + above[3]) + rows[0] + rows[1]) / 128.0;
    vec4 inner = (above[1] + above[2] + above[3] + rows[0]) / 32.0;
    s_sums[0][lane] = outer;
    s_sums[1][lane] = outer + inner;
    s_sums[2][lane] = 2.0 * outer + inner;
}

vec4 sum_of(int columns[6])
{
    return s_sums[0][columns[0]] + s_sums[1][columns[1]] + s_sums[2][columns[2]] + s_sums[2][columns[3]] +
           s_sums[1][columns[4]] + s_sums[0][columns[5]];
}
#endif

void put(ivec2 at, vec4 color)
{
    if (all(lessThan(at, ivec2(u_sizes.zw))))
        imageStore(out_image, at, color);
}

// The column as it is before `at`: of rows further up it keeps nothing.
void start(ivec2 at, out Column column)
{
    for (int row = -1; row < 1; row++) {
        vec4 texels[READS];
        for (int i = 0; i < READS; i++)
            texels[i] = join(i, at + ivec2(0, row), read(i, at + ivec2(0, row)));
        advance(column, texels);
    }
}

// Two rows from `at` on, without what the columns beside them have for them. The reads for the next two are begun.
void make_rows(ivec2 at, int lane, inout Column column, inout vec4 ahead[2 * READS], out vec4 rows[2])
{
    for (int row = 0; row < 2; row++) {
        vec4 below[READS];
        for (int i = 0; i < READS; i++) {
            below[i] = join(i, at + ivec2(0, row + 1), ahead[row * READS + i]);
            ahead[row * READS + i] = read(i, at + ivec2(0, row + 3));
        }
        rows[row] = add_up(column, below, row, lane);
        advance(column, below);
    }
}

void main()
{
    int lane = int(gl_LocalInvocationIndex);
    ivec2 origin = ivec2(WIDTH, LEVELS == 2 ? u_pairs - BEFORE : 2 * u_pairs) * ivec2(gl_WorkGroupID.xy);
    ivec2 at = LEVELS * origin + ivec2(lane - 2 * LEVELS + 1, -BEFORE);
    Column column;
    vec4 ahead[2 * READS];
    start(at, column);
    for (int i = 0; i < 2 * READS; i++)
        ahead[i] = read(i % READS, at + ivec2(0, i / READS + 1));
#if LEVELS == 2
    ivec2 fine_size = (ivec2(u_sizes.xy) + 1) / 2;
    vec4 above[4] = vec4[4](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    int columns[6];
    find_columns(origin.x + lane, at.x - lane, fine_size.x, columns);
    if (lane == 0)
        s_sums[0][LANES] = s_sums[1][LANES] = s_sums[2][LANES] = vec4(0.0);
#endif

    for (int pair = 0; pair < u_pairs; pair++) {
        vec4 rows[2];
        make_rows(at, lane, column, ahead, rows);
        barrier();
        for (int row = 0; row < 2; row++)
            rows[row] += beside(row, lane);
#if LEVELS == 2
        mend_rows(at.y, fine_size.y, above, rows);
        share_sums(lane, above, rows);
        above = vec4[4](above[2], above[3], rows[0], rows[1]);
        barrier();
        if (pair >= BEFORE && lane < WIDTH)
            put(origin + ivec2(lane, pair - BEFORE), sum_of(columns));
#else
        if (lane > 0 && lane <= WIDTH)
            for (int row = 0; row < 2; row++)
                put(at + ivec2(0, row), rows[row]);
        barrier();
#endif
        at.y += 2;
    }
}
