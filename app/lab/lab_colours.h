#pragma once

#include "effects/plan/plan.h"
#include "render/scene/scene.h"

#include <stdint.h>

// The palettes that steps want of the picture, palette=auto: those of the picture that reaches the
// step. They are found once for as many colours behind the same effects. Zeroed: none is known.

enum { LAB_MOST_COLOURS = 8 };

struct lab_colours {
    struct {
        uint64_t place; // a hash of what it was found for
        const struct palette *palette;
    } known[LAB_MOST_COLOURS];
    unsigned next; // counts those that were found
};

// What is drawn to find them.
struct lab_moment {
    const struct scene_choice *scene;
    void *state;
    double time; // seconds
    int samples;
    float scale;
    int frame;
};

// Gives them by the steps' places in the chain, for plan_options.palettes, and NULL for other
// steps. Where one is not known, this draws the scene and the steps before, outside a frame. False
// where those cannot be drawn.
bool lab_colours_find(struct lab_colours *colours, const struct lab_moment *moment, struct gpu *gpu,
                      const struct chain *chain, const struct plan_options *options,
                      const struct palette *found[CHAIN_MAX_STEPS], struct error *error);
