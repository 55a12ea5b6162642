#pragma once

#include "app/panel/widgets/panel_view.h"
#include "app/panel/widgets/panel_widgets.h"
#include "render/text/error.h"

// app/panel: what lies over the picture: the tree of GPU times, the scene and the chain with a
// slider for each parameter, all made from the parameter rows; the help and messages.

// Returns the name on the tab of a page; NULL: there is no such page.
const char *panel_page_name(enum panel_page page);

// Makes the panel. `clipboard` may be NULL. `scale`: of text, as the screen wants it.
void panel_init(const struct panel_clipboard *clipboard, float scale);
void panel_finish(void);

// Follows the screen, which may be another now, and the size of letters that was chosen: 1 is the
// first.
void panel_follow_screen(float scale, float letters);

// Draws into the framebuffer that is bound. Changes what the view points to.
void panel_draw(struct panel_view *view, const struct panel_input *input);

// The two halves of that: what the program works out, and what OpenGL is told.
void panel_build(struct panel_view *view, const struct panel_input *input);
void panel_show(void);

// Follows input without drawing: several frames' worth may have come since the last one.
void panel_follow(struct panel_view *view, const struct panel_input *input);

void panel_copy(const char *text); // to the clipboard

bool panel_wants_keys(void);         // text is being typed into it
bool panel_covers(float x, float y); // a sheet is there, in the last frame
bool panel_is_held(void);            // the mouse holds a slider or the like
bool panel_is_double_click(void);    // the last frame had the second press of one
bool panel_is_open(void);            // a list or the like of it
bool panel_settles(void);            // the next frame is another, though nothing happens
void panel_close(void);              // what is open, if anything

// Says once why text that was typed since is no value, and left the old one; false: nothing was.
bool panel_refused(struct error *error);
