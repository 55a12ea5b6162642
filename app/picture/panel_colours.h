#pragma once

#include "render/paint/paint.h"

// The panel's colours, as display values. Text has a contrast of at least 4.5 to 1 over any
// picture, and marks one of 3 to 1 (WCAG 2.1, 1.4.3 and 1.4.11): a test computes it over black and
// white for every background. Colours that must be told apart stay distinguishable without one kind
// of cones (Machado, Oliveira, Fernandes, A Physiologically-based Model for Simulation of Color
// Vision Deficiency, 2009).

struct panel_colour {
    float r, g, b, a; // straight alpha
};

extern const struct panel_colours {
    // Text.
    struct panel_colour plain, soft, dim, accent, alarm, warn;
    struct panel_colour side_a, side_b; // text and marks of sides A and B
    // Backgrounds of text: the panel is drawn over the picture, the others over the panel.
    struct panel_colour panel, popup, field, field_hovered, field_active, selected;
    // Marks. A bar is drawn on a field whose width is the whole; a mark across bars is plain.
    struct panel_colour knob, bar, fine_bar, scroll;
    struct panel_colour red, green, blue; // of channels: curves and bars, on a field
    struct panel_colour idle_knob, line;  // decoration without information
} panel_colours;

// Converts a colour for render/paint, which draws on pictures without a GPU.
struct paint panel_paint(const struct panel_colour *colour);
