#version 430 core
#include "common/packed.glsl"
#include "common/join.glsl"

// Five taps along each axis over a level of a pyramid at the size that it has; with MIX, the level below it fades in. A
// column of an invocation is weighed along y while it is in registers, and along x out of shared memory. Between them
// sums wait as halves where images hold no more.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input;  // unfiltered
layout(binding = 1) uniform sampler2D u_deeper; // filtered: the level below
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec3 u_weights; // of taps at the distances 0, 1 and 2
uniform float u_share;  // of the level below
uniform vec4 u_sizes;   // of the level, and of that below

const int REACH = 2, ROWS = SMOOTH_HEIGHT * SMOOTH_LANES / THREADS; // rows of an invocation

shared Packed s_along[SMOOTH_HEIGHT * SMOOTH_LANES];

vec4 weighed(vec4 centre, vec4 near, vec4 far)
{
    return u_weights.x * centre + u_weights.y * near + u_weights.z * far;
}

void weigh_along(ivec2 place, ivec2 at)
{
    vec4 texels[ROWS + 2 * REACH];
    for (int i = 0; i < ROWS + 2 * REACH; i++)
        texels[i] = textureLod(u_input, (vec2(at) + vec2(0.5, float(i - REACH) + 0.5)) / u_sizes.xy, 0.0);
    for (int i = 0; i < ROWS; i++)
        s_along[(place.y + i) * SMOOTH_LANES + place.x] =
            pack(weighed(texels[i + 2], texels[i + 1] + texels[i + 3], texels[i] + texels[i + 4]));
}

vec4 held(int i)
{
    return unpack(s_along[i]);
}

vec4 weighed_across(int i)
{
    return weighed(held(i + 2), held(i + 1) + held(i + 3), held(i) + held(i + 4));
}

void put(ivec2 at, vec4 color)
{
#ifdef MIX
    vec4 deeper = textureLod(u_deeper, (0.5 * vec2(at) + 0.25) / u_sizes.zw, 0.0);
    color = mix(color, deeper, u_share);
#endif
    if (all(lessThan(at, ivec2(u_sizes.xy))))
        imageStore(out_image, at, JOIN_AFTER(color, at));
}

// A subgroup stores eight columns of four rows, since that is how textures lie.
void main()
{
    int self = int(gl_LocalInvocationIndex), lane = self % 32;
    ivec2 origin = ivec2(SMOOTH_WIDTH, SMOOTH_HEIGHT) * ivec2(gl_WorkGroupID.xy);
    ivec2 place = ivec2(self % SMOOTH_LANES, self / SMOOTH_LANES * ROWS);
    weigh_along(place, origin + place - ivec2(REACH, 0));
    barrier();
    ivec2 first = ivec2(lane % 8, self / 32 * 4 + lane / 8);
    for (int column = 0; column < SMOOTH_WIDTH; column += 8) {
        ivec2 at = first + ivec2(column, 0);
        put(origin + at, weighed_across(at.y * SMOOTH_LANES + at.x));
    }
}
