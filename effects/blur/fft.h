#pragma once

#include "effects/effect_impl.h"

// Fourier transforms of lines of complex numbers, each by the threads of one group
// (shaders/blur/fft.glsl).

enum { FFT_MAX_LENGTH = 8192, FFT_MAX_STAGES = 4 };

// Numbers change threads through shared memory: whole, for which memory seldom holds a second
// group; in their real and imaginary parts, so that more groups run; or whole for one of two
// adjacent lines at a time, so that columns read and write whole sectors of an image, if enough
// threads still run (otherwise in parts). On an NVIDIA H200 the first is best for lines that are
// read from a picture, the second for lines that it is written to and for columns of pictures, the
// third for columns of frequencies. Short lines, and software renderers, have the first.
enum fft_sharing { FFT_WHOLE, FFT_IN_PARTS, FFT_IN_PAIRS };

struct fft_lines {
    int length; // 1, 3, 5 or 9 times a power of two
    int stages;
    int radices[FFT_MAX_STAGES]; // of the stages, the largest first
    int threads;                 // threads that share a line
    int held;                    // numbers that a thread has
    int lines;                   // lines of a group
    int at_once;                 // of these in shared memory
    int parts; // steps in which threads exchange numbers: 2, real and imaginary parts, or 1
    int pitch; // numbers between lines in shared memory
    int bank;  // after this many numbers one slot is unused, against bank conflicts
};

// Sets the lines for a transform of at least `needed` numbers. Returns false, with the limit that
// is exceeded in `why`, if they do not fit.
bool fft_init(struct fft_lines *lines, int needed, enum fft_sharing sharing,
              const struct context_info *info, struct error *why);

// Returns the frequency at a place of a transformed line, whose digits are in reverse order.
int fft_frequency(const struct fft_lines *lines, int place);

// Appends the defines, with `name` before each of them: "ROWS", "COLUMNS", "BACKWARD".
void fft_defines(const struct fft_lines *lines, const char *name, struct step_writer *defines);

// Runs a pass over `across` times `count` lines, each of which is transformed `times` times. Sets
// the groups of the pass and its work, in which `reads` is the number of reads of images per
// number.
void fft_run(const struct effect_call *call, const struct fft_lines *lines, int across, int count,
             double reads, int times, struct pass *pass);
