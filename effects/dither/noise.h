#pragma once

// Blue noise, in which neighbours differ as much as possible, so that a dither with it has no low
// frequencies (R. Ulichney, The void-and-cluster method for dither array generation, SPIE 1913,
// 1993).

enum { NOISE_SIDE = 64, NOISE_COUNT = NOISE_SIDE * NOISE_SIDE };

// The tile, row by row, which has each rank 0 .. NOISE_COUNT - 1 once and repeats without a seam.
// It is made at the first call, is the same on every machine, and stays. Not for several threads at
// once.
const unsigned short *noise_blue(void);
