#version 430 core

// Counts texels by luminance in stops (LIGHT), or by each channel of display values. A group counts TILE x TILE texels
// in shared memory first, since many texels fall into few bins. Sizes and scale are those of render/histogram.h.

#include "common/luminance.glsl"

#if LIGHT
#define COUNTS (BINS + 2) // luminance, then darker and brighter
uniform float u_bounds[STOP_BINS - 1]; // of the parts of a stop, between 1 and 2
#else
#define COUNTS (3 * BINS)
#endif

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) uniform sampler2D u_input;
layout(std430, binding = 0) restrict buffer Counts {
    uint counts[]; // luminance, red, green, blue, darker, brighter
};

shared uint s_counts[COUNTS];

#if LIGHT
// By the bits of the number, for logarithms are not the same on every GPU.
int bin_of(float light)
{
    uint bits = floatBitsToUint(light);
    float part = uintBitsToFloat((bits & 0x7fffffu) | 0x3f800000u);
    int bin = (int(bits >> 23) - 127 - (FIRST_STOP)) * STOP_BINS;
    for (int i = 0; i < STOP_BINS - 1; i++)
        bin += part >= u_bounds[i] ? 1 : 0;
    return bin;
}
#endif

void count(vec4 color)
{
#if LIGHT
    float light = luminance(color.rgb);
    int bin = light > 0.0 ? bin_of(light) : -1;
    // Found first: the compiler of NVIDIA fails on a choice between the brackets of an atomic.
    int place = bin < 0 ? BINS : bin >= BINS ? BINS + 1 : bin;
    atomicAdd(s_counts[place], 1u);
#else
    uvec3 bins = uvec3(clamp(color.rgb, 0.0, 1.0) * float(BINS - 1) + 0.5);
    atomicAdd(s_counts[bins.r], 1u);
    atomicAdd(s_counts[uint(BINS) + bins.g], 1u);
    atomicAdd(s_counts[uint(2 * BINS) + bins.b], 1u);
#endif
}

// The place of a count of this group.
int place_of(int i)
{
#if LIGHT
    return i < BINS ? i : i + 3 * BINS;
#else
    return i + BINS;
#endif
}

void main()
{
    ivec2 size = textureSize(u_input, 0), first = ivec2(gl_WorkGroupID.xy) * TILE;
    int thread = int(gl_LocalInvocationIndex);
    for (int i = thread; i < COUNTS; i += 256)
        s_counts[i] = 0u;
    barrier();
    for (int y = int(gl_LocalInvocationID.y); y < TILE; y += 16)
        for (int x = int(gl_LocalInvocationID.x); x < TILE; x += 16)
            if (all(lessThan(first + ivec2(x, y), size)))
                count(texelFetch(u_input, first + ivec2(x, y), 0));
    barrier();
    for (int i = thread; i < COUNTS; i += 256)
        if (s_counts[i] > 0u) {
            int place = place_of(i);
            uint number = s_counts[i];
            atomicAdd(counts[place], number);
        }
}
