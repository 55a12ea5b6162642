#pragma once

#include "app/window/state/input.h"
#include "render/text/error.h"

// app/window/input: a window with a GL 4.3 core context, and its input, in the order of events.

// What GLFW has reported: keys and mouse in a queue, and what the screen that it is on wants.
struct window_input {
    struct input_queue queue;
    bool touched; // something happened since the owner last cleared this
    float scale;  // how much larger the screen wants all drawn: 2 where pixels are small
    struct window_drop {
        int count;
        char **paths; // owned, and so are they
    } dropped;        // files on the window, by the last drop
};

void window_drop_finish(struct window_drop *drop);

struct window {
    void *handle;              // GLFWwindow
    struct window_input input; // for the owner to take
    bool full_screen;
    int x, y, width, height; // where it was before it filled the screen
};

struct window_desc {
    int width, height; // pixels of the framebuffer, as far as the screen allows
    bool vsync, debug; // debug: a context that checks
    // Called when the screen's server is gone: says so and ends the program, does not return.
    void (*on_display_lost)(void *data);
    void *data;
};

// Makes the context current. `window` must stay where it is. Fails without a display or without GL
// 4.3; says what to do.
bool window_init(struct window *window, const struct window_desc *desc, struct error *error);
void window_finish(struct window *window); // a zeroed window may be finished

// Gives the size in pixels; 0x0 while minimised.
void window_size(const struct window *window, int *width, int *height);
void window_set_size(struct window *window, int width, int height);

// Gives the pixels that a window may fill of the screen; 0x0 where that is not known.
void window_room(const struct window *window, int room[2]);

bool window_is_seen(const struct window *window); // not minimised, not unmapped

const char *window_clipboard(void *window); // text, valid until the next call; NULL: none
void window_set_clipboard(void *window, const char *text);

bool window_is_closing(const struct window *window);
void window_close(struct window *window);              // asks for it
bool window_toggle_full_screen(struct window *window); // false where no screen can be filled

void window_swap(struct window *window);

// Handles what has happened; with `seconds` > 0 waits that long for something to happen.
void window_handle_events(struct window *window, double seconds);
