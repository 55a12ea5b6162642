#pragma once

#include "effects/chain.h"
#include "effects/effect.h"

// app/edit: changes of a chain as plain values, and presets; no window and no GPU. These
// are the changes that keys make.

// One line that the keys turn: each parameter of a step is a line. Of a region (roi, which every
// step has) each edge is a line of its own, too, after that of the whole, which is not turned.
struct edit_line {
    const struct param *param;
    void *values;       // the struct that the row describes
    int component;      // of an edge: 0 to 3; -1: the whole region
    const char *corner; // of an edge: "left", "top", "right", "bottom"; else NULL
};

// Returns false past the last line of the step, and past the end of the chain.
bool edit_line(struct chain *chain, int step, int line, struct edit_line *out);
int edit_line_count(struct chain *chain, int step);

// One of the lines of a parameter by itself.
struct edit_line edit_line_of(const struct param *row, void *values, int line);

// Writes "sigma" or "roi left".
void edit_label(const struct edit_line *line, char *out, size_t size);

// Turns a value by `presses` presses of a key. Returns false where it does not move: at the end of
// its range, or where there is no such line.
bool edit_nudge(struct chain *chain, int step, int line, int presses, bool fine);

// Reads a shader file again for the steps of that file. False, and the chain is as it was, where it
// is wrong. `changed` becomes true where it is another effect now.
bool edit_read_file(struct chain *chain, const char *path, bool *changed, struct error *error);

// Puts the next blurring effect in the place of the step, or, where that does not blur, of the
// first that does; `step` becomes that one. Values that both effects have under the same name stay,
// so that the width of the blur stays. Returns NULL when no step blurs.
const struct effect *edit_next_blur(struct chain *chain, int *step);

// Chooses the next implementation of the step, or, where it has none to choose from, of the first
// that has; `step` becomes that one. Returns the implementation's name, NULL when there is none.
const char *edit_next_impl(struct chain *chain, int *step, const struct effect **effect);

// Resets the step to what it is in `first`, or, where that has another effect there, to its
// defaults. Does nothing past the end of the chain.
void edit_reset_step(struct chain *chain, const struct chain *first, int step);

// Switches off all steps after this one.
void edit_cut(struct chain *chain, int step);

// Finds the first line of that name in the steps that are on. Where there is none, `step` and
// `line` stay.
void edit_find_line(struct chain *chain, const char *key, int *step, int *line);

// Finds what --at names: the index of a step of the chain (by its effect's name or its number from
// 1), or -1 for a path of scopes, which has a '/'. Fails for a step that is not there or is
// switched off.
bool edit_find_step(const struct chain *chain, const char *at, int *step, struct error *error);

// Changes of which steps a chain has, and in what order. A step moves with its values, its region
// and whether it is on. What cannot be is refused with the reason, and nothing has changed.

// Adds a step with the effect's defaults after step *step (-1: first), or at the nearest place
// where it can stand: what works on light cannot follow what makes display values of it. *step
// becomes its place.
bool edit_steps_add(struct chain *chain, const struct effect *effect, int *step,
                    struct error *error);

// Adds a copy of step *step after it. *step becomes the copy's place.
bool edit_steps_duplicate(struct chain *chain, int *step, struct error *error);

// *step becomes the one that follows, or the last where none does; 0 in an empty chain.
void edit_steps_remove(struct chain *chain, int *step);

// Gives step *step the place `to`; those between move up or down. Fails past the ends.
bool edit_steps_move(struct chain *chain, int *step, int to, struct error *error);

// The effects as a list to choose from: by kind, and those that words find.

enum { EDIT_EFFECTS_MOST = 512 };

// Returns "Blur", "Light" and so on: what stands over the effects of one kind.
const char *edit_effects_kind(const struct effect *effect);

// Returns whether each word of `filter` is in one of the two texts, in either case; '_' is a space.
bool edit_words_are_in(const char *filter, const char *text, const char *other);

// Finds the effects that have each word of `filter` in their name or summary, in either case; all
// for "". Those of one kind follow one another, the last are shader files
// (effects/hook/shader_folder.h), which effect_of_file has still to read. Returns how many.
int edit_effects_find(const char *filter, const struct effect *found[EDIT_EFFECTS_MOST]);

// Returns the place of the one that is most likely meant: whose name begins with the filter, or has
// it, or else the first. 0 for none.
int edit_effects_best(const char *filter, const struct effect *const found[], int count);
