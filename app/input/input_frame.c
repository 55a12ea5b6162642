#include "app/input/input_frame.h"

#include "app/input/window_keys.h"

#include <math.h>
#include <stddef.h>

static const struct {
    int key;
    enum widgets_key means;
    bool with_ctrl; // a letter, which without it is a character
} editing_keys[] = {
    { WINDOW_KEY_ENTER, WIDGETS_KEY_ENTER, false },
    { WINDOW_KEY_ESCAPE, WIDGETS_KEY_ESCAPE, false },
    { WINDOW_KEY_TAB, WIDGETS_KEY_ENTER, false }, // leaves the field, as everywhere
    { WINDOW_KEY_BACKSPACE, WIDGETS_KEY_BACKSPACE, false },
    { WINDOW_KEY_DELETE, WIDGETS_KEY_DELETE, false },
    { WINDOW_KEY_LEFT, WIDGETS_KEY_LEFT, false },
    { WINDOW_KEY_RIGHT, WIDGETS_KEY_RIGHT, false },
    { WINDOW_KEY_UP, WIDGETS_KEY_UP, false },
    { WINDOW_KEY_DOWN, WIDGETS_KEY_DOWN, false },
    { WINDOW_KEY_HOME, WIDGETS_KEY_HOME, false },
    { WINDOW_KEY_END, WIDGETS_KEY_END, false },
    { 'A', WIDGETS_KEY_A, true },
    { 'C', WIDGETS_KEY_C, true },
    { 'V', WIDGETS_KEY_V, true },
    { 'X', WIDGETS_KEY_X, true },
    { 'Y', WIDGETS_KEY_Y, true },
    { 'Z', WIDGETS_KEY_Z, true },
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

void input_frame_begin(struct input_frame *frame)
{
    frame->full = frame->moved = false;
    frame->input.wheel = 0;
    frame->input.character_count = 0;
}

static void hold(struct panel_input *input, unsigned modifiers)
{
    input->ctrl = modifiers & WINDOW_CTRL;
    input->shift = modifiers & WINDOW_SHIFT;
}

static bool take_button(struct input_frame *frame, const struct input_event *event)
{
    if (!event->down && frame->moved)
        return false;
    if (event->code == INPUT_LEFT)
        frame->input.left = event->down;
    if (event->code == INPUT_RIGHT)
        frame->input.right = event->down;
    hold(&frame->input, event->modifiers);
    return frame->full = true;
}

static bool take_key(struct input_frame *frame, const struct input_event *event, bool typing)
{
    const unsigned bit = editing_bit(event), held = frame->input.keys;
    hold(&frame->input, event->modifiers);
    const bool is_new = !event->repeated || (held & bit); // not what was pressed before typing
    if (event->down && typing && is_new)
        frame->input.keys |= bit;
    else if (!event->down)
        frame->input.keys &= ~bit;
    frame->full = frame->input.keys != held;
    return true;
}

static bool take_character(struct input_frame *frame, const struct input_event *event, bool typing)
{
    struct panel_input *input = &frame->input;
    if (!typing)
        return true;
    if (input->character_count == PANEL_INPUT_CHARACTERS)
        return false;
    input->characters[input->character_count++] = (unsigned) event->code;
    return true;
}

static bool take(struct input_frame *frame, const struct input_event *event, bool typing)
{
    const bool after_text = frame->input.character_count > 0;
    switch (event->kind) {
    case INPUT_KEY:
        if (after_text && (event->modifiers & WINDOW_CTRL)) // would make shortcuts of the text
            return false;
        return take_key(frame, event, typing);
    case INPUT_CHARACTER:
        return take_character(frame, event, typing);
    case INPUT_BUTTON:
        return !after_text && take_button(frame, event);
    case INPUT_CURSOR:
        frame->input.x = event->x;
        frame->input.y = event->y;
        return frame->moved = true;
    case INPUT_WHEEL:
        frame->input.wheel += event->y;
        return true;
    }
    return true;
}

bool input_frame_take(struct input_frame *frame, const struct input_event *event, bool typing)
{
    if (frame->full || !take(frame, event, typing))
        return false;
    frame->event_seconds = event->seconds;
    return true;
}

void input_frame_end(struct input_frame *frame, bool events_wait, double now)
{
    static const double least = 1e-4; // the panel's clock never stands
    const double until = events_wait ? frame->event_seconds : now;
    frame->input.seconds = (float) fmax(until - frame->seconds, least);
    frame->seconds = fmax(until, frame->seconds);
}
