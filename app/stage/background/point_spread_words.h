#pragma once

#include "app/stage/background/point_spread_work.h"

// Fills in what the panel shows of a point spread.

// Names the step, and says what else there is to say where nothing is measured.
void point_spread_name(struct point_spread *spread, const struct chain *chain, int selected);

// Sums up what came back.
void point_spread_sum_up(struct point_spread *spread);
