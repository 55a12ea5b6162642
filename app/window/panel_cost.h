#pragma once

#include "app/stats/pass_stats.h"

// What the panel itself takes. Its GPU time has a timer of its own, so that it is no part of what a
// chain or a frame costs.

enum { PANEL_COST_FRAMES = 60 };

struct panel_cost {
    struct gpu_timer timer;
    struct pass_stats gpu;
    // Milliseconds in which this thread worked: to build what is drawn, and to tell OpenGL.
    double built[PANEL_COST_FRAMES], told[PANEL_COST_FRAMES];
    int64_t frames;
    double since; // seconds of clock_worked
};

// Milliseconds, medians of the last frames; 0: not known. A software renderer does its geometry
// while it is told, so there `cpu` is without that; `gpu` holds it.
struct panel_cost_times {
    double built, told, gpu;
    double cpu; // what the panel takes of the processor
};

void panel_cost_init(struct panel_cost *cost, bool software); // the renderer
void panel_cost_finish(struct panel_cost *cost);              // a zeroed one may be finished

// Stand around both halves of drawing the panel; nothing is measured before panel_cost_init.
void panel_cost_begin(struct panel_cost *cost);
void panel_cost_built(struct panel_cost *cost);
void panel_cost_end(struct panel_cost *cost);

struct panel_cost_times panel_cost_times(const struct panel_cost *cost);
