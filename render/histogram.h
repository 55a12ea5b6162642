#pragma once

#include "render/gpu.h"

// Histograms, counted on the GPU: of light by its luminance in stops, and of display values by
// channel. They are read some frames later, so that nothing waits.

enum {
    HISTOGRAM_BINS = 256,
    HISTOGRAM_STOP_BINS = 8,    // of a stop, each as wide as the others
    HISTOGRAM_FIRST_STOP = -16, // luminance 2^-16; the last bin ends at 2^16
};

// In texels.
struct histogram {
    uint32_t luminance[HISTOGRAM_BINS];  // Rec. 709, as the light lies over black
    uint32_t display[3][HISTOGRAM_BINS]; // red, green, blue, by the nearest of 8 bits
    uint32_t darker, brighter;           // than the first and last bin of luminance; darker: 0 too
};

struct histogram_counter { // zeroed: nothing was counted
    struct buffer counts;
    struct buffer_snapshot snapshot; // of the last count
};

// Returns whether counting would not wait for a compiler: program_cache_is_ready.
bool histogram_is_ready(struct gpu *gpu);

void histogram_finish(struct histogram_counter *counter);

// Counts every texel of both images, in a scope "histogram"; one of them may be NULL, which leaves
// its bins empty. A count that was not read is dropped.
void histogram_count(struct histogram_counter *counter, struct gpu *gpu,
                     const struct texture *light, const struct texture *display);

// Gives the last count where the GPU is done with it; with `wait` it waits. False: there is none,
// or it was given before.
bool histogram_read(struct histogram_counter *counter, bool wait, struct histogram *histogram);

// The luminance at which a bin begins.
double histogram_bin_luminance(int bin);
