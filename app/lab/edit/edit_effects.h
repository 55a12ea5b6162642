#pragma once

#include "effects/effect.h"

// The effects as a list to choose from: by kind, and those that words find.

enum { EDIT_EFFECTS_MOST = 64 };

// Returns "Blur", "Light" and so on: what stands over the effects of one kind.
const char *edit_effects_kind(const struct effect *effect);

// Finds the effects that have each word of `filter` in their name or summary, in either case; all
// for "". Those of one kind follow one another. Returns how many.
int edit_effects_find(const char *filter, const struct effect *found[static EDIT_EFFECTS_MOST]);

// Returns the place of the one that is most likely meant: whose name begins with the filter, or has
// it, or else the first. 0 for none.
int edit_effects_best(const char *filter, const struct effect *const found[], int count);
