#pragma once

#include "app/lab/lab.h"

// A look at one step: the chain up to it runs once more, beside the whole one and untimed, so that
// the times stay those of the whole.

struct step_view { // zeroed: nothing is looked at
    bool shown;
    struct side side;
};

// Whether step_view_set need not build a plan. `chain` becomes what is to be shown.
bool step_view_has(const struct step_view *view, const struct lab *lab, int step,
                   struct chain *chain);

// Shows what the lab's chain is after `step`. To be called before each GPU frame: builds what has
// changed. On failure nothing is shown.
bool step_view_set(struct step_view *view, struct lab *lab, int step, struct error *error);

void step_view_end(struct step_view *view);    // the picture is the whole chain's again
void step_view_finish(struct step_view *view); // with a current context

// Draws the step, after lab_draw, or where `changes` after lab_draw_changes and in the same way.
void step_view_draw(struct step_view *view, struct lab *lab, bool changes);

// Returns what is seen: the step's side or the lab's.
const struct side *step_view_side(const struct step_view *view, const struct lab *lab);
