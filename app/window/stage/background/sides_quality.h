#pragma once

#include "render/image/image.h"

// How far two pictures lie apart, found by a thread of its own while the window goes on. The newest
// pair wins.

struct sides_difference {
    double psnr; // dB of display values; INFINITY: alike
    double ssim;
    double most; // the largest difference of a channel, of 255
};

struct sides_quality; // opaque: a thread and what it works on

struct sides_quality *sides_quality_make(void);

// Waits for nothing: what is being compared, seconds of a large picture, is freed by the thread. Or
// NULL.
void sides_quality_free(struct sides_quality *quality);

// Compares two pictures of 8 bits, of one size, which become the thread's to free.
void sides_quality_compare(struct sides_quality *quality, struct image *a, struct image *b);

// Gives the numbers of the pair that was given last. Returns false while they are not known.
bool sides_quality_take(struct sides_quality *quality, struct sides_difference *difference);
