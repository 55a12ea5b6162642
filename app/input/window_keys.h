#pragma once

// Keys as the window tells them.

// Printable keys are their ASCII character, letters in upper case.
enum window_key {
    WINDOW_KEY_ESCAPE = 256,
    WINDOW_KEY_TAB,
    WINDOW_KEY_ENTER,
    WINDOW_KEY_BACKSPACE,
    WINDOW_KEY_DELETE,
    WINDOW_KEY_INSERT,
    WINDOW_KEY_HOME,
    WINDOW_KEY_END,
    WINDOW_KEY_UP,
    WINDOW_KEY_DOWN,
    WINDOW_KEY_LEFT,
    WINDOW_KEY_RIGHT,
    WINDOW_KEY_PRINT_SCREEN,
    WINDOW_KEY_F5,
    WINDOW_KEY_F11,
    WINDOW_KEY_F12,
};

enum window_modifier { WINDOW_SHIFT = 1, WINDOW_CTRL = 2, WINDOW_ALT = 4 };
