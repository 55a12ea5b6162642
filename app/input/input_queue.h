#pragma once

#include <stdbool.h>

// Events since the last frame, in their order. A frame may take long: what is pressed and let go
// within one waits here, so that nothing is lost and nothing happens in another order.

enum input_button { INPUT_LEFT, INPUT_RIGHT, INPUT_MIDDLE };
enum input_kind { INPUT_KEY, INPUT_CHARACTER, INPUT_BUTTON, INPUT_CURSOR, INPUT_WHEEL };

struct input_event {
    enum input_kind kind;
    int code;           // a key of window_keys.h, a Unicode character, or enum input_button
    unsigned modifiers; // of window_keys.h, as they are after the event
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

// Adds an event. Of cursor moves one after the other the last one is kept. When half of the queue
// waits, only what lets go of keys and buttons is still taken, so that none of them stays down for
// ever.
void input_queue_push(struct input_queue *queue, const struct input_event *event);

const struct input_event *input_queue_first(const struct input_queue *queue); // NULL: none waits
void input_queue_drop(struct input_queue *queue);                             // the first one
