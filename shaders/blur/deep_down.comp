#version 430 core
#include "common/edge.glsl"
#include "common/packed.glsl"

// Two or three (STEPS) steps down in one dispatch, for images so small that waiting takes most of the time:
//
//   level             a group
//   input         (filtered reads)
//   first         ####################    PART x PART texels in shared memory
//   second           ############         LAST x LAST in shared memory; with two steps there is no such level
//   output               ####             OUT x OUT
//
// A level begins DOWN_REACH texels before what lies under it. Texels that neighbouring groups need too, they make
// again. With deep.comp, which goes round the levels below, it takes 1.0 copies of the picture in `bloom`, where a
// dispatch a step took 1.6 (NVIDIA H200 at 3840x2160; docs/measuring.md: halation --bench --chain bloom).

// Without this, NVIDIA's compiler does not unroll long loops, and then arrays are not in registers.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
#ifdef KEEP
layout(binding = 1) writeonly uniform image2D out_first; // the levels between input and output
layout(binding = 2) writeonly uniform image2D out_second;
#endif
uniform vec4 u_sizes; // of the input, and of the output
#include "blur/margin.glsl"

// Texels along each side of a group's part of the output, then of the levels above it, from the output upwards.
const int SIDES[3] = int[](DOWN_SIDES), OUT = SIDES[0], LAST = SIDES[1], PART = SIDES[STEPS - 1];
const int SECOND = PART * PART;
shared Packed s_texels[SECOND + (STEPS == 3 ? LAST * LAST : 0)];

// Returns true if a texel belongs to this group. The parts of adjacent groups overlap; each texel is stored by the
// group whose part of the output covers it.
bool is_own(ivec2 at, int times, ivec2 size)
{
    ivec2 origin = times * OUT * ivec2(gl_WorkGroupID.xy);
    return all(greaterThanEqual(at, origin)) && all(lessThan(at, min(origin + times * OUT, size)));
}

ivec2 first_size()
{
    return (ivec2(u_sizes.xy) + 2 * ivec2(u_margin) + 1) / 2;
}

void put_in_part(ivec2 place, ivec2 corner, vec4 color)
{
    s_texels[place.y * PART + place.x] = pack(color);
#ifdef KEEP
    if (is_own(corner + place, STEPS == 3 ? 4 : 2, first_size()))
        imageStore(out_first, corner + place, color);
#endif
}

#include "blur/deep_down.glsl"

#if STEPS == 3
void make_second(int self, ivec2 corner, ivec2 size)
{
    for (int i = self; i < LAST * LAST; i += THREADS) {
        ivec2 at = place_in(i, LAST);
        vec4 color = step_down_again(0, PART, at);
        s_texels[SECOND + i] = pack(color);
#ifdef KEEP
        if (is_own(corner + at, 2, size))
            imageStore(out_second, corner + at, color);
#endif
    }
}
#endif

void mend(int self, int first, int side, ivec2 corner, ivec2 size)
{
    barrier();
    if (has_border(corner, side, size)) {
        mend_part(self, first, side, corner, size);
        barrier();
    }
}

// Stores outside the image are discarded.
void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 origin = OUT * ivec2(gl_WorkGroupID.xy), corner = 2 * origin - DOWN_REACH;
    int last = 0;
#if STEPS == 3
    step_down_part(self, u_input, u_sizes.xy, 2 * corner - DOWN_REACH);
    mend(self, 0, PART, 2 * corner - DOWN_REACH, first_size());
    make_second(self, corner, (first_size() + 1) / 2);
    mend(self, SECOND, LAST, corner, (first_size() + 1) / 2);
    last = SECOND;
#else
    step_down_part(self, u_input, u_sizes.xy, corner);
    mend(self, 0, PART, corner, first_size());
#endif
    ivec2 at = place_in(self, OUT);
    if (self < OUT * OUT)
        imageStore(out_image, origin + at, step_down_again(last, LAST, at));
}
