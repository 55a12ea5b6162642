#pragma once

#include <stddef.h>

// How many letters must be inserted, removed, changed or swapped with their neighbour to turn one
// word into the other (optimal string alignment distance). Words count up to 63 letters.
int spelling_distance(const char *a, const char *b);

// The name that `word` was probably meant to be: one that begins with it, or the nearest one within
// a third of its letters. NULL when none is near. Names lie `stride` bytes apart and end with NULL.
const char *spelling_nearest(const char *word, const char *const *names, size_t stride);
