#pragma once

#include "app/measure/metrics/metrics.h"
#include "app/measure/quality/drawing.h"

// How the blur of a point changes while the point moves by parts of a pixel.

// Moves it along the diagonal through every eighth of a pixel and over the texels of the coarsest
// level, and says how its blur changes, moved back and compared with itself. `sigma` is how wide
// the blur is, px: what lies beyond 2.5 times that is not seen. False with the reason where the
// chain does not fit.
bool shimmer_motion(const struct drawing *drawing, const struct chain *chain, double sigma,
                    struct metrics_motion *motion, struct error *error);
