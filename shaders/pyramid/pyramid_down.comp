#version 430 core
#include "common/edge.glsl"

// One or two (LEVELS) of a pyramid's steps down in one dispatch (J. Jimenez, Next Generation Post Processing in Call of
// Duty: Advanced Warfare, SIGGRAPH 2014). A group walks down a strip of the image, two rows of the first step a turn:
//
//   input     ....  ....  ....  ....    4 columns an invocation, read once
//   first     [][]  [][]  [][]  [][]    2 columns an invocation: LANES pairs
//   second     ()    ()    ()    ()     1 column an invocation; MARGIN invocations at either end only serve
//
// An invocation adds up in registers what lies above each other, and gets from its neighbours, through shared memory,
// only sums. What the first of two steps makes is not stored. `pyramid:sigma=2` takes 2.5 copies of the picture with
// this and pyramid_up.comp, 4.5 with a dispatch a step (NVIDIA H200 at 1920x1080; docs/results/h200/impls.json:
// halation --bench=impls).
//
// A texel of a step's 13 taps is the sum of 4x4 texels around its centre, when to each has been added the mean of the
// 2x2 texels that make up a texel of the coarser image with it. All sums are 32 times as large as what they stand for.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#if LEVELS == 2
const int MARGIN = SERVING_TWICE; // invocations at either end whose columns lack a neighbour
const int BEFORE = 1; // pairs of rows of the first step that come before those under the output
#else
const int MARGIN = SERVING_ONCE;
const int BEFORE = 0;
#endif
const int WIDTH = LANES - 2 * MARGIN;

layout(local_size_x = LANES) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec4 u_sizes; // of the input, and of the output
uniform int u_pairs;  // of rows of the first step, in a strip
#include "blur/margin.glsl"

// Columns give these to the columns on their left and on their right: of two rows of the first step, and of one of the
// second.
shared vec4 s_left[3][LANES], s_right[3][LANES];

// Two columns of squares of texels: their sums without and with what comes next.
struct Squares {
    vec4 done[2], last[2];
};

// For the texel that ends with the upper texels of these squares: sums of its left and its right column.
void advance(inout Squares squares, vec4 texels[4], out vec4 sums[2])
{
    vec4 mean = (texels[0] + texels[1] + texels[2] + texels[3]) / 4.0;
    for (int side = 0; side < 2; side++) {
        vec4 upper = texels[side] + mean, lower = texels[2 + side] + mean;
        sums[side] = squares.done[side] + upper;
        squares.done[side] = squares.last[side] + upper + lower;
        squares.last[side] = lower;
    }
}

#ifdef JOIN_BEFORE
// Its four texels one by one, since what is made of them cannot be averaged before.
const int READS = 4;
#define Column Squares

ivec2 texel_at(int i, ivec2 at)
{
    return 2 * at + ivec2(i % 2, i / 2) - ivec2(u_margin);
}

ivec2 place_of(int i, ivec2 at)
{
    return inside(texel_at(i, at), ivec2(u_sizes.xy));
}

vec4 join(int i, ivec2 at, vec4 color)
{
    vec4 joined = JOIN_BEFORE(color, place_of(i, at));
    return is_hidden(texel_at(i, at), ivec2(u_sizes.xy)) ? vec4(0.0) : joined;
}
#else
const int READS = 2; // a square, and that around the corner above and left of it

vec4 join(int i, ivec2 at, vec4 color)
{
    return color;
}

// The last square and corner, and the sum of squares.
struct Column {
    vec4 squares, square, corner;
};

void advance(inout Column column, vec4 texels[READS], out vec4 sums[2])
{
    sums[1] = column.squares + texels[0];
    sums[0] = sums[1] + 4.0 * (column.corner + texels[1]);
    column = Column(column.square + 2.0 * texels[0], texels[0], texels[1]);
}
#endif

// The input of two rows of squares. Four invocations read the squares of a texel of the coarser image, which are
// together in memory, and the invocations that own them take them from here.
#if defined(JOIN_BEFORE) && defined(WORDS)
#define Item uvec4 // two texels beside each other, as halves
const int ITEMS = READS / 2;
layout(binding = 1, rg32ui) readonly uniform uimage2D u_image;

Item read(int i, ivec2 at)
{
    return uvec4(imageLoad(u_image, place_of(2 * i, at)).xy, imageLoad(u_image, place_of(2 * i + 1, at)).xy);
}

vec4 texel_of(int i, Item items[ITEMS])
{
    uvec2 words = i % 2 == 0 ? items[i / 2].xy : items[i / 2].zw;
    return vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
}
#else
#define Item vec4
const int ITEMS = READS;

Item read(int i, ivec2 at)
{
#ifdef JOIN_BEFORE
    return texelFetch(u_input, place_of(i, at), 0);
#else
    return textureLod(u_input, in_picture(vec2(2 * at + 1 - i), u_sizes.xy) / u_sizes.xy, 0.0);
#endif
}

vec4 texel_of(int i, Item items[ITEMS])
{
    return items[i];
}
#endif

const int SLOT = LANES + 2; // so that eight invocations store into all banks
shared Item s_read[ITEMS * 4 * SLOT];

#ifdef JOIN_BEFORE
void read_rows(int lane, ivec2 corner, out Item ahead[4 * ITEMS])
{
    for (int part = 0; part < 4; part++) {
        ivec2 at = corner + ivec2(2 * (lane / 4 + part * LANES / 4) + lane % 2, lane / 2 % 2);
        for (int i = 0; i < ITEMS; i++)
            ahead[part * ITEMS + i] = read(i, at);
    }
}
#else
void read_rows(int lane, ivec2 corner, out Item ahead[4 * ITEMS])
{
    vec2 centre = vec2(2 * (corner + ivec2(lane / 4 * 2 + lane % 2, lane / 2 % 2)) + 1);
    for (int part = 0; part < 4; part++)
        for (int i = 0; i < ITEMS; i++)
            ahead[part * ITEMS + i] = textureLod(
                u_input, in_picture(centre + vec2(part * LANES - i, -i), u_sizes.xy) / u_sizes.xy, 0.0);
}
#endif

void share_rows(int lane, Item ahead[4 * ITEMS])
{
    for (int part = 0; part < 4; part++)
        for (int i = 0; i < ITEMS; i++)
            s_read[(4 * i + lane % 4) * SLOT + lane / 4 + part * LANES / 4] = ahead[part * ITEMS + i];
}

void use(ivec2 at, Item items[ITEMS], out vec4 texels[READS])
{
    for (int i = 0; i < READS; i++)
        texels[i] = join(i, at, texel_of(i, items));
}

void take(int lane, ivec2 at, int row, int c, out vec4 texels[READS])
{
    Item items[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        items[i] = s_read[(4 * i + 2 * row + c) * SLOT + lane];
    use(at + ivec2(c, row), items, texels);
}

vec4 beside_left(int row, int lane)
{
    return s_right[row][max(lane - 1, 0)];
}

vec4 beside_right(int row, int lane)
{
    return s_left[row][min(lane + 1, LANES - 1)];
}

void put(ivec2 at, vec4 color)
{
    if (all(lessThan(at, ivec2(u_sizes.zw))))
        imageStore(out_image, at, color);
}

// The columns with the row above `at`: of those further up they keep nothing.
void start(ivec2 at, out Column columns[2])
{
    for (int c = 0; c < 2; c++) {
        Item items[ITEMS];
        vec4 texels[READS], none[2];
        for (int i = 0; i < ITEMS; i++)
            items[i] = read(i, at + ivec2(c, -1));
        use(at + ivec2(c, -1), items, texels);
#ifdef JOIN_BEFORE
        columns[c] = Column(vec4[2](vec4(0.0), vec4(0.0)), vec4[2](vec4(0.0), vec4(0.0)));
#else
        columns[c] = Column(vec4(0.0), vec4(0.0), vec4(0.0));
#endif
        advance(columns[c], texels, none);
    }
}

// Two rows of both columns, that above `at` and that at it, without what the columns beside them have for them.
void make_rows(ivec2 at, int lane, inout Column columns[2], out vec4 rows[4])
{
    for (int row = 0; row < 2; row++) {
        vec4 sums[2][2];
        for (int c = 0; c < 2; c++) {
            vec4 texels[READS];
            take(lane, at, row, c, texels);
            advance(columns[c], texels, sums[c]);
        }
        s_left[row][lane] = sums[0][0];
        s_right[row][lane] = sums[1][1];
        vec4 middle = sums[0][1] + sums[1][0];
        rows[2 * row] = middle + sums[0][0];
        rows[2 * row + 1] = middle + sums[1][1];
    }
}

#if LEVELS == 2
const float LIT = EDGE == 2 ? 0.0 : 1.0;

// Puts into columns beyond the border what the edge has there.
void mend_columns(int lane, int first, int width, inout vec4 texels[4])
{
    for (int row = 0; row < 2; row++) {
        s_left[row][lane] = texels[2 * row];
        s_right[row][lane] = texels[2 * row + 1];
    }
    barrier();
    for (int c = 0; c < 2; c++) {
        int column = first + 2 * lane + c;
        int from = clamp(inside(column, width) - first, 0, 2 * LANES - 1);
        for (int row = 0; row < 2; row++) {
            vec4 texel = from % 2 == 1 ? s_right[row][from / 2] : s_left[row][from / 2];
            texels[2 * row + c] = is_hidden(column, width) ? vec4(0.0) : texel;
        }
    }
    barrier();
}

// Does the same as `advance` for rows beyond the border: `row` is the first of two, of `height`.
void advance_at_border(int row, int height, inout Squares squares, vec4 texels[4], out vec4 sums[2])
{
    bool is_odd = row + 1 == height;
    for (int side = 0; side < 2; side++) {
        if (is_odd)
            texels[2 + side] = LIT * texels[side];
        if (row >= height)
            texels[side] = texels[2 + side] = vec4(0.0);
    }
    vec4 upper = (texels[0] + texels[1]) / 2.0, lower = (texels[2] + texels[3]) / 2.0;
    vec4 before[2] = squares.last;
    if (row == 0)
        for (int side = 0; side < 2; side++)
            squares.last[side] = LIT * (texels[side] + (EDGE == 1 ? (upper + lower) / 2.0 : upper));
    before = squares.last;
    advance(squares, texels, sums);
    if (row < height && row + 2 >= height)
        for (int side = 0; side < 2; side++) {
            vec4 mirrored = is_odd ? before[side] : squares.last[side];
            squares.done[side] += LIT * (EDGE == 1 ? mirrored : texels[2 + side] + lower);
        }
}
#endif

void main()
{
    int lane = int(gl_LocalInvocationIndex);
    ivec2 origin = ivec2(WIDTH, u_pairs - 2 * BEFORE) * ivec2(gl_WorkGroupID.xy);
    ivec2 corner = 2 * (origin - ivec2(MARGIN, BEFORE)), at = corner + ivec2(2 * lane, 0);
    Column columns[2];
    Item ahead[4 * ITEMS];
    read_rows(lane, corner, ahead);
    start(at, columns);
    bool is_inner = lane >= MARGIN && lane < LANES - MARGIN;
#if LEVELS == 2
    ivec2 fine_size = (ivec2(u_sizes.xy) + 2 * ivec2(u_margin) + 1) / 2;
    bool is_border = corner.x < 0 || corner.x + 2 * LANES > fine_size.x;
    Squares squares = Squares(vec4[2](vec4(0.0), vec4(0.0)), vec4[2](vec4(0.0), vec4(0.0)));
    vec4 upper[2] = vec4[2](vec4(0.0), vec4(0.0));
#endif

    for (int pair = 0; pair <= u_pairs; pair++) {
        vec4 rows[4];
        share_rows(lane, ahead);
        barrier();
        corner.y += 2;
        read_rows(lane, corner, ahead); // under way while these are added up
        make_rows(at, lane, columns, rows);
        barrier();
        for (int row = 0; row < 2; row++) {
            rows[2 * row] += beside_left(row, lane);
            rows[2 * row + 1] += beside_right(row, lane);
        }
#if LEVELS == 2
        if (is_border) {
            barrier();
            mend_columns(lane, corner.x, fine_size.x, rows);
        }
        vec4 texels[4] = vec4[4](upper[0], upper[1], rows[0], rows[1]), sums[2];
        upper = vec4[2](rows[2], rows[3]);
        if (at.y == 2 || at.y >= fine_size.y)
            advance_at_border(at.y - 2, fine_size.y, squares, texels, sums);
        else
            advance(squares, texels, sums);
        s_left[2][lane] = sums[0];
        s_right[2][lane] = sums[1];
        barrier();
        if (pair > 2 && is_inner)
            put(ivec2(at.x, at.y) / 2 - ivec2(0, 2),
                (sums[0] + sums[1] + beside_left(2, lane) + beside_right(2, lane)) / 1024.0);
#else
        for (int i = 0; i < 4; i++)
            if (is_inner && (i > 1 ? pair < u_pairs : pair > 0))
                put(at + ivec2(i % 2, i / 2 - 1), rows[i] / 32.0);
#endif
        at.y += 2;
    }
}
