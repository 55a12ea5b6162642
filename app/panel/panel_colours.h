#pragma once

// The panel's colours, as display values. Text keeps a contrast of 4.5 to 1 (WCAG 2.1, 1.4.3) over
// any picture: a test works it out over black and over white, on everything that text stands on.

#ifdef __cplusplus
extern "C" {
#endif

struct panel_colour {
    float r, g, b, a; // straight alpha
};

extern const struct panel_colours {
    // Text.
    struct panel_colour plain, soft, dim, accent, alarm;
    // What text stands on: the sheet over the picture, and the rest over the sheet.
    struct panel_colour sheet, popup, field, field_hovered, field_active, selected;
    // Marks.
    struct panel_colour knob, idle_knob, bar, fine_bar, line;
} panel_colours;

#ifdef __cplusplus
}
#endif
