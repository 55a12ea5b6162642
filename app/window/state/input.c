#include "app/window/state/input.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

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

// Returns true for a key that edits text. A letter without Ctrl is a character.
static bool edits_text(const struct input_event *event)
{
    const int code = event->code;
    const bool is_letter = code > 0 && code < 128 && strchr("ACVXYZ", code);
    return (code >= WINDOW_KEY_ESCAPE && code <= WINDOW_KEY_END) ||
           (is_letter && (!event->down || (event->modifiers & WINDOW_CTRL)));
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

static void take_key(struct input_share *share, const struct input_event *event, bool typing)
{
    hold(&share->input, event->modifiers);
    if (!edits_text(event))
        return;
    bool *key = &share->input.keys[event->code];
    const bool was_held = *key;
    if (!event->down)
        *key = false;
    else if (typing && !event->repeated) // ignores keys held since before typing
        *key = true;
    share->full = *key != was_held;
}

static bool take(struct input_share *share, const struct input_event *event, bool typing)
{
    struct input_state *input = &share->input;
    const bool after_text = input->character_count > 0;
    switch (event->kind) {
    case INPUT_KEY:
        if (after_text && (event->modifiers & WINDOW_CTRL)) // would make shortcuts of the text
            return false;
        take_key(share, event, typing);
        return true;
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
