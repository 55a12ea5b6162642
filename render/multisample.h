#pragma once

#include "render/pass.h"

// Where a scene draws geometry: a colour image with a depth of its own, with several samples a
// texel or one.

struct multisample {
    unsigned framebuffer;
    struct texture depth, samples; // as large as the last picture; `samples` for several only
    int count;                     // that was asked for; a driver may give more
};

// A zeroed one is ready. The frame's first: makes what is missing, binds it and clears the depth.
// `count` 0: drawn into `output` itself. Gives the image that is drawn into.
struct texture *multisample_begin(struct multisample *to, struct gpu *gpu, struct texture *output,
                                  int count);

// Of the image that was drawn into, without a copy where that is the output.
//
// Samples are weighed by 1 / (1 + luminance) (B. Karis, Tone mapping, 2013): an edge then looks as
// its parts do on a display, but holds less light than their mean. Half 8 and half 0.01 give 0.82,
// their mean is 4. Where the samples are equal nothing changes.
void multisample_end(struct multisample *to, struct gpu *gpu, struct texture *output);

void multisample_finish(struct multisample *to);
