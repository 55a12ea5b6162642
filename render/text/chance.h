#pragma once

#include <stdint.h>

// Random numbers that are equal for equal seeds: SplitMix64 by G. L. Steele, D. Lea and C. H.
// Flood, Fast splittable pseudorandom number generators, 2014. The seed is the first value of
// `state`; each call advances it.

uint64_t chance_next(uint64_t *state);

// Returns a uniform random number in [0, 1).
double chance_share(uint64_t *state);
double chance_between(uint64_t *state, double low, double high); // uniform in [low, high)

// Shuffles `count` numbers in place (Fisher-Yates).
void chance_shuffle(uint64_t *state, int count, int order[]);
