#pragma once

#include "app/renderer/renderer.h"
#include "app/window/state/ui_state.h"

// Small pictures of all items on the dialog of presets, drawn with the scene at the time when the
// dialog was opened. A few are drawn between two frames, once their programs are compiled. They are
// freed when the dialog is closed.

struct preview {
    bool is_done;
    struct texture picture; // id 0: it cannot be drawn, see `error`
    char error[sizeof(((struct error *) 0)->text)];
};

struct previews { // zeroed: nothing is shown
    bool is_open;
    int count;
    struct preview *all; // owned
    int width, height;   // of each picture, from the ui_state
    struct texture source;
    // The scene that the pictures show, and its time in seconds.
    struct scene_choice scene;
    double time;
    unsigned reloads, lists; // counters of program reloads and of listings of the folder
};

void previews_finish(struct previews *previews); // with a current context

// Draws the next pictures if the ui_state shows the dialog, outside a GPU frame; otherwise frees
// all of them. `may_compile`: no other program is being compiled.
void previews_draw(struct previews *previews, struct renderer *renderer, const struct ui_state *ui,
                   bool may_compile);

// Returns true if pictures are still to be drawn.
bool previews_are_due(const struct previews *previews);
