#pragma once

#include "app/window/input_queue.h"

// What hands do to a window, in a queue, and what the screen that it is on wants. GLFW tells of its
// keys, mouse and size.

struct window_input {
    struct input_queue queue;
    bool touched;  // something happened since the owner last cleared this
    float scale;   // how much larger the screen wants all drawn: 2 where pixels are small
    char *dropped; // owned; the last file that was dropped on the window; NULL: none
};

// Becomes the user pointer of `handle`, a GLFWwindow, and must stay where it is.
void window_input_listen(struct window_input *input, void *handle);
