#pragma once

#include "render/texture.h"

struct gpu;

// Render target for scenes with geometry: colour and depth, with or without multisampling.

struct multisample {
    unsigned framebuffer;
    struct texture depth, samples; // owned, in the size of the last output; `samples` is the
                                   // multisampled colour image
    int count;                     // requested samples per texel; the driver may use more
};

// Begins drawing, inside a frame: makes the images if necessary, binds the framebuffer and clears
// depth (not colour). The struct may be zeroed. `count` is the samples per texel; 0: draw directly
// into `output`. Returns the image that is drawn into.
struct texture *multisample_begin(struct multisample *to, struct gpu *gpu, struct texture *output,
                                  int count);

// Ends drawing, and resolves the samples into `output` unless it was drawn into directly.
//
// Samples are weighted by 1 / (1 + luminance) (B. Karis, Tone mapping, 2013), so that edges next to
// bright light stay antialiased after tone mapping. The result has less light than the mean: half 8
// and half 0.01 give 0.82 instead of 4. Equal samples are unchanged.
void multisample_end(struct multisample *to, struct gpu *gpu, struct texture *output);

void multisample_finish(struct multisample *to);
