#pragma once

#include "app/measure/metrics/metrics.h"
#include "app/measure/quality/drawing.h"

// The width of a blur, of the image of a point.

// Measures the moments along one axis (sigma_x), the mean over points in 64 places. `sigma` is how
// wide it is about, px: what lies beyond seven times that is not seen. False with the reason where
// the chain does not fit.
bool width_moments(const struct drawing *drawing, const struct chain *chain, double sigma,
                   bool down, struct metrics_moments *moments, struct error *error);

// Returns whether numbers of a step other than its sigma decide how wide it blurs a picture of that
// height, so that sigma promises nothing.
bool width_is_by_hand(const struct chain_step *step, int height);
