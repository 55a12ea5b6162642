#pragma once

#include "app/stage/stage.h"

// The key M: what the implementations of the selected step take here, found out between frames.

// Begins, or stops where it is going on, and says so.
void measuring_turn(struct stage *stage, struct workbench *workbench);

// Goes on for a few milliseconds, after the frame was drawn, and says what came out at the end.
void measuring_draw(struct stage *stage, struct workbench *workbench);
