#pragma once

#include "app/stage/background/chain_light.h"

// The light of what is seen and of the other side, for the texel under the pointer: drawn only
// while the loupe is on, and only when something has changed.

struct loupe {   // zeroed: nothing is drawn
    bool wanted; // to be set before each frame
    bool stands[2];
    struct chain_light lights[2]; // of what is seen of the edited side, and of the other
};

void loupe_finish(struct loupe *loupe); // with a current context

// Draws what is missing, outside a GPU frame, after all was drawn. `other` may be NULL. `changed`:
// something is another than in the frame before. `may_build`: no other program is waited for.
void loupe_draw(struct loupe *loupe, struct lab *lab, const struct chain *seen,
                const struct chain *other, bool changed, bool may_build);

// Returns the light of what is seen (0) or of the other side (1); NULL while there is none.
const struct texture *loupe_light(const struct loupe *loupe, int side);

// Returns whether more frames are to be drawn although nothing moves.
bool loupe_is_due(const struct loupe *loupe);
