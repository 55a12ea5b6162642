#pragma once

#include "app/export/export.h"

// Parts of exported_make, in the order in which they are made.

// One that is being made.
struct making {
    struct exported *exported;
    struct gpu *gpu;
    struct plan_options options;
    struct recording base; // of exported->chain at the options' size
};

// Records the chain once more, with other values or at another size; frees what was there.
bool making_record(const struct making *making, struct recording *recording,
                   const struct chain *chain, int width, int height, int number);

// The number in a recording that is the n-th of a uniform of a pass.
double recorded_number(const struct recording *recording, int pass,
                       const struct exported_uniform *uniform, int n);

// Shaders, and what passes bind and set: uniforms hold what was recorded, as constants.
bool exported_make_passes(struct making *making, struct error *error);

// What follows the picture's size, and what follows the frame's number.
void exported_fit_sizes(struct making *making);
bool exported_fit_frames(struct making *making, struct error *error);

// What follows the parameters of the chain, which `given` has as it was written.
void exported_fit_params(struct making *making, const struct chain *given);

// Lets textures share memory that are not needed at once; then says before which passes stores must
// be waited for, and which need run only once.
void exported_order(struct exported *exported);
