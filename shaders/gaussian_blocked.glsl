#include "gaussian_edge.glsl"
#include "gaussian_packed.glsl"
#include "gaussian_weights.glsl"

// NVIDIA's compiler leaves long loops as they are, and then weights and sums are no longer registers and constants.
#pragma optionNV(unroll all)

layout(binding = 1, FORMAT) readonly uniform image2D u_image;
layout(binding = 0) writeonly uniform image2D out_image;

vec4 texel(ivec2 at)
{
    ivec2 size = imageSize(u_image);
    return is_nothing(at, size) ? vec4(0.0) : imageLoad(u_image, place_inside(at, size));
}

// Adds the texel that lies `reach` after the first one under the first of several neighbouring kernels to the sums of
// all of them that it lies under, from kernel `first` to kernel `last`.
#define SPREAD(sums, reach, color, first, last) \
    for (int n = first; n <= last; n++) \
        sums[n] += u_weights[abs(reach - n - RADIUS)] * color

// OUTPUTS neighbouring sums from one walk over the texels under them: each texel is read once and waits in no register.
// READ(i) gives the i-th of them.
#define BLUR(sums, OUTPUTS, READ) \
    for (int i = 0; i < OUTPUTS - 1; i++) { \
        vec4 color = READ(i); \
        SPREAD(sums, i, color, 0, i); \
    } \
    for (int i = OUTPUTS - 1; i <= 2 * RADIUS; i++) { \
        vec4 color = READ(i); \
        SPREAD(sums, i, color, 0, OUTPUTS - 1); \
    } \
    for (int i = 2 * RADIUS + 1; i < 2 * RADIUS + OUTPUTS; i++) { \
        vec4 color = READ(i); \
        SPREAD(sums, i, color, i - 2 * RADIUS, OUTPUTS - 1); \
    }
