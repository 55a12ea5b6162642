#pragma once

#include "effects/effect.h"

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

// Returns the bytes of shared memory of a group.
double fft_shared_bytes(const struct fft_lines *lines);

// Appends the defines, with `name` before each of them: "ROWS", "COLUMNS".
void fft_defines(const struct fft_lines *lines, const char *name, struct step_writer *defines);

// Returns the table of exp(-2 pi i n / length), which is input 0 of the passes.
const struct texture *fft_turns(struct gpu *gpu, const struct fft_lines *lines);

// Returns the work of a pass for each texel of its lines that are transformed `times` times,
// without the reads and stores of images.
struct cost fft_work(const struct fft_lines *lines, int times, const struct context_info *info);
