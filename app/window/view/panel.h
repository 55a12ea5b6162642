#pragma once

#include "app/window/stage/stage.h"

// app/window/view: what lies over the picture: the tree of GPU times, the scene and the chain with
// a slider for each parameter, all made from the parameter rows; the help and messages. It shows
// what the workbench wants and how the stage runs it, and changes the workbench; what is clicked
// there its owner does: controls_click.

void panel_init(const struct input_clipboard *clipboard); // NULL: none
void panel_finish(void);

// Draws into the framebuffer that is bound, outside a GPU frame.
void panel_draw(const struct stage *stage, struct workbench *workbench,
                const struct input_state *input);

// Follows input without drawing: several frames' worth may have come since the last one.
void panel_follow(const struct stage *stage, struct workbench *workbench,
                  const struct input_state *input);

// Returns whether the frame that was drawn last shows the message that is due.
bool panel_shows(const struct message *due);

bool panel_wants_keys(void);         // text is being typed into it
bool panel_covers(float x, float y); // a sheet is there, in the last frame
bool panel_is_held(void);            // the mouse holds a slider or the like
bool panel_is_double_click(void);    // the last frame had the second press of one
bool panel_settles(void);            // the next frame is another, though nothing happens

// Says once why text that was typed since is no value, and left the old one; false: nothing was.
bool panel_refused(struct error *error);
