#pragma once

#include <stdint.h>

// Chance that the same seed repeats: SplitMix64 by G. L. Steele, D. Lea and C. H. Flood, Fast
// splittable pseudorandom number generators, 2014. The state begins as the seed.

uint64_t chance_next(uint64_t *state);

// Returns a number from 0 up to before 1.
double chance_share(uint64_t *state);
double chance_between(uint64_t *state, double low, double high); // from `low` up to before `high`

// Puts `count` numbers into an order of chance.
void chance_shuffle(uint64_t *state, int count, int order[]);
