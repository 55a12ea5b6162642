#pragma once

#include "effects/chain.h"

// Undo and redo: chain values in a ring, the oldest forgotten first.

enum { HISTORY_SIZE = 64 };

struct history {
    int start, count; // of the ring
    int current;      // 0 .. count - 1, counted from `start`
    struct chain items[HISTORY_SIZE];
};

// Forgets everything; `chain` is now the state that nothing precedes.
void history_init(struct history *history, const struct chain *chain);

// A new state. What had been undone is forgotten. The same state again changes nothing.
void history_push(struct history *history, const struct chain *chain);

// The current state takes another value: one drag of a slider is one state, not fifty.
void history_replace(struct history *history, const struct chain *chain);

// The state before or after becomes the current one; NULL at the ends. Valid until the next push.
const struct chain *history_undo(struct history *history);
const struct chain *history_redo(struct history *history);
