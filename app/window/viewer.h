#pragma once

#include "app/edit/history.h"
#include "app/lab.h"
#include "app/measure/pass_stats.h"
#include "app/panel/panel.h"
#include "app/picture/step_view.h"
#include "app/window/input_frame.h"
#include "app/window/message.h"
#include "app/window/window.h"

// The window: draws, shows the panel, obeys keys.

struct viewer {
    struct window window;
    struct input_frame input; // what of the window's input is in this frame
    struct lab lab;
    struct pass_stats stats;

    // What is wanted. Each frame it is given to the lab where it is another than what runs; what
    // the lab refuses is taken back.
    struct chain chain;
    struct scene_choice scene;
    struct chain first; // the one of the command line
    struct history history;
    bool dragging; // a slider is held: its changes are one state of the history
    // Of what the mouse pressed last: whether it is still held, and whether that changed something.
    bool held, press_changed;

    int step, param; // selected; `param` counts the lines of edit.h
    int preset;      // -1: none
    bool viewing_step;
    struct step_view step_view;
    double time;
    bool paused, redraw_always;
    bool has_shader_dir; // else the shaders are those in the program
    bool panel_shown, help_shown;

    struct message message;
    char drawn_message[MESSAGE_SIZE]; // the one that the last frame showed
    double objects_due;               // when --verbose counts OpenGL's objects again
    double frame_seconds; // of the clock on the wall, smoothed, while frame follows frame
    struct layout_rect free;
    struct chain preset_chain; // what the preset began as
    int preset_read;           // of which preset that is; -1: none
};

// Runs until the window is closed. Gives the exit status.
int viewer_run(const struct options *options);

// A word about what was done, for a few seconds.
void viewer_say(struct viewer *viewer, const char *format, ...) PRINTF_LIKE(2, 3);

// An error: shown a little longer, and on stderr.
void viewer_complain(struct viewer *viewer, const struct error *error);

// Does what hands have done since the last frame, and brings the lab to what is wanted; for a frame
// of this size, which is not drawn yet.
void viewer_obey(struct viewer *viewer, int width, int height);

// Reads the shaders of --shader-dir again. Where one does not compile, its old code stays.
void viewer_reload(struct viewer *viewer);

// Writes what is seen to the first free name of halation_0001.png and so on.
void viewer_write_picture(struct viewer *viewer);
