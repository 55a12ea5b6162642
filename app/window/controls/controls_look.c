#include "app/window/controls/controls.h"

#include <math.h>
#include <stdlib.h>

// ---- two sides

static void make_other(struct workbench *workbench)
{
    workbench->other = workbench->chain;
    workbench->has_other = true;
    workbench->files[1][0] = '\0'; // a copy is saved as a file of its own
}

void controls_copy_side(struct workbench *workbench)
{
    make_other(workbench);
    if (workbench->look.way == PRESENT_ONE) {
        workbench->look.way = PRESENT_SPLIT;
        workbench->look.copied = true;
    }
    workbench_say(workbench, "side %c is a copy of %c, which is edited; Ctrl+Tab edits the other",
                  'B' - workbench->side, 'A' + workbench->side);
}

static bool has_two(struct workbench *workbench)
{
    if (!workbench->has_other)
        workbench_say(workbench, "there is one side; A makes another, a copy of it");
    return workbench->has_other;
}

void controls_swap_sides(struct workbench *workbench)
{
    if (!has_two(workbench))
        return;
    workbench->side = 1 - workbench->side;
    workbench_say(workbench, "A and B have changed places; edited is %s",
                  workbench_side(workbench, workbench->side));
}

void controls_turn_side(struct workbench *workbench)
{
    if (!has_two(workbench))
        return;
    workbench_turn(workbench);
    workbench_say(workbench, "edited is %s", workbench_side(workbench, workbench->side));
}

void controls_look_at(struct workbench *workbench, enum present_way way)
{
    static const char *const words[] = {
        [PRESENT_SPLIT] = "drag the line between them",
        [PRESENT_SIDES] = "side by side",
        [PRESENT_DIFFERENCE] = "B less A, grey where they are alike; G: gain",
    };
    workbench->look.way = way;
    workbench->look.copied = false;
    if (way == PRESENT_ONE)
        workbench_say(workbench, "one side: %s", workbench_side(workbench, workbench->side));
    else
        workbench_say(workbench, "%s | %s; %s", workbench_side(workbench, 0),
                      workbench_side(workbench, 1), words[way]);
}

// A second call with the same way returns to one side. After a copy of a side, which splits the
// view itself, the first call keeps the split.
void controls_look_at_both(struct workbench *workbench, int requested)
{
    const enum present_way way = (enum present_way) requested;
    if (!workbench->has_other)
        make_other(workbench);
    const bool again = workbench->look.way == way && !workbench->look.copied;
    controls_look_at(workbench, again ? PRESENT_ONE : way);
}

void controls_flip(struct workbench *workbench)
{
    workbench->flips =
        has_two(workbench) && !workbench->flips; // a click lasts until the next click
    if (workbench->has_other)
        workbench_say(
            workbench, "%s",
            workbench_side(workbench, workbench->flips ? 1 - workbench->side : workbench->side));
}

void controls_one_side(struct workbench *workbench)
{
    if (!has_two(workbench))
        return;
    workbench->has_other = false;
    workbench->look.way = PRESENT_ONE;
    workbench->side = 0;
    workbench_say(workbench, "one side");
}

void controls_gain(struct workbench *workbench, int by)
{
    const float factor = by < 0 ? 0.5f : 2, least = 1, most = 256;
    workbench->look.gain = fminf(fmaxf(workbench->look.gain * factor, least), most);
    workbench_say(workbench, "differences are shown %g times as large",
                  (double) workbench->look.gain);
}

// ---- closer

void controls_loupe(struct workbench *workbench)
{
    workbench->look.loupe = !workbench->look.loupe;
    workbench_say(workbench, "%s",
                  workbench->look.loupe ? "the loupe follows the pointer" : "no loupe");
}

static void say_zoom(struct workbench *workbench)
{
    const double scale = (double) look_scale(&workbench->look, &workbench->look_frame);
    workbench_say(workbench, "%.0f %%", 100 * scale);
}

void controls_fit(struct workbench *workbench)
{
    look_fit(&workbench->look);
    say_zoom(workbench);
}

void controls_one_to_one(struct workbench *workbench)
{
    look_one_to_one(&workbench->look, &workbench->look_frame);
    say_zoom(workbench);
}

static void zoom(struct workbench *workbench, int by)
{
    const struct look_frame *frame = &workbench->look_frame;
    const struct look_area place = look_place(&workbench->look, frame, false);
    const float x = place.x + place.width / 2, y = place.y + place.height / 2;
    look_zoom(&workbench->look, frame, by, x, y);
    say_zoom(workbench);
}

void controls_closer(struct workbench *workbench)
{
    zoom(workbench, 1);
}

void controls_farther(struct workbench *workbench)
{
    zoom(workbench, -1);
}

void controls_expose(struct workbench *workbench, int by)
{
    enum { MOST = 10 };
    int *stops = &workbench->look.stops;
    *stops += by;
    *stops = *stops > MOST ? MOST : *stops < -MOST ? -MOST : *stops;
    workbench_say(workbench, "looked at with %+d stop%s", *stops, abs(*stops) == 1 ? "" : "s");
}

// ---- the scene

void controls_fit_image(struct workbench *workbench)
{
    static const char *const words[] = { "whole", "cropped so that it fills all",
                                         "stretched" }; // by the choices of the row
    struct scene_choice *scene = &workbench->scene;
    const struct param *row = param_find(scene->scene->params, "fit");
    if (!row) {
        workbench_say(workbench,
                      "the scene %s always fills the picture; a picture that is dropped "
                      "here can be fitted",
                      scene->scene->name);
        return;
    }
    const int fit = ((int) param_get(row, scene->params, 0) + 1) % param_choice_count(row);
    param_set(row, scene->params, 0, (float) fit);
    workbench_say(workbench, "%s: %s", param_choice(row, fit), words[fit]);
}

// ---- inside the chain

bool controls_end_look(struct workbench *workbench)
{
    const bool looks = workbench->viewing_step || workbench->pass.path[0];
    workbench->viewing_step = false;
    workbench->pass = (struct pass_place){ 0 };
    if (looks)
        workbench_say(workbench, "after all steps");
    return looks;
}

void controls_view_step(struct workbench *workbench)
{
    const int step = workbench->step;
    if (!workbench_has_steps(workbench) || controls_end_look(workbench))
        return;
    workbench->viewing_step = true;
    if (step < workbench->chain.count)
        workbench_say(workbench, "after step %d, %s", step + 1,
                      workbench->chain.steps[step].effect->name);
}

// Only the stage knows the passes of a step, so the turns are counted until it applies them.
void controls_turn_pass(struct workbench *workbench, int by)
{
    if (workbench_has_steps(workbench))
        workbench->pass_turns += by;
}

void controls_heights(struct workbench *workbench)
{
    workbench->logarithmic = !workbench->logarithmic;
    workbench_say(workbench, "histograms and the point spread are as high as %s",
                  workbench->logarithmic ? "the logarithms of their numbers" : "their numbers");
}

// ---- a step's GLSL

static bool has_source(struct workbench *workbench)
{
    if (workbench->sheet != SHEET_SOURCE)
        workbench_say(workbench, "U shows the GLSL of the selected step first");
    return workbench->sheet == SHEET_SOURCE;
}

void controls_next_source(struct workbench *workbench, int by)
{
    if (has_source(workbench))
        workbench->source_text += by;
}

void controls_copy_source(struct workbench *workbench)
{
    if (has_source(workbench))
        workbench_request(workbench, WORKBENCH_COPY_SOURCE);
}

// ---- the letters' size

// Per cent; each may be told from the one before.
static const int sizes[] = {
    CONTROLS_LEAST_LETTERS, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 250, CONTROLS_MOST_LETTERS
};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static void take_size(struct workbench *workbench, int size)
{
    if (size == workbench->letters)
        workbench_say(workbench, "letters are at their %s size, %d %%",
                      size == CONTROLS_LEAST_LETTERS  ? "smallest"
                      : size == CONTROLS_MOST_LETTERS ? "largest"
                                                      : "first",
                      size);
    else
        workbench_say(workbench, "letters at %d %%", size);
    workbench->letters = size;
}

void controls_larger(struct workbench *workbench)
{
    int i = 0;
    while (i < SIZES - 1 && sizes[i] <= workbench->letters)
        i++;
    take_size(workbench, sizes[i]);
}

void controls_smaller(struct workbench *workbench)
{
    int i = SIZES - 1;
    while (i > 0 && sizes[i] >= workbench->letters)
        i--;
    take_size(workbench, sizes[i]);
}

void controls_first_size(struct workbench *workbench)
{
    take_size(workbench, 100);
}
