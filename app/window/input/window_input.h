#pragma once

#include "app/window/state/input.h"

// The input of a window, in a queue, and what the screen that it is on wants: GLFW reports keys,
// mouse and size.

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

// Becomes the user pointer of `handle`, a GLFWwindow, and must stay where it is.
void window_input_listen(struct window_input *input, void *handle);
