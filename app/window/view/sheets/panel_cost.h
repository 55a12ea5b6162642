#pragma once

#include <stdbool.h>

// What the panel itself takes. Its GPU time has a timer of its own, so that it is no part of what a
// chain or a frame costs.

// Milliseconds, medians of the last frames; 0: not known. A software renderer does its geometry
// while it is told, so there `cpu` is without that; `gpu` holds it.
struct panel_cost_times {
    double built, told, gpu;
    double cpu; // what the panel takes of the processor
};

void panel_cost_init(bool software); // the renderer
void panel_cost_finish(void);        // nothing where it was not begun

// Stand around both halves of drawing the panel; nothing is measured before panel_cost_init.
void panel_cost_begin(void);
void panel_cost_built(void);
void panel_cost_end(void);

struct panel_cost_times panel_cost_times(void);
