#version 430 core
#include "common/edge.glsl"
#include "common/packed.glsl"

// Three of the dual filter's steps down in one dispatch (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015), for
// images so small that waiting takes most of the time. A group makes its part of the output with as much of the two
// levels between as that rests on, in shared memory; what neighbours need too, they make again.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
#ifdef KEEP
layout(binding = 1) writeonly uniform image2D out_upper; // of the levels between
layout(binding = 2) writeonly uniform image2D out_lower;
#endif
layout(location = 0) uniform vec4 u_sizes; // of the input, and of the output

const int OUT = THRICE_TILE; // texels of the output along each side of a group's part
// Along each side of what it holds of the levels between, which begin one texel before what lies under them.
const int LOWER = 2 * OUT + 2, UPPER = 2 * LOWER + 2;
const int FIRST_LOWER = UPPER * UPPER;
const int PARTS = (UPPER * UPPER + THREADS - 1) / THREADS; // of the upper one that an invocation makes
shared Packed s_texels[FIRST_LOWER + LOWER * LOWER];

#include "dual/dual_down.glsl"

#ifdef KEEP
// Groups beside each other share some texels, of which each has its own part.
bool is_own(ivec2 at, ivec2 origin, int side, ivec2 size)
{
    return all(greaterThanEqual(at, origin)) && all(lessThan(at, min(origin + side, size)));
}
#endif

void make_upper(int self, ivec2 origin, ivec2 size)
{
    ivec2 corner = 4 * origin - 3;
    vec4 made[PARTS];
    for (int part = 0; part < PARTS; part++)
        made[part] = step_down(u_input, ivec2(u_sizes.xy), corner + place_in(self + THREADS * part, UPPER), size);
    for (int part = 0; part < PARTS; part++) {
        int i = self + THREADS * part;
        if (i >= UPPER * UPPER)
            break;
        s_texels[i] = pack(made[part]);
#ifdef KEEP
        ivec2 at = corner + place_in(i, UPPER);
        if (is_own(at, 4 * origin, 4 * OUT, size))
            imageStore(out_upper, at, made[part]);
#endif
    }
}

void make_lower(int self, ivec2 origin, ivec2 size)
{
    ivec2 corner = 2 * origin - 1;
    for (int i = self; i < LOWER * LOWER; i += THREADS) {
        ivec2 at = corner + place_in(i, LOWER);
        vec4 color = is_hidden(at, size) ? vec4(0.0) : step_down_again(0, UPPER, inside(at, size) - corner);
        s_texels[FIRST_LOWER + i] = pack(color);
#ifdef KEEP
        if (is_own(at, 2 * origin, 2 * OUT, size))
            imageStore(out_lower, at, color);
#endif
    }
}

// What is stored outside the image is nowhere.
void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 origin = OUT * ivec2(gl_WorkGroupID.xy);
    ivec2 size = (ivec2(u_sizes.xy) + 1) / 2;
    make_upper(self, origin, size);
    barrier();
    make_lower(self, origin, (size + 1) / 2);
    barrier();
    ivec2 at = place_in(self, OUT);
    if (self < OUT * OUT)
        imageStore(out_image, origin + at, step_down_again(FIRST_LOWER, LOWER, at));
}
