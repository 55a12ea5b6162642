#include "app/window/controls/controls.h"
#include "app/window/loop/viewer.h"
#include "app/window/view/panel.h"
#include "render/text/clock.h"

#include <ctype.h>

// Each press is a state of its own to undo, however many arrive in one frame.
static void press(struct viewer *viewer, const struct input_event *event)
{
    struct ui_state *ui = &viewer->ui;
    if (event->code == WINDOW_KEY_ESCAPE && pointer_give_up(&viewer->input.pointer, ui))
        return;
    controls_press(ui, event->code, event->modifiers, event->repeated);
    ui_remember(ui, event->repeated);
}

// A key that opens a panel may be a letter, which its field is not meant to get.
static void drop_letter(struct input_queue *queue, int key)
{
    const struct input_event *next = input_queue_first(queue);
    if (next && next->kind == INPUT_CHARACTER && next->code < 128 && toupper(next->code) == key)
        input_queue_drop(queue);
}

// Returns true for the keys that act while the text of a shader is typed: Ctrl+S, Ctrl+U, F12 and
// others of their row.
static bool acts_on_editor(const struct ui_state *ui, const struct input_event *event)
{
    const bool is_named = event->code >= WINDOW_KEY_F5 && event->code <= WINDOW_KEY_F12;
    const bool is_letter = event->code == 'S' || event->code == 'U';
    return ui->dialog == DIALOG_SOURCE &&
           (is_named || (is_letter && event->modifiers & WINDOW_CTRL));
}

// Takes the next share of input from the queue: keys act at once, the panel gets the rest. Events
// after a key that opens a field or a dialog may be meant for that, so they wait until it is open.
// Beside the panels the mouse acts on the picture. Returns true if events are left in the queue.
static bool take_share(struct viewer *viewer)
{
    struct viewer_input *input = &viewer->input;
    struct ui_state *ui = &viewer->ui;
    struct input_queue *queue = &viewer->window.input.queue;
    const struct input_event *first;
    const bool typing = panel_has_keys();
    const enum ui_dialog dialog = ui->dialog;
    input_share_begin(&input->share);
    while (!ui->types && (first = input_queue_first(queue)) &&
           input_share_take(&input->share, first, typing)) {
        const struct input_event event = *first;
        input_queue_drop(queue);
        const bool is_key = event.kind == INPUT_KEY, is_move = event.kind == INPUT_CURSOR;
        if (ui->welcome && event.down) {
            ui->welcome = false;
            ui_request(ui, UI_WELCOMED);
            if (is_key) { // it does nothing else
                drop_letter(queue, event.code);
                continue;
            }
        }
        if (typing && input->typed && is_key && event.down && event.code == WINDOW_KEY_TAB)
            input->tab = event.modifiers & WINDOW_SHIFT ? -1 : 1;
        if (is_key && event.down && (!typing || acts_on_editor(ui, &event)))
            press(viewer, &event);
        input->typed = input->typed || (ui->types && ui->dialog != DIALOG_SOURCE);
        if (is_key && !event.down)
            controls_let_go(ui, event.code);
        const float x = is_move ? event.x : input->pointer.x;
        const float y = is_move ? event.y : input->pointer.y;
        if (is_move || event.kind == INPUT_BUTTON || event.kind == INPUT_WHEEL)
            pointer_take(&input->pointer, &event, panel_covers(x, y), ui);
        if (ui->dialog != dialog) {
            drop_letter(queue, event.code);
            break;
        }
    }
    first = input_queue_first(queue);
    input_share_end(&input->share, first, clock_seconds());
    return first;
}

// Says in the window, and nowhere else, why a typed value is wrong, until it is right.
static void update_words(struct viewer_input *input, struct ui_state *ui)
{
    struct error error;
    if (panel_refused(&error)) {
        input->refused = error;
        message_show_error(&ui->message, error.text);
    } else if (input->refused.text[0] && ui_has_changed(ui)) {
        message_hide_error(&ui->message, input->refused.text);
        input->refused.text[0] = '\0';
    }
}

// Runs the button that was clicked, and records what the panel has changed as a state to undo. If
// the chain cannot run, session_update later removes that state again. A drag is one state, and so
// is a double click, whose first half moves the slider that the second half sets back.
static void update_panel(struct viewer *viewer)
{
    struct viewer_input *input = &viewer->input;
    struct ui_state *ui = &viewer->ui;
    const bool held = panel_is_held() || input->pointer.drag >= POINTER_DRAWS;
    const bool begins = held && !input->held;
    controls_click(ui, input->share.input.shift);
    update_words(input, ui);
    const bool changed = ui_has_changed(ui);
    ui_remember(ui,
                (held && input->dragging) || (panel_is_double_clicked() && input->press_changed));
    input->press_changed = (input->press_changed && !begins) || (held && changed);
    input->dragging = held && (input->dragging || changed);
    input->held = held;
    if (input->tab != 0) // once the panel has taken what was typed into the field before
        controls_type_next(ui, input->tab);
    input->typed = (ui->types && ui->dialog != DIALOG_SOURCE) || (input->typed && panel_has_keys());
    input->tab = 0;
}

void viewer_draw_panel(struct viewer *viewer)
{
    panel_draw(&viewer->session, &viewer->ui, &viewer->input.share.input);
    update_panel(viewer);
}

void viewer_update_panel(struct viewer *viewer)
{
    panel_update(&viewer->session, &viewer->ui, &viewer->input.share.input);
    update_panel(viewer);
}

void viewer_take_input(struct viewer *viewer)
{
    while (take_share(viewer))
        viewer_update_panel(viewer);
    session_update(&viewer->session, &viewer->ui);
}
