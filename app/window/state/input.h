#pragma once

#include <stdbool.h>

// The input of the window as the rest of the program sees it: keys, events in a queue, and one
// frame's share of them. Without the window's library; C++ reads the types, too.

// ---- keys as the window tells them

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

// The clipboard that text is copied to and taken from; without functions it stays within the
// program.
struct input_clipboard {
    const char *(*get)(void *data);
    void (*set)(void *data, const char *text);
    void *data;
};

// ---- events since the last frame, in their order

// A frame may take long: what is pressed and let go within one waits in the queue, so that nothing
// is lost and nothing happens in another order.

enum input_button { INPUT_LEFT, INPUT_RIGHT, INPUT_MIDDLE };
enum input_kind { INPUT_KEY, INPUT_CHARACTER, INPUT_BUTTON, INPUT_CURSOR, INPUT_WHEEL };

struct input_event {
    enum input_kind kind;
    int code;           // enum window_key, a Unicode character, or enum input_button
    unsigned modifiers; // enum window_modifier, as they are after the event
    bool down;          // a key or a button
    bool repeated;      // a key that is held down
    float x, y;         // cursor: pixels from the top left. Wheel: its turns
    double seconds;     // of clock_seconds
};

enum { INPUT_QUEUE_SIZE = 256 };

struct input_queue {
    struct input_event items[INPUT_QUEUE_SIZE];
    int start, count;
};

// Adds an event. Successive cursor moves are kept as one, the last. When half of the queue waits,
// only releases of keys and buttons are still taken, so that none of them stays down for ever.
void input_queue_push(struct input_queue *queue, const struct input_event *event);

const struct input_event *input_queue_first(const struct input_queue *queue); // NULL: none waits
void input_queue_drop(struct input_queue *queue);                             // the first one

// ---- one frame's share of the queue

// Keys that edit text.
enum input_edit_key {
    INPUT_EDIT_ENTER,
    INPUT_EDIT_ESCAPE,
    INPUT_EDIT_BACKSPACE,
    INPUT_EDIT_DELETE,
    INPUT_EDIT_LEFT,
    INPUT_EDIT_RIGHT,
    INPUT_EDIT_UP,
    INPUT_EDIT_DOWN,
    INPUT_EDIT_HOME,
    INPUT_EDIT_END,
    INPUT_EDIT_A,
    INPUT_EDIT_C,
    INPUT_EDIT_V,
    INPUT_EDIT_X,
    INPUT_EDIT_Y,
    INPUT_EDIT_Z,
    INPUT_EDIT_KEYS,
};

enum { INPUT_CHARACTERS = 32 };

// What is held and typed in one frame, from a window or from a test.
struct input_state {
    int width, height; // of the framebuffer
    float scale;       // how much larger the screen wants all drawn; 0: not known
    float x, y;        // of the mouse, from the top left
    bool left, right;  // buttons held
    float seconds;     // since the last frame; more than 0
    float wheel;       // its turns
    bool ctrl, shift;  // held
    unsigned keys;     // held: a bit 1 << input_edit_key for each
    unsigned characters[INPUT_CHARACTERS]; // typed, in Unicode
    int character_count;
};

// The panel looks at its keys and buttons once a frame, so a frame takes at most one change of a
// button or of a key that edits text, and nothing after it: what follows may be meant for what it
// opens or closes. What is dragged follows the cursor only while the button is down, so letting go
// waits for the frame after a move.
struct input_frame {
    struct input_state input; // as the panel wants it
    bool full;                // takes no more
    bool moved;               // the cursor, in this frame
    double event_seconds;     // when what was taken last happened
    double seconds;           // when the panel's last frame was
};

// Begins the next frame. What is held stays held.
void input_frame_begin(struct input_frame *frame);

// Takes the event. Returns false where it must wait for the next frame. `typing`: keys go to a text
// field of the panel, else to the caller.
bool input_frame_take(struct input_frame *frame, const struct input_event *event, bool typing);

// Ends the frame. Sets the time since the one before: until `now`, or, where events wait for the
// next frame, until the last that was taken, so that a double click is one at any speed.
void input_frame_end(struct input_frame *frame, bool events_wait, double now);
