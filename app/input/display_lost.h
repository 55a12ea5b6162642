#pragma once

// A screen's server may go away while a window is open: it ends, or the line to a far one breaks.
// Xlib then ends the program by itself, with status 1 and several lines, and GLFW cannot tell. This
// makes Xlib call `function` instead, which must not return. Does nothing where the window is not
// of Xlib.
void display_lost_call(void (*function)(void *data), void *data);
