#pragma once

// A screen's server may go away while a window is open: it is ended, or a far one's line breaks.
// Xlib then ends the program by itself, with 1 and several lines; GLFW has no word for it. Calls
// `function` instead, which must not return. Does nothing where the window is not of Xlib.
void display_lost_call(void (*function)(void *data), void *data);
