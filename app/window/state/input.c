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

// ---- one batch of input

// Returns true for a key that edits text. A letter without Ctrl is a character.
static bool edits_text(const struct input_event *event)
{
    const int code = event->code;
    const bool is_letter = code > 0 && code < 128 && strchr("ACVXYZ", code);
    return (code >= WINDOW_KEY_ESCAPE && code <= WINDOW_KEY_END) ||
           (is_letter && (!event->down || (event->modifiers & WINDOW_CTRL)));
}

void input_batch_begin(struct input_batch *batch)
{
    batch->full = batch->moved = false;
    batch->input.wheel = 0;
    batch->input.character_count = 0;
}

static void hold(struct input_state *input, unsigned modifiers)
{
    input->ctrl = modifiers & WINDOW_CTRL;
    input->shift = modifiers & WINDOW_SHIFT;
}

static void take_key(struct input_batch *batch, const struct input_event *event, bool typing)
{
    hold(&batch->input, event->modifiers);
    if (!edits_text(event))
        return;
    bool *key = &batch->input.keys[event->code];
    const bool was_held = *key;
    if (!event->down)
        *key = false;
    else if (typing && !event->repeated) // ignores keys held since before typing
        *key = true;
    batch->full = *key != was_held;
}

static bool take(struct input_batch *batch, const struct input_event *event, bool typing)
{
    struct input_state *input = &batch->input;
    const bool after_text = input->character_count > 0;
    switch (event->kind) {
    case INPUT_KEY:
        if (after_text && (event->modifiers & WINDOW_CTRL)) // would make shortcuts of the text
            return false;
        take_key(batch, event, typing);
        return true;
    case INPUT_CHARACTER:
        if (typing && input->character_count == INPUT_CHARACTERS)
            return false;
        if (typing)
            input->characters[input->character_count++] = (unsigned) event->code;
        return true;
    case INPUT_BUTTON:
        if (after_text || (!event->down && batch->moved))
            return false;
        if (event->code == INPUT_LEFT)
            input->left = event->down;
        if (event->code == INPUT_RIGHT)
            input->right = event->down;
        hold(input, event->modifiers);
        return batch->full = true;
    case INPUT_CURSOR:
        input->x = event->x;
        input->y = event->y;
        return batch->moved = true;
    case INPUT_WHEEL:
        input->wheel += event->y;
        return true;
    }
    return true;
}

bool input_batch_take(struct input_batch *batch, const struct input_event *event, bool typing)
{
    if (batch->full || !take(batch, event, typing))
        return false;
    batch->event_seconds = event->seconds;
    return true;
}

void input_batch_end(struct input_batch *batch, bool events_wait, double now)
{
    static const double least = 1e-4; // the panel's clock must advance
    const double until = events_wait ? batch->event_seconds : now;
    batch->input.seconds = (float) fmax(until - batch->seconds, least);
    batch->seconds = fmax(until, batch->seconds);
}
