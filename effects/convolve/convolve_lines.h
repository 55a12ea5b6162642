#pragma once

#include "effects/effect.h"

// Lines of an image through their frequencies: Fourier transforms of a length, each by the threads
// of one group (shaders/convolve/convolve_fft.glsl). A texel is two complex numbers.

enum { CONVOLVE_MAX_LENGTH = 8192, CONVOLVE_MAX_STAGES = 8 };

struct convolve_lines {
    int length; // 1, 3, 5 or 9 times a power of two
    int stages;
    int radices[CONVOLVE_MAX_STAGES]; // 8 first
    int threads;                      // that share a line
    int lines;                        // of a group
    int parts; // in which a texel goes from thread to thread: 4 floats one by one, or all at once
    int pitch; // floats or vec4 that a line takes in shared memory
    int bank;  // one is left unused after each run of this many
};

// The lines for a transform of at least `needed` texels. False, and `why` says which limit it is,
// where they do not fit.
bool convolve_lines_init(struct convolve_lines *lines, int needed, const struct context_info *info,
                         char why[EFFECT_WHY_SIZE]);

// Bytes of shared memory in a group.
double convolve_lines_shared_bytes(const struct convolve_lines *lines);

// Appends the defines, with `name` before each of them: "ROWS", "COLUMNS".
void convolve_lines_vary(const struct convolve_lines *lines, const char *name,
                         char defines[EFFECT_DEFINES_SIZE]);

// The table of exp(-2 pi i n / length), which passes take as their input 0.
const struct texture *convolve_lines_turns(struct gpu *gpu, const struct convolve_lines *lines);

// Adds what `count` lines cost that are transformed `times` times, beside the images.
void convolve_lines_cost(const struct convolve_lines *lines, double count, int times,
                         const struct context_info *info, struct cost *cost);
