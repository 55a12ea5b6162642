#pragma once

// Blue noise: neighbours differ as much as they can, so that a dither with it has no low
// frequencies. Void and cluster, R. Ulichney, The void-and-cluster method for dither array
// generation, SPIE 1913, 1993.

enum { NOISE_SIDE = 64, NOISE_COUNT = NOISE_SIDE * NOISE_SIDE };

// Row by row, each rank 0 .. NOISE_COUNT - 1 once; the tile repeats without a seam. Made at the
// first call and the same on every machine. Not for several threads at once.
const unsigned short *noise_blue(void);
