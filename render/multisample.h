#pragma once

#include "render/pass.h"

// The target into which a scene draws geometry: a colour image and depth, with one sample a texel
// or several.

struct multisample {
    unsigned framebuffer;
    struct texture depth, samples; // owned, as large as the last picture; `samples` where several
    int count;                     // of samples asked for; a driver may give more
};

// Begins drawing, inside a frame: makes what is missing, binds it and clears the depth. A zeroed
// struct is ready for it. With `count` 0 the scene draws into `output` itself. Returns the image
// that is drawn into.
struct texture *multisample_begin(struct multisample *to, struct gpu *gpu, struct texture *output,
                                  int count);

// Ends drawing and puts the picture into `output`, without a copy where that was drawn into.
//
// Samples are weighed by 1 / (1 + luminance) (B. Karis, Tone mapping, 2013). An edge then looks on
// a display like the mean of what its sides look like, but holds less light than their mean: half 8
// and half 0.01 give 0.82, where the mean is 4. Equal samples give themselves.
void multisample_end(struct multisample *to, struct gpu *gpu, struct texture *output);

void multisample_finish(struct multisample *to);
