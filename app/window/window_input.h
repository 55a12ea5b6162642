#pragma once

// Puts what GLFW tells about a window's keys, mouse and size into its queue. `handle` is a
// GLFWwindow whose user pointer is the struct window.
void window_input_listen(void *handle);
