#pragma once

// Blue noise: neighbouring values differ as much as possible, so that dither with it has no low
// frequencies (R. Ulichney, The void-and-cluster method for dither array generation, SPIE 1913,
// 1993).

enum { NOISE_SIDE = 64, NOISE_COUNT = NOISE_SIDE * NOISE_SIDE };

// Returns the tile, row by row. It contains each rank 0 .. NOISE_COUNT - 1 once and repeats without
// a seam. It is computed at the first call, which must not happen in two threads at once, is the
// same on every machine, and is never freed.
const unsigned short *noise_blue(void);
