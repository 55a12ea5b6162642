#pragma once

#include "app/window/stage/stage.h"

// app/window/view: what stands beside the picture. At the right the chain, with a row for each
// parameter, made from the tables of parameters; a page of times, light, point spread or sides in
// its place, or at the left; over the picture at times one large sheet, of keys, effects, presets
// or GLSL; below, messages.
//
// Each frame it is built anew from what the stage runs, which is only read, and from the workbench,
// which it changes: a slider sets a value of workbench.chain at once, a button sets
// workbench.clicked, which controls_click then does. Whatever is drawn goes through widgets.h, so
// no file here knows the library below it.
//
//     panel_init(&clipboard);
//     panel_draw(&stage, &workbench, &input);   // each frame, after the picture
//     controls_click(&workbench, input.shift);
//     panel_finish();
//
// layout.h says where sheets lie, panel.c which are shown, panel_parts.h what is on each.

void panel_init(const struct input_clipboard *clipboard); // NULL: none
void panel_finish(void);

// Makes the words about two sides and about the pixel at (x, y) of the window, from what the stage
// has. Once a frame, before the picture is presented: while the loupe is on it reads that pixel,
// which waits for the GPU and binds another framebuffer.
void panel_strip_fill(const struct stage *stage, struct workbench *workbench, float x, float y);

// Draws into the framebuffer that is bound, outside a GPU frame.
void panel_draw(const struct stage *stage, struct workbench *workbench,
                const struct input_state *input);

// Follows input without drawing: several frames' worth may have come since the last one.
void panel_follow(const struct stage *stage, struct workbench *workbench,
                  const struct input_state *input);

// Returns whether the frame that was drawn last shows the message that is due.
bool panel_shows(const struct message *due);

// Says once why text that was typed since is no value, and left the old one; false: nothing was.
bool panel_refused(struct error *error);

// ---- what the panel itself takes

// Milliseconds, medians of the last frames; 0: not known. Its GPU time has a timer of its own, so
// that it is no part of what a chain or a frame costs. A software renderer does its geometry while
// it is told, so there `cpu` is without that; `gpu` holds it.
struct panel_cost_times {
    double built, told, gpu;
    double cpu; // what the panel takes of the processor
};

void panel_cost_init(bool software); // the renderer
void panel_cost_finish(void);        // nothing where it was not begun
struct panel_cost_times panel_cost_times(void);
