#pragma once

#include "app/stage/background/point_spread_work.h"

// Measures, while the window goes on, what the selected blur makes of one lit texel: by the
// implementation that the picture has of it, alone, in pictures of its own outside the GPU frames
// that are timed. One is drawn a frame until all are, and is read back some frames later. The sums
// are those of the psf audit (app/quality/spread.h).

void point_spread_finish(struct point_spread *spread); // with a current context

// Measures the step of the lab's chain, or the first that blurs where that one does not; between
// GPU frames. `may_wait`: frames follow one another, so that programs may come later.
void point_spread_draw(struct point_spread *spread, struct lab *lab, int step, bool may_wait);

// Whether more frames are to be drawn although nothing moves.
bool point_spread_is_due(const struct point_spread *spread);
