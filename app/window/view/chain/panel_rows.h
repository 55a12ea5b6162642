#pragma once

#include "app/lab/edit/edit.h"
#include "app/window/view/widgets/panel_widgets.h"
#include "render/scene/scene.h"

// One parameter as a line of the panel: a slider, a list or a colour, whatever its row says. A
// region has a line for each corner.

struct panel_line {
    struct edit_line line;
    bool selected, reveal; // reveal: scroll to it
    bool idle;             // has no effect now
    bool types;            // its value is to be typed, from now on
    // For a choice: adds what is known about each value; `data` is its own. NULL: nothing.
    void (*note)(const void *data, int value, struct widgets_note *note);
    const void *noted;
    int width, height;    // of the picture, for what a share of it comes to; 0: not known
    const char *comes_to; // more about what the values come to; NULL: nothing
};

// Shows the line. Returns whether the value was changed. A double or right click sets the default.
// `opens` (may be NULL) is set where its list has just opened.
bool panel_line(const struct panel_line *line, bool *opens);

// Shows all lines of a parameter that no key selects.
void panel_row(const struct param *param, void *values);

// Says once why what was typed into a row is no value; false: nothing was refused since.
bool panel_row_refused(struct error *error);

// To be called once a frame, after the owner of the values had a chance to take text back that
// could not be used. Returns whether its field still shows it, to be mended: until other text
// becomes the value, by whatever way, or the row is gone.
bool panel_rows_follow(const struct chain *chain, const struct scene_choice *scene);
