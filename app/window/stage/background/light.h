#pragma once

#include "app/lab/lab.h"
#include "render/histogram.h"

// The light that a chain keeps until its first step that makes display values: what an .exr of the
// same chain holds. It runs beside the chain, outside the frames that are timed.

struct chain_light {         // zeroed: there is none
    struct side side;        // the chain, and the image, in the source's size
    bool is_asked, is_built; // its plan: tried, and there
};

// ---- how it is spread

// How the light and the values of what is seen are spread, counted on the GPU outside the frames
// that are timed, and read some frames later. Only while the page is shown, and at most ten times a
// second.

struct light {   // zeroed: nothing is counted
    bool wanted; // to be set before each frame
    struct histogram_counter counters[2];
    // Once they are known: of the light before the chain and the values that are seen, and of the
    // light that the chain keeps until its first step that makes display values.
    struct histogram before, after;
    bool is_known, has_after;
    bool is_due;             // something has changed since it was last counted
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

// ---- the loupe

// The light of what is seen and of the other side, for the texel under the pointer: drawn only
// while the loupe is on, and only when something has changed.

struct loupe {   // zeroed: nothing is drawn
    bool wanted; // to be set before each frame
    bool stands[2];
    struct chain_light lights[2]; // of what is seen of the edited side, and of the other
};

void loupe_finish(struct loupe *loupe); // with a current context

// Draws what is missing, outside a GPU frame, after all was drawn. `other` may be NULL. `changed`:
// something has changed since the frame before. `may_build`: no other program is waited for.
void loupe_draw(struct loupe *loupe, struct lab *lab, const struct chain *seen,
                const struct chain *other, bool changed, bool may_build);

// Returns the light of what is seen (0) or of the other side (1); NULL while there is none.
const struct texture *loupe_light(const struct loupe *loupe, int side);

// Returns whether more frames are to be drawn although nothing moves.
bool loupe_is_due(const struct loupe *loupe);
