#pragma once

#include "app/lab/lab.h"
#include "app/measure/pass_stats.h"

// Looks at a part of the chain, beside the whole.

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

// A look at one pass: the lab's chain runs once more, in a GPU frame of its own, and what the pass
// puts out is copied aside. So the times stay those of the chain alone.

// Returns whether this is the GPU frame of a look.
bool pass_view_is_frame(const struct gpu_frame *frame);

struct pass_view { // zeroed: nothing is looked at
    struct pass_place place;
    bool stands;       // the picture is that of the last frame
    bool is_light;     // of what the pass puts out, which else is display values
    int width, height; // of what it puts out
    struct side side;  // the chain, and the picture; it has no plan of its own
};

// Whether anything is looked at.
bool pass_view_is_shown(const struct pass_view *view);

// Whether it is a pass inside a step, which --at names by its path. What a step puts out is named
// by the chain up to it.
bool pass_view_is_inner(const struct pass_view *view);

// Looks at that pass from the next frame on; "": at none.
void pass_view_set(struct pass_view *view, struct lab *lab, const struct pass_place *place);

// Draws the pass's image as large as the picture, texel by texel, after the lab was drawn.
// `changed`: something has changed since the frame before. Returns false where the chain has no
// such pass, or it puts out no image; then nothing is looked at.
bool pass_view_draw(struct pass_view *view, struct lab *lab, bool changed);

// Returns what the pass put out, in its own size and as it is; the last drawn one.
const struct texture *pass_view_image(const struct pass_view *view, const struct lab *lab);

void pass_view_finish(struct pass_view *view); // with a current context

// Returns whether a pass puts out display values: the last of a step does where the step does, one
// before it where the step is given such values. A scene is light.
bool pass_view_is_display(const struct plan *plan, const struct pass_place *place);
