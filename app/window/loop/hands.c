#include "app/window/loop/hands.h"

#include "app/lab/text/clock.h"
#include "app/window/controls/controls.h"
#include "app/window/state/input.h"
#include "app/window/view/panel.h"
#include "app/window/view/widgets.h"

// Each press is a state of its own to undo, however many arrive in one frame.
static void press(struct hands *hands, struct workbench *workbench, const struct input_event *event)
{
    if (event->code == WINDOW_KEY_ESCAPE && pointer_give_up(&hands->pointer, workbench))
        return;
    controls_press(workbench, event->code, event->modifiers, event->repeated);
    workbench_remember(workbench, event->repeated);
}

static bool is_of_mouse(const struct input_event *event)
{
    return event->kind == INPUT_CURSOR || event->kind == INPUT_BUTTON || event->kind == INPUT_WHEEL;
}

// What the mouse does beside the sheets it does to the picture.
static void point(struct hands *hands, const struct input_event *event, struct workbench *workbench)
{
    const bool is_move = event->kind == INPUT_CURSOR;
    const float x = is_move ? event->x : hands->pointer.x;
    const float y = is_move ? event->y : hands->pointer.y;
    if (is_of_mouse(event))
        pointer_take(&hands->pointer, event, widgets_cover(x, y), workbench);
}

// The first key or click goes on from the first help, and does what it always does.
static void go_on(struct workbench *workbench, const struct input_event *event)
{
    if (!workbench->welcome || !event->down)
        return;
    workbench->welcome = false;
    workbench_wish(workbench, WORKBENCH_WELCOMED);
}

static void note_tab(struct hands *hands, const struct input_event *event)
{
    if (event->kind == INPUT_KEY && event->down && event->code == WINDOW_KEY_TAB)
        hands->tab = event->modifiers & WINDOW_SHIFT ? -1 : 1;
}

// Opens the next field once the panel has taken what was typed into the one before.
static void follow_typing(struct hands *hands, struct workbench *workbench)
{
    if (hands->tab != 0)
        controls_type_next(workbench, hands->tab);
    hands->typed = workbench->types || (hands->typed && widgets_want_keys());
    hands->tab = 0;
}

// Takes one frame's share of the queue: keys act at once, the rest is the panel's. What follows a
// key that opens a field or a sheet may be meant for it, so it waits until that is open. Returns
// whether more waits.
static bool take_share(struct hands *hands, struct input_queue *queue, struct workbench *workbench)
{
    const struct input_event *first;
    const bool typing = widgets_want_keys();
    const enum workbench_sheet sheet = workbench->sheet;
    input_frame_begin(&hands->frame);
    while (!workbench->types && (first = input_queue_first(queue)) &&
           input_frame_take(&hands->frame, first, typing)) {
        const struct input_event event = *first;
        input_queue_drop(queue);
        go_on(workbench, &event);
        if (typing && hands->typed)
            note_tab(hands, &event);
        if (event.kind == INPUT_KEY && event.down && !typing)
            press(hands, workbench, &event);
        hands->typed = hands->typed || workbench->types;
        if (event.kind == INPUT_KEY && !event.down)
            controls_let_go(workbench, event.code);
        point(hands, &event, workbench);
        if (workbench->sheet != sheet)
            break;
    }
    first = input_queue_first(queue);
    input_frame_end(&hands->frame, first, clock_seconds());
    return first;
}

// A drag is one state, and so is a double click, whose first half moves the slider that the second
// half sets back.
static bool is_same_drag(const struct hands *hands, bool held)
{
    return (held && hands->dragging) || (widgets_are_double_clicked() && hands->press_changed);
}

static void follow_press(struct hands *hands, bool held, bool changed)
{
    const bool begins = held && !hands->held;
    hands->press_changed = (hands->press_changed && !begins) || (held && changed);
    hands->dragging = held && (hands->dragging || changed);
    hands->held = held;
}

// Says in the window, and nowhere else, why a typed value is wrong, until it is right.
static void follow_words(struct hands *hands, struct workbench *workbench)
{
    struct error error;
    if (panel_refused(&error)) {
        hands->refused = error;
        message_complain(&workbench->message, clock_seconds(), error.text);
    } else if (hands->refused.text[0] && workbench_has_changed(workbench)) {
        message_withdraw(&workbench->message, hands->refused.text);
        hands->refused.text[0] = '\0';
    }
}

// Makes what the panel changed a state to undo. The stage may refuse it, so it follows before.
static void follow_panel(struct hands *hands, struct workbench *workbench, struct stage *stage)
{
    const bool held = widgets_are_held() || hands->pointer.drag >= POINTER_DRAWS;
    controls_click(workbench, hands->frame.input.shift);
    follow_words(hands, workbench);
    stage_follow(stage, workbench);
    const bool changed = workbench_has_changed(workbench);
    workbench_remember(workbench, is_same_drag(hands, held));
    follow_press(hands, held, changed);
    follow_typing(hands, workbench);
}

void hands_draw(struct hands *hands, struct workbench *workbench, struct stage *stage)
{
    panel_draw(stage, workbench, &hands->frame.input);
    follow_panel(hands, workbench, stage);
}

void hands_follow(struct hands *hands, struct workbench *workbench, struct stage *stage)
{
    panel_follow(stage, workbench, &hands->frame.input);
    follow_panel(hands, workbench, stage);
}

void hands_obey(struct hands *hands, struct input_queue *queue, struct workbench *workbench,
                struct stage *stage)
{
    while (take_share(hands, queue, workbench)) {
        stage_follow(stage, workbench);
        hands_follow(hands, workbench, stage);
    }
    stage_follow(stage, workbench);
}
