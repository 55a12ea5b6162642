// NVIDIA's compiler leaves long loops as they are, and then weights and sums are no longer registers and constants.
#pragma optionNV(unroll all)

vec4 sums[OUTPUTS];

void clear_sums()
{
    for (int n = 0; n < OUTPUTS; n++)
        sums[n] = vec4(0.0);
}

// OUTPUTS sums, STEP texels from each other, from one walk over the texels under them: each is read once and waits in
// no register. READ(block, i) gives the one `block + i` after the first.

#ifndef LONG
#include "gaussian/gaussian_weights.glsl"

#define PREPARE_BLUR
#define BLUR(sums, OUTPUTS, STEP, READ) \
    for (int i = 0; i <= 2 * RADIUS + STEP * (OUTPUTS - 1); i++) { \
        vec4 color = READ(0, i); \
        for (int n = 0; n < OUTPUTS; n++) \
            if (i >= STEP * n && i <= 2 * RADIUS + STEP * n) \
                sums[n] += u_weights[abs(i - STEP * n - RADIUS)] * color; \
    }

#else
// A kernel too long to be written out. The walk goes on in blocks of BLOCK texels that are, and begins and ends with
// weights of 0. The taps are STEP * (OUTPUTS - 1) times 0, all weights from one end on, and 0, in fours, since each
// element of an array takes the place of four.
uniform vec4 u_taps[TAPS / 4];

// Constants at a variable place are slow on NVIDIA GPUs.
shared vec4 s_taps[TAPS / 4];
#define PREPARE_BLUR \
    for (int i = int(gl_LocalInvocationIndex); i < TAPS / 4; i += WIDTH * HEIGHT) \
        s_taps[i] = u_taps[i]; \
    barrier();
#define GET_TAPS(block, count) \
    vec4 taps[(count + 3) / 4]; \
    for (int j = 0; j < (count + 3) / 4; j++) \
        taps[j] = s_taps[block / 4 + j];
#define TAP(i) taps[(i) / 4][(i) % 4]

#define BLUR(sums, OUTPUTS, STEP, READ) \
    for (int block = 0; block <= 2 * int(u_walk.y) + STEP * (OUTPUTS - 1); block += BLOCK) { \
        GET_TAPS(block, BLOCK + STEP * (OUTPUTS - 1)) \
        for (int j = 0; j < BLOCK; j++) { \
            vec4 color = READ(block, j); \
            for (int n = 0; n < OUTPUTS; n++) \
                sums[n] += TAP(j - STEP * n + STEP * (OUTPUTS - 1)) * color; \
        } \
    }
#endif
