#pragma once

#include "render/buffer.h"

struct gpu;
struct texture;

// Histograms computed on the GPU: of the luminance of light, in stops, and of the channels of
// display values. Results are read some frames later without waiting.

enum {
    HISTOGRAM_BINS = 256,
    HISTOGRAM_STOP_BINS = 8,    // bins per stop, of equal width in log2
    HISTOGRAM_FIRST_STOP = -16, // log2 of the luminance where bin 0 begins; the last ends at 2^16
};

// Numbers of texels.
struct histogram {
    uint32_t luminance[HISTOGRAM_BINS];  // Rec. 709 luminance of premultiplied light
    uint32_t display[3][HISTOGRAM_BINS]; // red, green, blue; the bin is the nearest 8-bit value
    uint32_t darker, brighter; // below the first and above the last bin of luminance; 0 is `darker`
};

struct histogram_counter { // zeroed: nothing was counted
    struct buffer counts;
    struct buffer_snapshot snapshot; // of the last count
};

// Returns true if histogram_count needs no compilation; otherwise begins it
// (program_cache_is_ready).
bool histogram_is_ready(struct gpu *gpu);

void histogram_finish(struct histogram_counter *counter);

// Counts all texels of both images, in a timer scope "histogram". One of them may be NULL; its bins
// are then 0. An unread result is dropped.
void histogram_count(struct histogram_counter *counter, struct gpu *gpu,
                     const struct texture *light, const struct texture *display);

// Gets the last result if the GPU has finished it; with `wait` it waits. Returns false if there is
// none, or it was read before.
bool histogram_read(struct histogram_counter *counter, bool wait, struct histogram *histogram);
