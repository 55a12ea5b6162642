#pragma once

#include "app/renderer/renderer.h"
#include "render/histogram.h"

// The scene-linear light of the shown chain and of the other side's before their first step that
// makes display values, as an .exr of the same chains holds it: for the loupe, after each change;
// and for histograms on the page Light, at most ten times a second. All is drawn outside the frames
// that are timed.

struct light { // zeroed: nothing is drawn
    // To be set before each frame.
    bool shows_histograms, shows_loupe;
    // 0: the light of the shown chain; 1: that of the other side.
    struct chain_light {
        struct side side;         // the chain, and the image in the source's size
        bool was_tried, is_built; // was_tried: building the plan was tried; is_built: it succeeded
        bool is_valid;            // nothing has changed since it was drawn
    } sides[2];

    struct histogram_counter counters[2];
    // `before`: the light before the chain and the display values that are shown. `after`: the
    // light of the shown chain.
    struct histogram before, after;
    bool is_known, has_after;
    bool is_due;             // something has changed since they were counted
    double next;             // clock_seconds before which nothing is counted
    const struct side *seen; // that was shown in the last frame
};

void light_finish(struct light *light); // with a current context

// Draws the lights that are out of date, and counts the pictures that are shown; outside a GPU
// frame, after all else was drawn. `other` may be NULL. `changed`: something has changed since the
// frame before. `may_build`: no other program is being compiled.
void light_draw(struct light *light, struct renderer *renderer, const struct side *seen,
                const struct chain *other, bool changed, bool may_build);

// Returns the light of the shown side (0) or of the other side (1); NULL while there is none.
const struct texture *light_of(const struct light *light, int side);

// Returns true if more frames are to be drawn although nothing moves.
bool light_is_due(const struct light *light);
