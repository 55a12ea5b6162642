#pragma once

#include "effects/chain.h"
#include "effects/effect.h"

// app/edit: changes of a chain as plain values, and presets; it needs no window and no GPU. The
// keys of the window make these changes.

// A parameter of a step as a line that keys change. A region (roi, which every step has) is one
// line that cannot be changed, and then a line for each of its edges.
struct edit_line {
    const struct param *param;
    void *values;       // the struct that the row describes
    int component;      // edge of a region, 0 to 3; -1: the whole parameter
    const char *corner; // of the edge: "left", "top", "right" or "bottom"; else NULL
};

// Returns false past the last line of the step, and past the end of the chain.
bool edit_line(struct chain *chain, int step, int line, struct edit_line *out);
int edit_line_count(struct chain *chain, int step);

// Returns a line of a parameter without its step.
struct edit_line edit_line_of(const struct param *row, void *values, int line);

// Writes the name of the line, "sigma" or "roi left".
void edit_label(const struct edit_line *line, char *out, size_t size);

// Changes the value by `presses` presses of a key. Returns false if the value is already at the end
// of its range, or if there is no such line.
bool edit_nudge(struct chain *chain, int step, int line, int presses, bool fine);

// Replaces earlier versions of a shader file in all steps. Returns true if there were any.
bool edit_replace_file(struct chain *chain, const struct effect *effect);

// Replaces the effect of the step by the next blur; if the step does not blur, that of the first
// step that does, whose index `step` becomes. Parameters that both effects have keep their values,
// so the width of the blur does not change. Returns NULL if no step blurs.
const struct effect *edit_next_blur(struct chain *chain, int *step);

// Selects the next implementation of the step, or, if it has none to choose from, of the first step
// that has, whose index `step` becomes. Returns the implementation's name; NULL if there is none.
const char *edit_next_impl(struct chain *chain, int *step, const struct effect **effect);

// Resets the step to that of `first`, or, if that has another effect at this place, to its
// defaults. Does nothing past the end of the chain.
void edit_reset_step(struct chain *chain, const struct chain *first, int step);

// Switches off all steps after this one.
void edit_cut(struct chain *chain, int step);

// Finds the first line with that name in the steps that are on. If there is none, `step` and `line`
// do not change.
void edit_find_line(struct chain *chain, const char *key, int *step, int *line);

// Resolves the value of --at: the index of a step (given by its effect's name or its number from
// 1), or -1 for a path of scopes, which contains a '/'. Fails if there is no such step or if it is
// off.
bool edit_find_step(const struct chain *chain, const char *at, int *step, struct error *error);

// These functions add, remove and reorder steps. A step moves with its values, its region and its
// switch. If the result is not a valid chain, they fail with the reason and the chain is unchanged.

// Adds a step with the effect's defaults after step *step (-1: at the beginning), or at the nearest
// valid place: an effect on scene-linear light cannot come after one that outputs display values.
// Sets *step to the new step's index.
bool edit_steps_add(struct chain *chain, const struct effect *effect, int *step,
                    struct error *error);

// Adds a copy of step *step after it. Sets *step to the copy's index.
bool edit_steps_duplicate(struct chain *chain, int *step, struct error *error);

// Removes step *step. Sets *step to the next step, or to the last one if there is none; 0 in an
// empty chain.
void edit_steps_remove(struct chain *chain, int *step);

// Moves step *step to index `to`; the steps between move by one. Fails if `to` is out of range.
bool edit_steps_move(struct chain *chain, int *step, int to, struct error *error);

// The list of effects in the window is grouped by kind and filtered by words.

enum { EDIT_EFFECTS_MAX = 512, EDIT_WORD_SIZE = 64 };

// Returns the heading of the effect's group: "Blur", "Light" and so on.
const char *edit_effects_kind(const struct effect *effect);

// Returns true if each word of `filter` occurs in one of the two texts, ignoring case; '_' matches
// a space.
bool edit_words_are_in(const char *filter, const char *text, const char *other);

// Finds the effects with each word of `filter` in their name or summary, ignoring case; all for "".
// They are grouped by kind, and shader files (effects/hook/shader_folder.h) come last;
// effect_of_file has still to read these. Returns their number.
int edit_effects_find(const char *filter, const struct effect *found[EDIT_EFFECTS_MAX]);

// Returns the index of the best match: the first name that begins with the first word of the
// filter, else the first that contains it, else 0.
int edit_effects_best(const char *filter, const struct effect *const found[], int count);
