#include "app/window/state/pointer.h"

#include <math.h>

static const float reach = 8;           // of the divider, pixels of a plain screen to either side
static const double double_click = 0.4; // seconds

static bool is_at_divider(const struct pointer *pointer, const struct ui_state *ui)
{
    return ui->has_other && ui->view.mode == PRESENT_SPLIT &&
           fabsf(pointer->x - view_divider(&ui->view, &ui->view_frame)) <=
               reach * fmaxf(ui->view_frame.scale, 1);
}

// ---- the region of the selected step

static void find_pixel(const struct pointer *pointer, const struct ui_state *ui, int pixel[2])
{
    const struct view_frame *frame = &ui->view_frame;
    view_find(&ui->view, frame, pointer->x, pointer->y, pixel);
    const int most[2] = { frame->picture_width - 1, frame->picture_height - 1 };
    for (int i = 0; i < 2; i++)
        pixel[i] = pixel[i] < 0 ? 0 : pixel[i] > most[i] ? most[i] : pixel[i];
}

static struct chain_step *selected_step(struct ui_state *ui)
{
    return ui->step < ui->chain.count ? &ui->chain.steps[ui->step] : NULL;
}

// This near to where the button was pressed is no drag: the hand trembles.
static bool has_stayed(const struct pointer *pointer)
{
    static const float distance = 3;
    return pointer->has_pressed && fabsf(pointer->x - pointer->pressed.x) < distance &&
           fabsf(pointer->y - pointer->pressed.y) < distance;
}

static void begin_region(struct pointer *pointer, const struct input_event *event,
                         struct ui_state *ui)
{
    struct chain_step *step = selected_step(ui);
    const bool is_again =
        has_stayed(pointer) && event->seconds - pointer->pressed.seconds < double_click;
    if (!step) {
        ui_message(ui, "no step is selected that could have a region");
        return;
    }
    pointer->has_pressed = !is_again;
    pointer->pressed = *event;
    pointer->pressed.x = pointer->x;
    pointer->pressed.y = pointer->y;
    if (is_again) {
        step->roi = (struct rect){ 0, 0, 1, 1 };
        ui_message(ui, "%s: everywhere", step->effect->name);
        return;
    }
    pointer->drag = POINTER_DRAWS;
    pointer->before = step->roi;
    find_pixel(pointer, ui, pointer->corner);
}

// In as few decimals as name the region's texels, since it is read and typed as a text.
static void draw_region(struct pointer *pointer, struct ui_state *ui)
{
    struct chain_step *step = selected_step(ui);
    const int width = ui->view_frame.picture_width;
    const int height = ui->view_frame.picture_height;
    const float sides[4] = { (float) width, (float) height, (float) width, (float) height };
    int to[2], edges[4];
    float shares[4];
    bool is_exact = false;
    if (!step || has_stayed(pointer))
        return;
    pointer->has_pressed = false;
    find_pixel(pointer, ui, to);
    for (int i = 0; i < 2; i++) {
        const int from = pointer->corner[i];
        edges[i] = from < to[i] ? from : to[i];
        edges[i + 2] = (from > to[i] ? from : to[i]) + 1;
    }
    for (float scale = 10; scale < 1e7f && !is_exact; scale *= 10) {
        for (int i = 0; i < 4; i++)
            shares[i] = roundf((float) edges[i] * scale / sides[i]) / scale;
        step->roi = (struct rect){ shares[0], shares[1], shares[2], shares[3] };
        const struct rect texels = chain_step_texels(step, width, height);
        is_exact = (int) texels.x0 == edges[0] && (int) texels.y0 == edges[1] &&
                   (int) texels.x1 == edges[2] && (int) texels.y1 == edges[3];
    }
}

static void end_region(const struct pointer *pointer, struct ui_state *ui)
{
    const struct chain_step *step = selected_step(ui);
    const struct view_frame *frame = &ui->view_frame;
    if (!step || pointer->has_pressed)
        return;
    const struct rect texels = chain_step_texels(step, frame->picture_width, frame->picture_height);
    ui_message(ui,
               "%s: only in %.0fx%.0f texels from %.0f, %.0f; Shift and a double click: "
               "everywhere",
               step->effect->name, (texels.x1 - texels.x0), (texels.y1 - texels.y0), texels.x0,
               texels.y0);
}

bool pointer_cancel(struct pointer *pointer, struct ui_state *ui)
{
    struct chain_step *step = selected_step(ui);
    if (pointer->drag != POINTER_DRAWS || !step)
        return false;
    step->roi = pointer->before;
    pointer->drag = POINTER_CANCELLED;
    ui_message(ui, "%s: the region stays as it was", step->effect->name);
    return true;
}

// ---- events

static void press(struct pointer *pointer, const struct input_event *event, struct ui_state *ui)
{
    pointer->button = (enum input_button) event->code;
    if (event->code == INPUT_MIDDLE ||
        (event->code == INPUT_LEFT && (event->modifiers & WINDOW_ALT)))
        pointer->drag = POINTER_PANS;
    else if (event->code == INPUT_LEFT && (event->modifiers & WINDOW_SHIFT))
        begin_region(pointer, event, ui);
    else if (event->code == INPUT_LEFT && is_at_divider(pointer, ui))
        pointer->drag = POINTER_DIVIDES;
}

static void move(struct pointer *pointer, const struct input_event *event, struct ui_state *ui)
{
    const float dx = event->x - pointer->x, dy = event->y - pointer->y;
    pointer->x = event->x;
    pointer->y = event->y;
    switch (pointer->drag) {
    case POINTER_FREE:
    case POINTER_CANCELLED:
        break;
    case POINTER_DIVIDES:
        view_divide(&ui->view, &ui->view_frame, pointer->x);
        break;
    case POINTER_PANS:
        view_pan(&ui->view, &ui->view_frame, dx, dy);
        break;
    case POINTER_DRAWS:
        draw_region(pointer, ui);
        break;
    }
}

void pointer_process(struct pointer *pointer, const struct input_event *event, bool panel,
                     struct ui_state *ui)
{
    if (event->kind == INPUT_CURSOR)
        move(pointer, event, ui);
    if (event->kind == INPUT_BUTTON && !event->down && (int) pointer->button == event->code) {
        if (pointer->drag == POINTER_DRAWS)
            end_region(pointer, ui);
        pointer->drag = POINTER_FREE;
    }
    pointer->is_over_picture = !panel;
    if (panel)
        return;
    if (event->kind == INPUT_BUTTON && event->down && pointer->drag == POINTER_FREE)
        press(pointer, event, ui);
    if (event->kind != INPUT_WHEEL)
        return;
    pointer->wheel += event->y;
    const int steps = (int) pointer->wheel; // a touch pad turns in parts of a step
    pointer->wheel -= (float) steps;
    if (steps != 0 && view_zoom(&ui->view, &ui->view_frame, steps, pointer->x, pointer->y))
        ui_message(ui, "%.0f %%", 100 * (double) view_scale(&ui->view, &ui->view_frame));
}
