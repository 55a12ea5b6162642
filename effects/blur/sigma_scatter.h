#pragma once

enum { SIGMA_SCATTER_OCTAVES = 4 };

// Scatter is the share of a level's light that goes on to the level below. With 1 all light goes
// down to the deepest level, and a point becomes a single bell. With less, every level keeps a part
// of its light and mixes it with the light that comes up from below. The result is a sum of bells,
// each twice as wide as the one before: a bright core in a wide haze. The deepest level n gets a
// share of s^4; the level k above it (k = 1..4) keeps (1 - s) s^(4 - k), and level n - 4 with those
// above it keeps the rest. So the shape depends on s only, and sigma scales it. Between n and n + 1
// levels the light moves continuously from one such sum to the other.
//
// The variance is a sum over the levels: the variance of the step down and the step up again, times
// the share of all light that takes these steps, which is the product of the shares of the levels
// above.

// Computes shares[i], 0..1: the part of the output of level i that comes from below it. There are
// `whole` levels, and one more that has faded in by `fade` (0: no further level). Level 0, the
// picture, keeps nothing.
void sigma_scatter_shares(int whole, double fade, double scatter, double shares[]);
