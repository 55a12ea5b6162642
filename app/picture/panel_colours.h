#pragma once

// The panel's colours, as display values. Text keeps a contrast of 4.5 to 1 over any picture and
// marks one of 3 to 1 (WCAG 2.1, 1.4.3 and 1.4.11): a test works it out over black and over white,
// on everything that they stand on. Colours that are told apart stay so without one kind of cones
// (Machado, Oliveira, Fernandes, A Physiologically-based Model for Simulation of Color Vision
// Deficiency, 2009).

#ifdef __cplusplus
extern "C" {
#endif

struct panel_colour {
    float r, g, b, a; // straight alpha
};

extern const struct panel_colours {
    // Text.
    struct panel_colour plain, soft, dim, accent, alarm, warn;
    struct panel_colour side_a, side_b; // of two sides: words and marks
    // What text stands on: the sheet over the picture, and the rest over the sheet.
    struct panel_colour sheet, popup, field, field_hovered, field_active, selected;
    // Marks. A bar stands on a field, whose end is the whole; a mark across bars is plain.
    struct panel_colour knob, bar, fine_bar, scroll;
    struct panel_colour red, green, blue; // of channels: curves and bars, on a field
    struct panel_colour idle_knob, line;  // ornament: nothing depends on seeing them
} panel_colours;

#ifdef __cplusplus
}
#else
struct paint; // render/paint/paint.h

// The same for pictures that are drawn on without a GPU.
struct paint panel_paint(const struct panel_colour *colour);
#endif
