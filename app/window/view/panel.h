#pragma once

#include "app/window/session/session.h"

// app/window/view: the panel beside the picture. At the right is the chain, with a row for each
// parameter, made from the tables of parameters. A page of times, light, point spread or sides
// replaces it, or is at the left. One large sheet, of keys, effects, presets or GLSL, can be shown
// over the picture. Messages are at the bottom.
// The panel is rebuilt each frame from the session, which it only reads, and from the ui state,
// which it changes: a slider sets a value of ui state.chain at once; a button sets
// ui state.clicked, which controls_click then runs. All drawing goes through widgets.h, so no file
// here depends on the library below it.
//     panel_init(&clipboard);
//     panel_draw(&session, &ui state, &input);   // each frame, after the picture
//     controls_click(&ui state, input.shift);
//     panel_finish();
// layout.h places the sheets, panel.c chooses which are shown, panel_parts.h fills each.

void panel_init(const struct input_clipboard *clipboard); // NULL: none
void panel_finish(void);

// Makes the text about two sides, and about the pixel at (x, y) of the window, from the state of
// the session. To be called once per frame before the picture is presented: while the loupe is on
// it reads that pixel, which waits for the GPU and binds another framebuffer.
void panel_strip_fill(const struct session *session, struct ui_state *ui, float x, float y);

// Draws into the bound framebuffer, outside a GPU frame.
void panel_draw(const struct session *session, struct ui_state *ui,
                const struct input_state *input);

// Processes input without drawing, for input that spans several frames of the panel.
void panel_update(const struct session *session, struct ui_state *ui,
                  const struct input_state *input);

// Returns true if the last frame that was drawn shows this message.
bool panel_shows(const struct message *due);

// Returns the reason why text that was typed since the last call is not a valid value and left the
// old one; false if there was no such text.
bool panel_refused(struct error *error);

// ---- cost of the panel

// Milliseconds, medians of the last frames; 0: not known. The panel's GPU time has a timer of its
// own, so it is not part of the cost of a chain or a frame. A software renderer processes geometry
// during the GL calls; there `cpu` excludes that time and `gpu` includes it.
struct panel_cost_times {
    double built, told, gpu;
    double cpu; // CPU time of the panel
};

void panel_cost_init(bool software); // software: the context is a software renderer
void panel_cost_finish(void);        // may be called without panel_cost_init
struct panel_cost_times panel_cost_times(void);
