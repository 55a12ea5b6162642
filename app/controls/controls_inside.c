#include "app/controls/controls_inside.h"

#include "app/input/window_keys.h"

bool controls_end_look(struct workbench *workbench)
{
    const bool looks = workbench->viewing_step || workbench->pass.path[0];
    workbench->viewing_step = false;
    workbench->pass = (struct pass_place){ 0 };
    if (looks)
        workbench_say(workbench, "after all steps");
    return looks;
}

void controls_view_step(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    const int step = workbench->step;
    if (!workbench_has_steps(workbench) || controls_end_look(workbench))
        return;
    workbench->viewing_step = true;
    if (step < workbench->chain.count)
        workbench_say(workbench, "after step %d, %s", step + 1,
                      workbench->chain.steps[step].effect->name);
}

// Which passes a step has the stage knows: inside.h.
void controls_turn_pass(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key;
    if (workbench_has_steps(workbench))
        workbench->pass_turns += modifiers & WINDOW_SHIFT ? -1 : 1;
}

void controls_heights(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench->logarithmic = !workbench->logarithmic;
    workbench_say(workbench, "histograms and the point spread are as high as %s",
                  workbench->logarithmic ? "the logarithms of their numbers" : "their numbers");
}
