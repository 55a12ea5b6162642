#pragma once

#include "app/edit/preset.h"
#include "effects/chain.h"
#include "render/scene/scene.h"

// Undo and redo: states of the window, the oldest forgotten first.

enum { HISTORY_SIZE = 64 };

struct history_state {
    struct chain chain;
    struct scene_choice scene;
    int preset;         // that the chain began as; -1: none. Alone it makes no new state
    bool has_other;     // there is a second chain, beside the one that is edited
    struct chain other; // that one
    int side;           // of the edited one: 0 A, 1 B
    // The files that the edited chain and the other one were read from or last saved to; "": none.
    // A change of these alone makes no new state.
    char files[2][CHAIN_FILE_PATH_SIZE];
};

struct history {
    int count;
    int current; // 0 .. count - 1
    struct history_state items[HISTORY_SIZE];
};

// Forgets everything; `state` is now the one that nothing precedes.
void history_init(struct history *history, const struct history_state *state);

// Adds a state and forgets what had been undone. The same state again changes nothing.
void history_push(struct history *history, const struct history_state *state);

// Gives the current state another value: one drag of a slider is one state, not fifty.
void history_replace(struct history *history, const struct history_state *state);

// Goes back to the nearest state of that value, because a newer one turned out impossible. A state
// before the current one is preferred, and what followed it is forgotten; else one after it; where
// there is neither, the current state takes the value.
void history_return(struct history *history, const struct history_state *state);

// Gives every state whose scene has the files of `bad`, which cannot be read, the scene `good`.
void history_replace_scene(struct history *history, const struct scene_choice *bad,
                           const struct scene_choice *good);

// Gives the chain of the side, which was saved, another file, and so to the states before and after
// the current one in which it is still that of the same file.
void history_save(struct history *history, int side, const char *path);

// Forgets the oldest states, but not the current one, where the shader files of all states together
// take more than so many bytes of memory.
void history_limit_files(struct history *history, size_t bytes);

const struct history_state *history_current(const struct history *history);
const struct history_state *history_first(const struct history *history); // the oldest there is

// Undoes (-1) or redoes (1): makes the state before or after the current one, past those that a
// drag has brought back to the same. Returns NULL at the ends. Valid until the next push.
const struct history_state *history_step(struct history *history, int way);

bool history_state_equal(const struct history_state *a, const struct history_state *b);

// Says in a few words what differs: "sigma 16 (was 17)", "dual (was kawase)", "dual is off", "added
// kawase", "moved dual to 3", "scene blocks (was icosahedra)"; "" where nothing does.
void history_describe(const struct history_state *was, const struct history_state *is, char *out,
                      size_t size);
