#pragma once

#include "app/input/input_queue.h"
#include "app/panel/widgets/panel_widgets.h"

// One frame's share of the queue. The panel looks at its keys and buttons once a frame, so a frame
// takes at most one change of a button or of a key that edits text, and nothing after it: what
// follows may be meant for what it opens or closes. What is dragged follows the cursor only while
// the button is down, so letting go waits for the frame after a move.

struct input_frame {
    struct panel_input input; // as the panel wants it
    bool full;                // takes no more
    bool moved;               // the cursor, in this frame
    double event_seconds;     // when what was taken last happened
    double seconds;           // when the panel's last frame was
};

// Begins the next frame. What is held stays held.
void input_frame_begin(struct input_frame *frame);

// Takes the event. Returns false where it must wait for the next frame. `typing`: keys go to a text
// field of the panel, else to the caller.
bool input_frame_take(struct input_frame *frame, const struct input_event *event, bool typing);

// Ends the frame. Sets the time since the one before: until `now`, or, where events wait for the
// next frame, until the last that was taken, so that a double click is one at any speed.
void input_frame_end(struct input_frame *frame, bool events_wait, double now);
