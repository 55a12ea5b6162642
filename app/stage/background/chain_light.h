#pragma once

#include "app/lab.h"

// The light that a chain keeps until its first step that makes display values: what an .exr of the
// same chain holds. It runs beside the chain, outside the frames that are timed.

struct chain_light {         // zeroed: there is none
    struct side side;        // the chain, and the image, in the source's size
    bool is_asked, is_built; // its plan: tried, and there
};

void chain_light_finish(struct chain_light *light); // with a current context

// Makes it that of the chain once its programs are compiled. Returns false
// while they are not. `may_build`: no other program is waited for.
bool chain_light_follow(struct chain_light *light, struct lab *lab, const struct chain *chain,
                        bool may_build);

// Draws the image, outside a GPU frame, if the chain has one.
void chain_light_draw(struct chain_light *light, struct lab *lab);
