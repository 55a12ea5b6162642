#pragma once

#include "app/window/view/layout.h"

struct error;
struct input_clipboard;
struct input_state;
struct message;
struct session;
struct ui_state;

// app/window/view: the panels beside the picture, in C++ with Dear ImGui. At the right is the
// chain, with a row for each parameter, made from the tables of parameters. A page of times, light,
// point spread or sides replaces it, or is at the left, where the editor of shaders is, too. One
// dialog, of keys, effects or presets, can be shown over the picture. Messages are at the bottom.
// The panels are rebuilt each frame from the session, which they only read, and from the ui_state,
// which they change: a slider sets a value of ui.chain at once; a button sets ui.clicked, which
// controls_click then runs.
//     panel_init(&clipboard);
//     panel_build(&session, &ui, &input);
//     controls_click(&ui, input.shift);
//     panel_draw();   // after the picture
//     panel_finish();
// layout.h places everything, panel.cpp has frames, style and what all share, and each other file
// fills a part.

void panel_init(const struct input_clipboard *clipboard); // NULL: none
void panel_finish(void);

// Builds the panel with this input.
void panel_build(const struct session *session, struct ui_state *ui,
                 const struct input_state *input);

// Draws the panel that was built last into the bound framebuffer, outside a GPU frame.
void panel_draw(void);

// ---- state of the last frame

bool panel_has_keys(void);           // a field or a list receives all keys
bool panel_covers(float x, float y); // a panel or a list was at that point
bool panel_is_held(void);            // the mouse holds a slider or another widget
bool panel_is_double_clicked(void);  // it had the second press of a double click

// Returns true if the last frame shows this message.
bool panel_has_shown(const struct message *expected);

// For tests. Returns the rectangle of the widget with this label: a button, a tab, the control of a
// parameter's row, a line that can be pressed, or words over the picture. `part` is "", "on" for
// the check box of a step, or "text" for the field of a value. Returns false if no such widget was
// shown. If several have the label, returns the first.
bool panel_find(const char *label, const char *part, struct area *rect);

// For tests. Returns the height of the text, pixels.
float panel_em(void);

// For tests. Returns the largest number of pixels by which contents exceeded the width of their
// window, so that they were cut without an ellipsis.
float panel_overflow(void);

// ---- texts

enum { SHOWN_LINES = 6, SHOWN_CELL_SIZE = 80 };

// A small table of numbers. The first row and the first column are labels.
struct shown_table {
    int rows, columns; // 0: there is nothing to show
    char cells[SHOWN_LINES][SHOWN_LINES][SHOWN_CELL_SIZE];
    char sides[SHOWN_LINES]; // side of each column: 'A', 'B'; 0: neither
};

// Measurements of two sides.
enum { REPORT_SIZE = 320 };

struct sides_report {
    struct shown_table numbers;
    char words[REPORT_SIZE]; // which is faster, and how far the pictures are apart
};

void panel_report_sides(const struct session *session, struct ui_state *ui,
                        struct sides_report *report);

// Updates the texel that the loupe shows, at (x, y) of the window: the light that enters the chain,
// and of each side the light before it makes display values and the display values. To be called
// once per frame before the picture is presented: waits for the GPU and binds another framebuffer.
const struct shown_table *panel_update_texel(const struct session *session, struct ui_state *ui,
                                             float x, float y);

// Updates the times that are shown twice a second, so that they can be read.
void panel_update_times(const struct session *session, const struct ui_state *ui);

// Returns the GPU time of a frame, "4.06 ms", or, if no step ran in the last frame, the time when
// they last did; "" while it is not known.
const char *panel_frame_time(void);

// ---- cost of the panel

// Milliseconds, medians of the last frames; 0: not known. The panel's GPU time has a timer of its
// own, so it is not part of the cost of a chain or a frame. A software renderer processes geometry
// during the GL calls; there `cpu` excludes that time and `gpu` includes it.
struct panel_cost {
    double cpu, gpu;
};

void panel_cost_init(bool software); // software: the context is a software renderer
void panel_cost_finish(void);        // may be called without panel_cost_init
struct panel_cost panel_cost_times(void);
