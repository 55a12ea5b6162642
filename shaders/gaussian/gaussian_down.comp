#version 430 core
#include "common/edge.glsl"
#include "gaussian/gaussian_strips.glsl"

// A step down to half the size by a binomial filter of TAPS texels along both axes (P. Burt, Fast filter transforms for
// image processing, 1981). With ROWS, the smaller image is also blurred along its rows. A group goes down a strip of
// the image, STEP rows of the smaller one an iteration. With six taps:
//
//   input      . . . . . . . . . . . . . .    LANES columns: an invocation reads one of them, each texel once, and
//   columns    : : : : : : : : : : : : : :    makes STEP sums of it in registers
//   smaller        [0] [1] [2] [3] [4]        SMALL sums along rows; that of column i begins at column 2i above
//   output             (0) (1) (2)            ROWS: each is the middle of 2 RADIUS + 1 of them, OUTPUTS an invocation
//
// Even and odd columns are apart in shared memory, since an invocation reads both from its own place on: so neighbours
// read neighbouring banks. For the same reason every OUTPUTS-th of the sums is beside the next.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#ifdef FROM_IMAGE
#if WORDS
layout(binding = 1, rg32ui) restrict readonly uniform uimage2D in_image;
#define LOAD(at) imageLoad(in_image, at).xy
#else
layout(binding = 1, FORMAT) restrict readonly uniform image2D in_image;
#define LOAD(at) pack(imageLoad(in_image, at))
#endif
#else
layout(std430, binding = 0) restrict readonly buffer From {
    Packed b_from[];
};
#endif
// The size of what is read; for an image, the texels before it that the first sums need, otherwise the rows of a strip.
uniform vec3 u_from;

// Two neighbours are stored at once.
#ifdef HALVES
#define Pair uvec4
#define pack_pair(a, b) uvec4(pack(a), pack(b))
#else
struct Pair {
    vec4 first, second;
};
#define pack_pair Pair
#endif
layout(std430, binding = 1) restrict writeonly buffer To {
    Pair b_to[];
};

const float FILTER[TAPS / 2] = float[](BINOMIAL); // the other half is mirrored

// `x` is a column of the image, or where its strip has its first texel.
Packed read(int x, int y)
{
#ifdef FROM_IMAGE
    return LOAD(ivec2(x, inside_or_zero(y, int(u_from.y))));
#else
    return b_from[x + min(y, int(u_from.y) - 1) * STRIP];
#endif
}

// The column and the row of what is read.
int column_at(int x)
{
#ifdef FROM_IMAGE
    return inside_or_zero(x - int(u_from.z), int(u_from.x));
#else
    return place_in_strips(min(x, int(u_from.x) - 1), 0, int(u_from.z));
#endif
}

int row_at(int y)
{
#ifdef FROM_IMAGE
    return y - int(u_from.z);
#else
    return y;
#endif
}

const int HELD = TAPS - 2; // rows of the input that an iteration shares with the next
#define OUTPUTS DOWN_OUTPUTS

#if ALONE && !defined(ROWS)
// Invocations that share nothing: on CPUs a barrier takes longer than reading the texels of neighbours again. Each goes
// down OUTPUTS columns.
layout(local_size_x = ALONE) in;

const int ACROSS = 2 * OUTPUTS + HELD;
vec4 held[TAPS][OUTPUTS]; // sums along rows

void add_row(int row, int columns[ACROSS], int y)
{
    vec4 texels[ACROSS];
    for (int i = 0; i < ACROSS; i++)
        texels[i] = unpack(read(columns[i], y));
    for (int n = 0; n < OUTPUTS; n++) {
        held[row][n] = vec4(0.0);
        for (int k = 0; k < TAPS / 2; k++)
            held[row][n] += FILTER[k] * (texels[2 * n + k] + texels[2 * n + TAPS - 1 - k]);
    }
}

vec4 add_column(int n)
{
    vec4 sum = vec4(0.0);
    for (int k = 0; k < TAPS / 2; k++)
        sum += FILTER[k] * (held[k][n] + held[TAPS - 1 - k][n]);
    return sum;
}

void main()
{
    int rows = int(u_walk.y), columns[ACROSS];
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(OUTPUTS, rows);
    int stop = at.x < int(u_size.x) ? min(at.y + rows, int(u_size.y)) : 0, y = row_at(2 * at.y);
    int place = place_in_strips(at.x, at.y, int(u_walk.x)) / 2;
    for (int i = 0; i < ACROSS; i++)
        columns[i] = column_at(2 * at.x + i);
    for (int i = 0; i < HELD; i++)
        add_row(i, columns, y + i);
    for (; at.y < stop; at.y++) {
        add_row(HELD, columns, y + HELD);
        add_row(HELD + 1, columns, y + HELD + 1);
        for (int n = 0; n < OUTPUTS; n += 2)
            b_to[place + n / 2] = pack_pair(add_column(n), add_column(n + 1));
        for (int i = 0; i < HELD; i++)
            held[i] = held[i + 2];
        y += 2;
        place += STRIP / 2;
    }
}

#else
layout(local_size_x = LANES) in;

const int HALF = LANES / 2, SMALL = HALF - TAPS / 2 + 1;

#ifdef ROWS
#include "gaussian/gaussian_blocked.glsl"
const int BLOCKS = (SMALL / 4 * 4 - 2 * RADIUS) / OUTPUTS;
#else
const int BLOCKS = SMALL / 4 * 4 / OUTPUTS;
#endif

// The gaps put what neighbours write into different banks.
shared Packed s_columns[STEP][2][HALF + 8], s_small[STEP][OUTPUTS][HALF / OUTPUTS + 16 / OUTPUTS];

Packed held[HELD + 2 * STEP];

void read_rows(int x, int y)
{
    for (int i = 0; i < 2 * STEP; i++)
        held[HELD + i] = read(x, y + i);
}

// Every second sum of the column's texels.
void add_columns(int lane)
{
    for (int row = 0; row < STEP; row++) {
        vec4 sum = vec4(0.0);
        for (int k = 0; k < TAPS / 2; k++)
            sum += FILTER[k] * (unpack(held[2 * row + k]) + unpack(held[2 * row + TAPS - 1 - k]));
        s_columns[row][lane & 1][lane >> 1] = pack(sum);
    }
}

void add_rows(uint lane)
{
    int column = int(lane % uint(HALF));
    for (int i = 0; i < STEP; i += 2) {
        int row = i + int(lane / uint(HALF));
        vec4 sum = vec4(0.0);
        for (int k = 0; k < TAPS / 2; k++)
            sum += FILTER[k] * (unpack(s_columns[row][k % 2][column + k / 2]) +
                                unpack(s_columns[row][1 - k % 2][column + (TAPS - 1 - k) / 2]));
        if (column < SMALL)
            s_small[row][column % OUTPUTS][column / OUTPUTS] = pack(sum);
    }
}

void store_rows(ivec2 at, int stop, uint lane)
{
    for (uint i = lane; i < uint(STEP * BLOCKS); i += uint(LANES)) {
        int row = int(i / uint(BLOCKS)), block = int(i % uint(BLOCKS));
        ivec2 to = at + ivec2(OUTPUTS * block, row);
        if (to.x < int(u_size.x) && to.y < stop) {
            int place = place_in_strips(to.x, to.y, int(u_walk.x)) / 2;
#ifdef ROWS
            clear_sums();
#define SMALLER(block_, i) unpack(s_small[row][(i) % OUTPUTS][block + (i) / OUTPUTS])
            BLUR(sums, OUTPUTS, 1, SMALLER)
            for (int n = 0; n < OUTPUTS; n += 2)
                b_to[place + n / 2] = pack_pair(sums[n], sums[n + 1]);
#else
            for (int n = 0; n < OUTPUTS; n += 2)
                b_to[place + n / 2] = pack_pair(unpack(s_small[row][n][block]), unpack(s_small[row][n + 1][block]));
#endif
        }
    }
}

void main()
{
    int lane = int(gl_LocalInvocationIndex), rows = int(u_walk.y);
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(BLOCKS * OUTPUTS, rows);
    int stop = min(at.y + rows, int(u_size.y)), x = column_at(2 * at.x + lane), y = row_at(2 * at.y);
    for (int i = 0; i < HELD; i++)
        held[i] = read(x, y + i);
    read_rows(x, y + HELD);
    for (; at.y < stop; at.y += STEP) {
        add_columns(lane);
        for (int i = 0; i < HELD; i++)
            held[i] = held[2 * STEP + i];
        y += 2 * STEP;
        if (at.y + STEP < stop)
            read_rows(x, y + HELD); // under way while rows are added up
        barrier();
        add_rows(gl_LocalInvocationIndex);
        barrier();
        store_rows(at, stop, gl_LocalInvocationIndex);
    }
}
#endif
