#pragma once

#include <stdbool.h>

// Window input as the rest of the program sees it: keys, a queue of events, and batches of input.
// Independent of the window's library. The types are also used by C++.

// ---- keys

// Printable keys have the value of their ASCII character, letters in upper case; the others have
// that of GLFW.
enum window_key {
    WINDOW_KEY_ESCAPE = 256,
    WINDOW_KEY_ENTER,
    WINDOW_KEY_TAB,
    WINDOW_KEY_BACKSPACE,
    WINDOW_KEY_INSERT,
    WINDOW_KEY_DELETE,
    WINDOW_KEY_RIGHT,
    WINDOW_KEY_LEFT,
    WINDOW_KEY_DOWN,
    WINDOW_KEY_UP,
    WINDOW_KEY_PAGE_UP,
    WINDOW_KEY_PAGE_DOWN,
    WINDOW_KEY_HOME,
    WINDOW_KEY_END,
    WINDOW_KEY_F5 = 294,
    WINDOW_KEY_F11 = 300,
    WINDOW_KEY_F12,
    WINDOW_KEYS,
};

// Modifiers, and the buttons of the mouse, have the values of GLFW, too.
enum window_modifier { WINDOW_SHIFT = 1, WINDOW_CTRL = 2, WINDOW_ALT = 4 };

// Clipboard for copied text. Without functions, copied text stays within the program.
struct input_clipboard {
    const char *(*get)(void *data);
    void (*set)(void *data, const char *text);
    void *data;
};

// ---- events since the last frame, in their order

// A frame may take long, so presses and releases during a frame wait in the queue: none is lost,
// and their order stays.

enum input_button { INPUT_LEFT, INPUT_RIGHT, INPUT_MIDDLE };
enum input_kind { INPUT_KEY, INPUT_CHARACTER, INPUT_BUTTON, INPUT_CURSOR, INPUT_WHEEL };

struct input_event {
    enum input_kind kind;
    int code;           // enum window_key, a Unicode character, or enum input_button
    unsigned modifiers; // enum window_modifier, as they are after the event
    bool down;          // a key or a button is pressed
    bool repeated;      // key repeat
    float x, y;         // cursor: pixels from the top left; wheel: turns
    double seconds;     // clock_seconds
};

// Half of the queue holds 170 typed letters, three events each: a frame may take seconds while a
// shader is edited.
enum { INPUT_QUEUE_SIZE = 1024 };

struct input_queue {
    struct input_event items[INPUT_QUEUE_SIZE];
    int start, count;
};

// Adds an event. Successive cursor moves are merged into the last. When half of the queue is full,
// it takes only releases of keys and buttons, so that none of these appears to be held for ever.
void input_queue_push(struct input_queue *queue, const struct input_event *event);

const struct input_event *input_queue_first(const struct input_queue *queue); // NULL: none waits
void input_queue_drop(struct input_queue *queue);                             // the first one

// ---- batches of input

enum { INPUT_CHARACTERS = 32 };

// Input for which the panel is built once, from a window or from a test.
struct input_state {
    int width, height;                     // of the framebuffer, pixels
    float scale;                           // enlargement that the screen requests; 0: not known
    float x, y;                            // mouse, pixels from the top left
    bool left, right;                      // buttons held
    float seconds;                         // since the last batch; > 0
    float wheel;                           // turns
    bool ctrl, shift;                      // held
    bool keys[WINDOW_KEYS];                // held, of those that edit text
    unsigned characters[INPUT_CHARACTERS]; // typed Unicode characters
    int character_count;
};

// A batch of input: events that the panel can process at once. The panel reads keys and buttons
// once each time it is built, so a batch takes at most one change of a button or of an edit key,
// and no event after it: later events may be meant for a widget that this one opens or closes. A
// drag only follows the cursor while the button is down, so after a move the release waits for the
// next batch. One frame of the window processes as many batches as it needs to empty the queue.
struct input_batch {
    struct input_state input; // as passed to the panel
    bool full;                // takes no more events
    bool moved;               // the cursor moved in this batch
    double event_seconds;     // time of the last event that was taken, clock_seconds
    double seconds;           // time at which the last batch ended, clock_seconds
};

// Begins the next batch. Held keys and buttons stay held.
void input_batch_begin(struct input_batch *batch);

// Takes the event. Returns false if it must wait for the next batch. `typing`: a text field of the
// panel receives the keys, otherwise the caller does.
bool input_batch_take(struct input_batch *batch, const struct input_event *event, bool typing);

// Ends the batch. Sets the time since the last batch: until `now`, or, if events wait for the next
// batch, until the last event that was taken, so that double clicks are detected at any frame rate.
void input_batch_end(struct input_batch *batch, bool events_wait, double now);
