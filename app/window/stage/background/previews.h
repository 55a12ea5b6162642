#pragma once

#include "app/lab/lab.h"
#include "app/window/state/workbench.h"

// Small pictures of all that the sheet of presets offers, of the scene as it stood when the sheet
// was opened. A few are drawn between two frames, when their programs are compiled. They are gone
// when the sheet is.

struct preview {
    bool is_done;
    struct texture picture; // no id: it cannot be drawn, and `error` says why
    char error[sizeof(((struct error *) 0)->text)];
};

struct previews { // zeroed: nothing is shown
    bool is_open;
    int count;
    struct preview *all; // owned
    int width, height;   // of each, as the workbench wants them
    struct texture source;
    // What they show.
    struct scene_choice scene;
    double time;
    unsigned reloads, lists; // of programs, and of the folder
};

void previews_finish(struct previews *previews); // with a current context

// Draws the next ones where the workbench shows the sheet, outside a GPU frame; otherwise
// releases all. `may_compile`: nothing else waits for programs.
void previews_draw(struct previews *previews, struct lab *lab, const struct workbench *workbench,
                   bool may_compile);

// Returns whether more are to be drawn.
bool previews_are_due(const struct previews *previews);
