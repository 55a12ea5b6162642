#pragma once

#include "effects/effect_impl.h"

// Fourier transforms of the lines of an image, each by the threads of one group
// (shaders/blur/fft.glsl). A texel is two complex numbers.

enum { FFT_MAX_LENGTH = 8192, FFT_MAX_STAGES = 8 };

struct fft_lines {
    int length; // 1, 3, 5 or 9 times a power of two
    int stages;
    int radices[FFT_MAX_STAGES]; // 8 first
    int threads;                 // threads that share a line
    int lines;                   // lines of a group
    int parts; // steps in which threads exchange a texel: 4, one float at a time, or 1
    int pitch; // floats or vec4 between lines in shared memory
    int bank;  // after this many elements one is unused, against bank conflicts
};

// Sets the lines for a transform of at least `needed` texels. Returns false, with the limit that is
// exceeded in `why`, if they do not fit.
bool fft_init(struct fft_lines *lines, int needed, const struct context_info *info,
              struct error *why);

// Appends the defines, with `name` before each of them: "ROWS", "COLUMNS".
void fft_defines(const struct fft_lines *lines, const char *name, struct step_writer *defines);

// Runs a pass over `count` lines, each of which is transformed `times` times. Sets the input 0 of
// the pass, its groups and its work, in which `reads` is the number of reads of images per texel.
void fft_run(const struct effect_call *call, const struct fft_lines *lines, int count, double reads,
             int times, struct pass *pass);
