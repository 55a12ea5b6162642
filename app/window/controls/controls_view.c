#include "app/window/controls/controls.h"
#include "effects/effect_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- two sides

// The edited chain becomes side B and keeps its file; side A becomes a copy of it without a file.
static void make_other(struct ui_state *ui)
{
    ui->other = ui->chain;
    ui->has_other = true;
    ui->side = 1;
    ui->files[1][0] = '\0';
    ui->page = PAGE_SIDES;
}

void controls_copy_side(struct ui_state *ui)
{
    make_other(ui);
    if (ui->view.mode == PRESENT_ONE)
        ui->view.mode = PRESENT_SPLIT;
    ui_message(ui, "A is the chain as it was, B is edited; / shows one side");
}

static bool has_two(struct ui_state *ui)
{
    if (!ui->has_other)
        ui_message(ui, "there is one side; A makes another, a copy of it");
    return ui->has_other;
}

void controls_swap_sides(struct ui_state *ui)
{
    if (!has_two(ui))
        return;
    ui->side = 1 - ui->side;
    ui_message(ui, "A and B have changed places; edited is %s", ui_side_name(ui, ui->side));
}

void controls_turn_side(struct ui_state *ui)
{
    if (!has_two(ui))
        return;
    ui_edit_other_side(ui);
    ui_message(ui, "edited is %s", ui_side_name(ui, ui->side));
}

void controls_view_sides(struct ui_state *ui, enum present_mode mode)
{
    static const char *const words[] = {
        [PRESENT_SPLIT] = "drag the line between them",
        [PRESENT_SIDES] = "side by side",
        [PRESENT_DIFFERENCE] = "B less A, grey where they are alike; G: gain",
    };
    ui->view.mode = mode;
    if (mode == PRESENT_ONE)
        ui_message(ui, "one side: %s", ui_side_name(ui, ui->side));
    else
        ui_message(ui, "%s | %s; %s", ui_side_name(ui, 0), ui_side_name(ui, 1), words[mode]);
}

// A second call with the same mode returns to one side.
void controls_toggle_view_of_sides(struct ui_state *ui, int requested)
{
    const enum present_mode mode = (enum present_mode) requested;
    if (!ui->has_other)
        make_other(ui);
    controls_view_sides(ui, ui->view.mode == mode ? PRESENT_ONE : mode);
}

void controls_flip(struct ui_state *ui)
{
    ui->shows_other = !ui->shows_other; // a click lasts until the next click
    if (ui->has_other)
        ui_message(ui, "%s", ui_side_name(ui, ui->shows_other ? 1 - ui->side : ui->side));
    else if (ui->shows_other)
        ui_message(ui, "without the chain");
}

void controls_one_side(struct ui_state *ui)
{
    if (!has_two(ui))
        return;
    ui->has_other = false;
    ui->view.mode = PRESENT_ONE;
    ui->side = 0;
    ui_message(ui, "one side");
}

void controls_gain(struct ui_state *ui, int by)
{
    const float factor = by < 0 ? 0.5f : 2, least = 1, most = 256;
    ui->view.gain = fminf(fmaxf(ui->view.gain * factor, least), most);
    ui_message(ui, "differences are shown %g times as large", ui->view.gain);
}

// ---- closer

const char *const controls_channels[PRESENT_CHANNELS] = {
    "", "red", "green", "blue", "alpha", "luminance", "stops below white",
};

void controls_loupe(struct ui_state *ui)
{
    ui->view.loupe = !ui->view.loupe;
    ui_message(ui, "%s", ui->view.loupe ? "the loupe follows the pointer" : "no loupe");
}

static void show_zoom(struct ui_state *ui)
{
    const double scale = view_scale(&ui->view, &ui->view_frame);
    ui_message(ui, "%.0f %%", 100 * scale);
}

void controls_fit(struct ui_state *ui)
{
    view_fit(&ui->view);
    show_zoom(ui);
}

void controls_one_to_one(struct ui_state *ui)
{
    view_one_to_one(&ui->view, &ui->view_frame);
    show_zoom(ui);
}

void controls_zoom(struct ui_state *ui, int by)
{
    const struct view_frame *frame = &ui->view_frame;
    const struct area place = view_place(&ui->view, frame, false);
    const float x = place.x + place.width / 2, y = place.y + place.height / 2;
    view_zoom(&ui->view, frame, by, x, y);
    show_zoom(ui);
}

void controls_expose(struct ui_state *ui, int by)
{
    enum { MAX = 10 };
    int *stops = &ui->view.stops;
    *stops += by;
    *stops = *stops > MAX ? MAX : *stops < -MAX ? -MAX : *stops;
    ui_message(ui, "looked at with %+d stop%s", *stops, abs(*stops) == 1 ? "" : "s");
}

// If the channel is already shown alone, shows all channels.
void controls_show_channel(struct ui_state *ui, int channel)
{
    enum present_channel *shown = &ui->view.channel;
    *shown = (int) *shown == channel ? PRESENT_ALL : (enum present_channel) channel;
    ui_message(ui, "%s", *shown ? controls_channels[*shown] : "all channels");
}

// ---- the scene

void controls_fit_image(struct ui_state *ui)
{
    static const char *const words[] = { "whole", "cropped so that it fills all",
                                         "stretched" }; // in the order of the parameter's choices
    struct scene_choice *scene = &ui->scene;
    const struct param *row = param_find(scene->scene->params, "fit");
    if (!row) {
        ui_message(ui,
                   "the scene %s always fills the picture; a picture that is dropped "
                   "here can be fitted",
                   scene->scene->name);
        return;
    }
    const int fit = ((int) param_get(row, scene->params, 0) + 1) % param_choice_count(row);
    param_set(row, scene->params, 0, (float) fit);
    ui_message(ui, "%s: %s", param_choice(row, fit), words[fit]);
}

// ---- inside the chain

bool controls_end_view(struct ui_state *ui)
{
    const bool looks = ui->viewing_step || ui->pass.path[0];
    ui->viewing_step = false;
    ui->pass = (struct pass_place){ 0 };
    if (looks)
        ui_message(ui, "after all steps");
    return looks;
}

void controls_view_step(struct ui_state *ui)
{
    const int step = ui->step;
    if (!ui_has_steps(ui) || controls_end_view(ui))
        return;
    ui->viewing_step = true;
    if (step < ui->chain.count)
        ui_message(ui, "after step %d, %s", step + 1, ui->chain.steps[step].effect->name);
}

void controls_heights(struct ui_state *ui)
{
    ui->logarithmic = !ui->logarithmic;
    ui_message(ui, "histograms and the point spread are as high as %s",
               ui->logarithmic ? "the logarithms of their numbers" : "their numbers");
}

// ---- a step's GLSL

static bool has_source(struct ui_state *ui)
{
    if (ui->dialog != DIALOG_SOURCE)
        ui_message(ui, "U shows the GLSL of the selected step first");
    return ui->dialog == DIALOG_SOURCE;
}

// The plain implementation runs from now on where `auto` would choose, since its text can be read.
void controls_show_source(struct ui_state *ui)
{
    static const char plain[] = "fs_passes";
    ui_toggle_dialog(ui, DIALOG_SOURCE);
    if (ui->dialog != DIALOG_SOURCE || ui->step >= ui->chain.count)
        return;
    struct chain_step *step = &ui->chain.steps[ui->step];
    const struct effect_impl *const *impls = step->effect->impls;
    int i = 0;
    while (impls && impls[i] && strcmp(impls[i]->name, plain) != 0)
        i++;
    if (!impls || !impls[i] || effect_impl_count(step->effect) < 2 || chain_step_impl(step) != 0)
        return;
    chain_step_set_impl(step, i + 1);
    ui_message(ui, "impl=%s, the plain shaders; V takes others, Ctrl+Z auto", plain);
}

void controls_next_source(struct ui_state *ui, int by)
{
    if (has_source(ui))
        ui->source.shown += by;
}

void controls_reset_source(struct ui_state *ui)
{
    if (has_source(ui))
        ui_request(ui, UI_RESET_SOURCE);
}

// ---- the size of text

void controls_resize_text(struct ui_state *ui, int by)
{
    const int size = by == 0 ? 100 : ui->text_size + 10 * by;
    const int least = CONTROLS_MIN_TEXT_SIZE, most = CONTROLS_MAX_TEXT_SIZE;
    ui->text_size = size < least ? least : size > most ? most : size;
    ui_message(ui, "text size %d %%%s", ui->text_size,
               ui->text_size == size ? "" : ", and no further");
}
