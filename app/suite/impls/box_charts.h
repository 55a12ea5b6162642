#pragma once

#include "app/suite/run/suite_tools.h"

// Draws the five charts of the experiment.
void box_charts_draw(struct suite_run *run);
