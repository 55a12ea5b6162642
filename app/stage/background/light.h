#pragma once

#include "app/stage/background/chain_light.h"
#include "render/histogram.h"

// How the light and the values of what is seen are spread, counted on the GPU outside the frames
// that are timed, and read some frames later. Only while somebody looks at it, and ten times a
// second at most.

struct light {   // zeroed: nothing is counted
    bool wanted; // to be set before each frame
    struct histogram_counter counters[2];
    // Once they are known: of the light before the chain and the values that are seen, and of the
    // light that the chain keeps until its first step that makes display values.
    struct histogram before, after;
    bool is_known, has_after;
    bool is_due;             // something is another than when it was last counted
    double next;             // seconds of the clock, before which nothing is counted
    const struct side *seen; // what was counted, and its chain then
    struct chain seen_chain;
    struct chain_light kept;
};

void light_finish(struct light *light); // with a current context

// Counts what is seen, outside a GPU frame, after all was drawn. `changed`: something is another
// than in the frame before. `may_build`: no other program is waited for.
void light_draw(struct light *light, struct lab *lab, const struct side *seen, bool changed,
                bool may_build);

// Returns whether more frames are to be drawn although nothing moves.
bool light_is_due(const struct light *light);
