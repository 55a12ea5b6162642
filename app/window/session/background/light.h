#pragma once

#include "app/renderer/renderer.h"
#include "render/histogram.h"

// The scene-linear light of a chain before its first step that makes display values, as an .exr of
// the same chain holds it. It is drawn beside the chain, outside the frames that are timed.

struct chain_light {          // zeroed: there is no light
    struct side side;         // the chain, and the image in the source's size
    bool was_tried, is_built; // was_tried: building the plan was tried; is_built: it succeeded
};

// ---- histograms

// Histograms of the light and the display values, counted on the GPU outside the frames that are
// timed and read some frames later. They are counted only while the page is shown, and at most ten
// times a second.

struct light {      // zeroed: nothing is counted
    bool requested; // to be set before each frame
    struct histogram_counter counters[2];
    // `before`: the light before the chain and the display values that are shown. `after`: the
    // light of the chain before its first step that makes display values.
    struct histogram before, after;
    bool is_known, has_after;
    bool is_due;             // something has changed since it was last counted
    double next;             // clock_seconds before which nothing is counted
    const struct side *seen; // the side that was counted last, with its chain at that time
    struct chain seen_chain;
    struct chain_light chain_light; // the source of `after`
};

void light_finish(struct light *light); // with a current context

// Counts the pictures that are shown; outside a GPU frame, after they were drawn. `changed`:
// something has changed since the frame before. `may_build`: no other program is being compiled.
void light_draw(struct light *light, struct renderer *renderer, const struct side *seen,
                bool changed, bool may_build);

// Returns true if more frames are to be drawn although nothing moves.
bool light_is_due(const struct light *light);

// ---- the loupe

// The light of the shown side and of the other side, for the texel under the pointer. It is drawn
// only while the loupe is on, and only after a change.

struct loupe {      // zeroed: nothing is drawn
    bool requested; // to be set before each frame
    bool is_valid[2];
    struct chain_light lights[2]; // of the edited side and of the other
};

void loupe_finish(struct loupe *loupe); // with a current context

// Draws the lights that are out of date; outside a GPU frame, after all else was drawn. `other` may
// be NULL. `changed`: something has changed since the frame before. `may_build`: no other program
// is being compiled.
void loupe_draw(struct loupe *loupe, struct renderer *renderer, const struct chain *seen,
                const struct chain *other, bool changed, bool may_build);

// Returns the light of the shown side (0) or of the other side (1); NULL while there is none.
const struct texture *loupe_light(const struct loupe *loupe, int side);

// Returns true if more frames are to be drawn although nothing moves.
bool loupe_is_due(const struct loupe *loupe);
