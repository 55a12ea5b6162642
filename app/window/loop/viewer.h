#pragma once

#include "app/window/input/window.h"
#include "app/window/loop/hands.h"
#include "app/window/loop/wishes.h"
#include "app/window/stage/reload.h"
#include "app/window/state/drop.h"

// app/window/loop: all of the window together. This is the loop of frames, which draws the picture
// and the panel and carries out input.

struct viewer {
    struct window window;
    struct workbench workbench;
    struct stage stage;
    struct hands hands;
    struct reload reload;
    struct drop drop;
    const struct options *options;      // what it began with
    const struct command_line *command; // NULL: none can be copied
    double state_due;                   // when --verbose tells the state again
    int frames;                         // since then
    double longest_frame; // of those, seconds from its beginning until it was handed to the screen
};

// Runs until the window is closed. Returns the exit status.
int viewer_run(const struct options *options, const struct command_line *command);

// Draws one frame of this size without showing it: carries out the input and wishes since the last
// one, brings the stage to what is wanted, and draws the picture. Needs no window unless
// the full screen or the end is wished for.
void viewer_render(struct viewer *viewer, int width, int height);
