#pragma once

#include "app/edit/preset.h"
#include "effects/chain.h"
#include "render/scene/scene.h"

// Undo and redo: a list of states of the window, of which the oldest are removed first.

enum { HISTORY_SIZE = 64 };

struct history_state {
    struct chain chain;
    struct scene_choice scene;
    int preset;         // that the chain was loaded from; -1: none. It alone makes no new state
    bool has_other;     // there is a second chain beside the edited one
    struct chain other; // the second chain
    int side;           // edited side: 0 is A, 1 is B
    // The files that the edited chain and the other one were read from or last saved to; "": none.
    // A change of these alone makes no new state.
    char files[2][CHAIN_FILE_PATH_SIZE];
};

struct history {
    int count;
    int current; // 0 .. count - 1
    struct history_state items[HISTORY_SIZE];
};

// Removes all states; `state` becomes the first one.
void history_init(struct history *history, const struct history_state *state);

// Adds a state and removes the states that were undone. A state equal to the current one is not
// added.
void history_push(struct history *history, const struct history_state *state);

// Replaces the current state: one drag of a slider is one state, not fifty.
void history_replace(struct history *history, const struct history_state *state);

// Returns to the nearest state equal to `state`, because a newer one cannot run. A state before the
// current one is preferred, and the states after it are removed; otherwise a state after it is
// used; if there is none, the current state becomes `state`.
void history_return(struct history *history, const struct history_state *state);

// Replaces the scene by `good` in every state whose scene has the files of `bad`, which cannot be
// read.
void history_replace_scene(struct history *history, const struct scene_choice *bad,
                           const struct scene_choice *good);

// Sets the file of the side's chain, which was saved: in the current state, and in the adjacent
// states in which the chain has the same file as before.
void history_save(struct history *history, int side, const char *path);

// Replaces earlier versions of a shader file in all states (edit_replace_file). Returns true if
// there were any.
bool history_replace_file(struct history *history, const struct effect *effect);

const struct history_state *history_current(const struct history *history);
const struct history_state *history_first(const struct history *history); // the oldest state

// Undoes (-1) or redoes (1): makes the state before or after the current one current, and skips
// states that a drag has made equal to it. Returns NULL at the ends. The result is valid until the
// next push.
const struct history_state *history_step(struct history *history, int way);

bool history_state_equal(const struct history_state *a, const struct history_state *b);

// Describes the state `is` by what differs from `was`, in a few words: "dual sigma=16", "no kawase"
// (chain_words_print), "scene blocks", "two sides".
void history_describe(const struct history_state *was, const struct history_state *is, char *out,
                      size_t size);

// ---- what differs, in words

enum { CHAIN_WORDS_SIZE = 61 };

// Names a chain beside another one: by its preset, or else by the steps that differ from the other
// chain, each with the values that do:
//
//     "bloom"                       beside  "pyramid sigma=30"
//     "dual sigma=16"                       "mips sigma=16"
//     "no exposure"                         "exposure ev=1"
//     "dual off"                            "dual"
//
// A blur that the other chain does not have is named with its width. Steps that are missing are
// named if the chain has no others of its own. Equal chains that are no preset are "". What is too
// long ends in "...".
void chain_words_print(const struct chain *chain, const struct chain *other,
                       char out[CHAIN_WORDS_SIZE]);
