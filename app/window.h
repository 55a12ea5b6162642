#pragma once

#include "render/error.h"

// A window with a GL 4.3 core context, and its keys.

// Printable keys are their ASCII character, letters in upper case.
enum window_key {
    WINDOW_KEY_ESCAPE = 256,
    WINDOW_KEY_TAB,
    WINDOW_KEY_UP,
    WINDOW_KEY_DOWN,
    WINDOW_KEY_LEFT,
    WINDOW_KEY_RIGHT,
    WINDOW_KEY_PRINT_SCREEN,
    WINDOW_KEY_F5,
    WINDOW_KEY_F11,
    WINDOW_KEY_F12,
};

enum window_modifier { WINDOW_SHIFT = 1, WINDOW_CTRL = 2 };

struct window {
    void *handle; // GLFWwindow
    // Called while events are handled. `modifiers` is a set of window_modifier; `repeated`: the key
    // is held down.
    void (*on_key)(void *data, int key, unsigned modifiers, bool repeated);
    void *data;
    bool touched; // something happened since the owner last cleared this
    bool full_screen;
    int x, y, width, height; // where it was before it filled the screen
};

struct window_desc {
    int width, height; // pixels of the framebuffer, as far as the screen allows
    bool vsync, debug; // debug: a context that checks
    void (*on_key)(void *data, int key, unsigned modifiers, bool repeated);
    void *data;
};

// Makes the context current. `window` must stay where it is. Fails without a display or without GL
// 4.3; says what to do.
bool window_init(struct window *window, const struct window_desc *desc, struct error *error);
void window_finish(struct window *window); // a zeroed window may be finished

// In pixels; 0x0 while minimised.
void window_size(const struct window *window, int *width, int *height);
void window_set_size(struct window *window, int width, int height);
float window_scale(const struct window *window); // of text: 2 on a screen with small pixels

bool window_is_closing(const struct window *window);
void window_close(struct window *window); // asks for it
void window_toggle_full_screen(struct window *window);

void window_swap(struct window *window);

// Handles what has happened; with `seconds` > 0 waits that long for something to happen.
void window_handle_events(struct window *window, double seconds);
