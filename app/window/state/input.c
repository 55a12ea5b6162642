#include "app/window/state/input.h"

#include <math.h>
#include <stddef.h>

// ---- the queue

static int place_of(const struct input_queue *queue, int i)
{
    return (queue->start + i) % INPUT_QUEUE_SIZE;
}

void input_queue_push(struct input_queue *queue, const struct input_event *event)
{
    const bool is_release =
        (event->kind == INPUT_KEY || event->kind == INPUT_BUTTON) && !event->down;
    const int room = is_release ? INPUT_QUEUE_SIZE : INPUT_QUEUE_SIZE / 2;
    struct input_event *last = &queue->items[place_of(queue, queue->count + INPUT_QUEUE_SIZE - 1)];
    if (queue->count > 0 && event->kind == INPUT_CURSOR && last->kind == INPUT_CURSOR)
        *last = *event;
    else if (queue->count < room)
        queue->items[place_of(queue, queue->count++)] = *event;
}

const struct input_event *input_queue_first(const struct input_queue *queue)
{
    return queue->count > 0 ? &queue->items[queue->start] : NULL;
}

void input_queue_drop(struct input_queue *queue)
{
    queue->start = place_of(queue, 1);
    queue->count--;
}

// ---- one share of input

static const struct {
    int key;
    enum input_edit_key means;
    bool with_ctrl; // a letter, which without it is a character
} editing_keys[] = {
    { WINDOW_KEY_ENTER, INPUT_EDIT_ENTER, false },
    { WINDOW_KEY_ESCAPE, INPUT_EDIT_ESCAPE, false },
    { WINDOW_KEY_TAB, INPUT_EDIT_TAB, false },
    { WINDOW_KEY_BACKSPACE, INPUT_EDIT_BACKSPACE, false },
    { WINDOW_KEY_DELETE, INPUT_EDIT_DELETE, false },
    { WINDOW_KEY_LEFT, INPUT_EDIT_LEFT, false },
    { WINDOW_KEY_RIGHT, INPUT_EDIT_RIGHT, false },
    { WINDOW_KEY_UP, INPUT_EDIT_UP, false },
    { WINDOW_KEY_DOWN, INPUT_EDIT_DOWN, false },
    { WINDOW_KEY_HOME, INPUT_EDIT_HOME, false },
    { WINDOW_KEY_PAGE_UP, INPUT_EDIT_PAGE_UP, false },
    { WINDOW_KEY_PAGE_DOWN, INPUT_EDIT_PAGE_DOWN, false },
    { WINDOW_KEY_END, INPUT_EDIT_END, false },
    { 'A', INPUT_EDIT_A, true },
    { 'C', INPUT_EDIT_C, true },
    { 'V', INPUT_EDIT_V, true },
    { 'X', INPUT_EDIT_X, true },
    { 'Y', INPUT_EDIT_Y, true },
    { 'Z', INPUT_EDIT_Z, true },
};

// Returns the bit of a key that edits text, 0 for others.
static unsigned editing_bit(const struct input_event *event)
{
    for (size_t i = 0; i < sizeof(editing_keys) / sizeof(editing_keys[0]); i++)
        if (editing_keys[i].key == event->code &&
            (!event->down || !editing_keys[i].with_ctrl || (event->modifiers & WINDOW_CTRL)))
            return 1u << editing_keys[i].means;
    return 0;
}

void input_share_begin(struct input_share *share)
{
    share->full = share->moved = false;
    share->input.wheel = 0;
    share->input.character_count = 0;
}

static void hold(struct input_state *input, unsigned modifiers)
{
    input->ctrl = modifiers & WINDOW_CTRL;
    input->shift = modifiers & WINDOW_SHIFT;
}

static bool take_key(struct input_share *share, const struct input_event *event, bool typing)
{
    const unsigned bit = editing_bit(event), held = share->input.keys;
    hold(&share->input, event->modifiers);
    const bool is_new = !event->repeated || (held & bit); // ignores keys held since before typing
    if (event->down && typing && is_new)
        share->input.keys |= bit;
    else if (!event->down)
        share->input.keys &= ~bit;
    share->full = share->input.keys != held;
    return true;
}

static bool take(struct input_share *share, const struct input_event *event, bool typing)
{
    struct input_state *input = &share->input;
    const bool after_text = input->character_count > 0;
    switch (event->kind) {
    case INPUT_KEY:
        if (after_text && (event->modifiers & WINDOW_CTRL)) // would make shortcuts of the text
            return false;
        return take_key(share, event, typing);
    case INPUT_CHARACTER:
        if (typing && input->character_count == INPUT_CHARACTERS)
            return false;
        if (typing)
            input->characters[input->character_count++] = (unsigned) event->code;
        return true;
    case INPUT_BUTTON:
        if (after_text || (!event->down && share->moved))
            return false;
        if (event->code == INPUT_LEFT)
            input->left = event->down;
        if (event->code == INPUT_RIGHT)
            input->right = event->down;
        hold(input, event->modifiers);
        return share->full = true;
    case INPUT_CURSOR:
        input->x = event->x;
        input->y = event->y;
        return share->moved = true;
    case INPUT_WHEEL:
        input->wheel += event->y;
        return true;
    }
    return true;
}

bool input_share_take(struct input_share *share, const struct input_event *event, bool typing)
{
    if (share->full || !take(share, event, typing))
        return false;
    share->event_seconds = event->seconds;
    return true;
}

void input_share_end(struct input_share *share, bool events_wait, double now)
{
    static const double least = 1e-4; // the panel's clock must advance
    const double until = events_wait ? share->event_seconds : now;
    share->input.seconds = (float) fmax(until - share->seconds, least);
    share->seconds = fmax(until, share->seconds);
}
