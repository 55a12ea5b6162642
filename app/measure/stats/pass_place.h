#pragma once

#include "app/measure/stats/pass_stats.h"

// The place of a pass in the tree of times, by which it is found again in another frame.

enum { PASS_PATH_SIZE = 2 * GPU_SCOPE_NAME_SIZE };

struct pass_place {
    char path[PASS_PATH_SIZE]; // of scopes below the frame, "dual/up 640x360"; "": no pass
    int number;                // which of the scopes of a frame with that path, from 1
    // Which of the scopes directly below the frame that have the name with which the path begins,
    // from 1.
    int step;
    bool ends_step; // it puts out what the step does: it is the step, or the last below it
};

bool pass_place_equal(const struct pass_place *a, const struct pass_place *b);

// The place of the i-th scope; no pass for the frame itself.
void pass_place_of(const struct pass_stats *stats, int i, struct pass_place *place);

// Returns the scope that is there; -1: the tree has none.
int pass_place_find(const struct pass_stats *stats, const struct pass_place *place);

// Finds the scope directly below the frame of that name, the `step`-th from 1; -1: there is none.
int pass_place_find_step(const struct pass_stats *stats, const char *name, int step);

// Returns the scope after this one, or before it (`by` -1), among a step and what is below it,
// round and round; scopes that hold others come too, for they put out the image of the last. From a
// scope elsewhere: the first or the last below the step, or the step that has none.
int pass_place_turn(const struct pass_stats *stats, int step, int scope, int by);
