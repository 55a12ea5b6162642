#include "gaussian_edge.glsl"
#include "gaussian_packed.glsl"
#include "gaussian_weights.glsl"

// NVIDIA's compiler leaves long loops as they are, and then weights and sums are no longer registers and constants.
#pragma optionNV(unroll all)

layout(binding = 1, FORMAT) readonly uniform image2D u_image;
layout(binding = 0) writeonly uniform image2D out_image;

// Along the direction of the blur only: across it there is nothing beyond the border to be seen.
#ifdef EDGE_ZERO
#define INSIDE(at, size) (at) // loads from outside give 0
#else
#define INSIDE(at, size) place_inside(at, size)
#endif

// Adds the texel that lies `reach` after the first one under the first of several neighbouring kernels to the sums of
// all of them that it lies under, from kernel `first` to kernel `last`.
#define SPREAD(sums, reach, color, first, last) \
    for (int n = first; n <= last; n++) \
        sums[n] += u_weights[abs(reach - n - RADIUS)] * color

// OUTPUTS neighbouring sums from one walk over the texels under them: each texel is read once and waits in no register.
// READ(i) gives the i-th of them. First fewer and fewer kernels have not begun, then all go on, then more and more end.
#define BLUR(sums, OUTPUTS, READ) \
    for (int i = 0; i < OUTPUTS - 1; i++) { \
        vec4 color = READ(i); \
        SPREAD(sums, i, color, max(0, i - 2 * RADIUS), i); \
    } \
    for (int i = OUTPUTS - 1; i <= 2 * RADIUS; i++) { \
        vec4 color = READ(i); \
        SPREAD(sums, i, color, 0, OUTPUTS - 1); \
    } \
    for (int i = max(2 * RADIUS + 1, OUTPUTS - 1); i < 2 * RADIUS + OUTPUTS; i++) { \
        vec4 color = READ(i); \
        SPREAD(sums, i, color, i - 2 * RADIUS, OUTPUTS - 1); \
    }
