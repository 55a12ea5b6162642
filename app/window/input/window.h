#pragma once

#include "app/window/state/input.h"
#include "render/text/error.h"

// app/window/input: a window with a GL 4.3 core context, and its input events in order.

// Input that GLFW has reported: keys and mouse in a queue, and the scale that the window's screen
// requests.
struct window_input {
    struct input_queue queue;
    bool has_events; // an event has occurred since the owner cleared this
    float scale;     // requested by the screen: 2 if everything is to be drawn twice as large
    struct window_drop {
        int count;
        char **paths; // owned, as are its strings
    } dropped;        // files dropped on the window by the last drop
};

void window_drop_finish(struct window_drop *drop);

struct window {
    void *handle;              // GLFWwindow
    struct window_input input; // the owner takes events from it
    bool full_screen;
    int x, y, width, height; // position and size before full screen
};

struct window_desc {
    int width, height; // of the framebuffer, pixels, as far as the screen allows
    bool vsync, debug; // debug: a debug context
    // Called when the connection to the display server is lost. Prints an error and ends the
    // program; does not return.
    void (*on_display_lost)(void *data);
    void *data;
};

// Makes the context current. `window` must not move in memory. Fails without a display or without
// GL 4.3; the error tells the user what to do.
bool window_init(struct window *window, const struct window_desc *desc, struct error *error);
void window_finish(struct window *window); // a zeroed window may be finished

// Returns the size of the framebuffer in pixels; 0x0 while minimised.
void window_size(const struct window *window, int *width, int *height);
void window_set_size(struct window *window, int width, int height);
void window_set_title(struct window *window, const char *title);

// Returns the size in pixels that a window may fill of the screen; 0x0 if it is not known.
void window_room(const struct window *window, int room[2]);

bool window_is_visible(const struct window *window); // neither minimised nor unmapped

const char *window_clipboard(void *window); // text, valid until the next call; NULL: none
void window_set_clipboard(void *window, const char *text);

bool window_is_closing(const struct window *window);
void window_close(struct window *window);              // requests it
bool window_toggle_full_screen(struct window *window); // false if no screen can be filled

void window_swap(struct window *window);

// Handles pending events; with `seconds` > 0 waits up to that long for one.
void window_handle_events(struct window *window, double seconds);
