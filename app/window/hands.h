#pragma once

#include "app/window/input_frame.h"
#include "app/window/overlay.h"

// What hands do: keys change the workbench, the mouse and typed text are the panel's, and each
// change becomes a state to undo.

struct hands {
    struct input_frame frame; // what of the queue is in this frame
    bool dragging;            // a slider is held: its changes are one state of the history
    // Of what the mouse pressed last: whether it is still held, and whether that changed something.
    bool held, press_changed;
};

// Takes all that waits in the queue. What has come since the last frame may be the share of many of
// the panel's: it follows them all but the last, which is to be drawn. The stage follows.
void hands_obey(struct hands *hands, struct input_queue *queue, struct workbench *workbench,
                struct stage *stage, const struct overlay *overlay);
