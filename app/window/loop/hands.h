#pragma once

#include "app/window/stage/stage.h"
#include "app/window/state/pointer.h"

// Carries out input: keys change the workbench, the mouse and typed text go to the panel, and each
// change becomes a state to undo.

struct hands {
    struct input_frame frame; // what of the queue is in this frame
    struct pointer pointer;   // the mouse over the picture
    bool dragging;            // a slider is held: its changes are one state of the history
    bool typed;               // Enter opened the field that is typed into
    int tab; // it was left with Tab: 1 the next one is to come, -1 the one before; else 0
    // Whether the mouse still holds what it pressed last, and whether that changed something.
    bool held, press_changed;
    struct error refused; // the last value that was typed wrong; "": another was taken since
};

// Takes all that waits in the queue. What has come since the last frame may be worth several frames
// of the panel: it follows them all but the last, which is to be drawn. The stage follows, too.
// Outside a GPU frame.
void hands_obey(struct hands *hands, struct input_queue *queue, struct workbench *workbench,
                struct stage *stage);

// Draws the panel with the last of them, and makes what it changes a state to undo; the stage
// follows.
void hands_draw(struct hands *hands, struct workbench *workbench, struct stage *stage);

// The same without drawing.
void hands_follow(struct hands *hands, struct workbench *workbench, struct stage *stage);
