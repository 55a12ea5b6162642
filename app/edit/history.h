#pragma once

#include "effects/chain.h"
#include "render/scene/scene.h"

// Undo and redo: states of the window in a ring, the oldest forgotten first.

enum { HISTORY_SIZE = 64 };

struct history_state {
    struct chain chain;
    struct scene_choice scene;
    int preset; // that the chain began as; -1: none. Alone it makes no new state
};

struct history {
    int start, count; // of the ring
    int current;      // 0 .. count - 1, counted from `start`
    struct history_state items[HISTORY_SIZE];
};

// Forgets everything; `state` is now the one that nothing precedes.
void history_init(struct history *history, const struct history_state *state);

// A new state. What had been undone is forgotten. The same state again changes nothing.
void history_push(struct history *history, const struct history_state *state);

// The current state takes another value: one drag of a slider is one state, not fifty.
void history_replace(struct history *history, const struct history_state *state);

// Back to the nearest state of that value, since what came after it cannot be: a state before the
// current one, and what followed it is forgotten, or else one after it. Where there is neither, the
// current state takes the value.
void history_return(struct history *history, const struct history_state *state);

const struct history_state *history_current(const struct history *history);

// The state before or after becomes the current one, past those that a drag has brought back to
// the same; NULL at the ends. Valid until the next push.
const struct history_state *history_undo(struct history *history);
const struct history_state *history_redo(struct history *history);

bool history_state_equal(const struct history_state *a, const struct history_state *b);
