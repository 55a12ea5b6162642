#version 430 core
#include "common/edge.glsl"
#include "common/packed.glsl"
#include "common/join.glsl"

// All passes of Kawase's blur (M. Kawase, Frame buffer postprocessing effects in DOUBLE-S.T.E.A.L, GDC 2003) along rows
// in one dispatch. Four bilinear taps on the diagonals at (+-t, +-t) are the product of two taps along x and two along
// y, at +-t, and so is what lies beyond a border: the passes along x may come first, then those along y. The image is
// put out turned, rows as columns, so that the same program does both.
//
// A group holds a part of a row in shared memory and runs every pass there.

// HELD is the number of texels of a row that a group holds; an invocation blurs BLOCK of them. The widest pass reads
// PASS_REACH texels on each side.
const int HELD = LANES * BLOCK;

layout(local_size_x = LANES) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_input_size;
uniform int u_length; // texels of a row
uniform int u_stride; // texels from one part of a row to the next
uniform int u_reach;  // reach of all passes together
uniform int u_passes;
uniform float u_distances[PASSES]; // in texels

shared Packed s_row[PASS_REACH + HELD + PASS_REACH];

// ---- input

#ifdef DOWN
// The row is computed from an image of twice the size, by a step down of the dual filter (M. Bjørge,
// Bandwidth-efficient rendering, SIGGRAPH 2015). Its diagonal taps are means of the four texels around a corner,
// which four coarser texels share.
vec4 tap(int x, int y)
{
    return textureLod(u_input, vec2(x, y) / u_input_size, 0.0);
}

// Returns the corner left of texel `at`; outside a mirrored border, the corner right of the texel that is read
// instead.
int corner(int at, int size)
{
#if EDGE == 1
    return size - abs(abs(at) % (2 * size) - size);
#else
    return min(at, size);
#endif
}

void read_row(int start, int y, int size)
{
    vec4 centres[BLOCK], corners[BLOCK]; // all reads come first, so that they overlap
    int lane = int(gl_LocalInvocationIndex);
    for (int i = 0; i < BLOCK; i++) {
        int at = start + lane + i * LANES, x = 2 * corner(at, size);
        centres[i] = tap(2 * inside(at, size) + 1, 2 * y + 1);
        corners[i] = (tap(x, 2 * y) + tap(x, 2 * y + 2)) / 4.0;
    }
    for (int i = 0; i < BLOCK; i++)
        s_row[PASS_REACH + lane + i * LANES] = pack(corners[i]);
    if (lane == LANES - 1) {
        int x = 2 * corner(start + HELD, size);
        s_row[PASS_REACH + HELD] = pack((tap(x, 2 * y) + tap(x, 2 * y + 2)) / 4.0);
    }
    barrier();
    for (int i = 0; i < BLOCK; i++)
        centres[i] = (centres[i] + corners[i] + unpack(s_row[PASS_REACH + lane + i * LANES + 1])) / 2.0;
    barrier();
    for (int i = 0; i < BLOCK; i++)
        s_row[PASS_REACH + lane + i * LANES] = pack(centres[i]);
}
#else
void read_row(int start, int y, int size)
{
    vec4 texels[BLOCK];
    int lane = int(gl_LocalInvocationIndex);
    for (int i = 0; i < BLOCK; i++)
        texels[i] = texelFetch(u_input, ivec2(inside(start + lane + i * LANES, size), y), 0);
    for (int i = 0; i < BLOCK; i++)
        s_row[PASS_REACH + lane + i * LANES] = pack(texels[i]);
}
#endif

// ---- the passes

vec4 made[BLOCK];

// A pass for adjacent texels. A tap at distance t on each side is the mean of the texels at the integer distances
// below and above t, weighted by `near` and `far`. The near texel on the left of one output texel is the far one of
// the next; the far texel on the right is the near one of the next.
void blur_block(int at, int whole, float near, float far)
{
    int left = at - (whole + 1), right = at + whole;
    vec4 left_far = unpack(s_row[left]), right_near = unpack(s_row[right]);
    for (int i = 0; i < BLOCK; i++) {
        vec4 left_near = unpack(s_row[left + i + 1]);
        vec4 right_far = unpack(s_row[right + i + 1]);
        made[i] = near * (left_near + right_near) + far * (left_far + right_far);
        left_far = left_near;
        right_near = right_far;
    }
}

// Positions after the last texel of the row are not changed.
void store_block(int at, int last)
{
    if (at + BLOCK - 1 <= last)
        for (int i = 0; i < BLOCK; i++)
            s_row[at + i] = pack(made[i]);
    else
        for (int i = 0; i < BLOCK; i++)
            if (at + i <= last)
                s_row[at + i] = pack(made[i]);
}

// Fills the PASS_REACH positions before and after the row, if made[] has its first or last texel: with that texel or
// with 0.
void store_beyond(int at, bool has_first, int last)
{
    if (has_first) {
        Packed border = EDGE == 0 ? pack(made[0]) : pack(vec4(0.0));
        for (int i = 1; i <= PASS_REACH; i++)
            s_row[at - i] = border;
    }
    if (at <= last && last < at + BLOCK) {
        Packed border = pack(made[0]);
        for (int i = 1; i < BLOCK; i++)
            if (at + i <= last)
                border = pack(made[i]);
        for (int i = 1; i <= PASS_REACH; i++)
            s_row[last + i] = EDGE == 0 ? border : pack(vec4(0.0));
    }
}

// ---- output

void write_row(int start, int y, int low, int high)
{
    for (int i = 0; i < BLOCK; i++) {
        int position = int(gl_LocalInvocationIndex) + i * LANES;
        ivec2 at = ivec2(y, start + position);
        if (at.y >= low && at.y < high)
            imageStore(out_image, at, JOIN_AFTER(unpack(s_row[PASS_REACH + position]), at));
    }
}

void main()
{
    int part = int(gl_WorkGroupID.x), y = int(gl_WorkGroupID.y), size = u_length;
    bool is_first = part == 0, is_last = part == int(gl_NumWorkGroups.x) - 1;
    int beyond = EDGE == 1 ? u_reach : 0; // a mirrored row is continued, so the passes need no border
    int end = max(size + beyond - HELD, -beyond);
    int start = min(part * u_stride - beyond, end);
    int low = is_first ? 0 : start + u_reach;
    int high = is_last ? size : min((part + 1) * u_stride - beyond, end) + u_reach;
    read_row(start, y, size);
    barrier();

    int at = PASS_REACH + BLOCK * int(gl_LocalInvocationIndex);
    int last = EDGE == 1 ? PASS_REACH + HELD - 1 : PASS_REACH + min(size - start, HELD) - 1;
    bool has_border = EDGE != 1 && (is_first || is_last);
    bool has_first = is_first && at == PASS_REACH;
    if (has_border) {
        for (int i = 0; i < BLOCK; i++)
            made[i] = unpack(s_row[at + i]);
        store_beyond(at, has_first, is_last ? last : -1);
        barrier();
    }
    for (int i = 0; i < u_passes; i++) {
        int whole = int(u_distances[i]);
        float far = 0.5 * fract(u_distances[i]), near = 0.5 - far;
        blur_block(at, whole, near, far);
        barrier();
        store_block(at, last);
        if (EDGE == 0 && has_border)
            store_beyond(at, has_first, is_last ? last : -1);
        barrier();
    }
    write_row(start, y, low, high);
}
