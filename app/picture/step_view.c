#include "app/picture/step_view.h"

#include "app/edit/edit.h"

static bool is_same_size(const struct texture *a, const struct texture *b)
{
    return a->id && a->width == b->width && a->height == b->height;
}

static void fit_output(struct step_view *view, const struct texture *whole)
{
    const struct texture_desc desc = {
        .width = whole->width,
        .height = whole->height,
        .format = whole->format,
        .label = "step",
    };
    if (is_same_size(&view->side.output, whole))
        return;
    if (view->side.output.id)
        texture_finish(&view->side.output);
    texture_init(&view->side.output, &desc);
}

bool step_view_set(struct step_view *view, struct lab *lab, int step, struct error *error)
{
    const struct chain before = view->side.chain;
    const bool fits = view->shown && is_same_size(&view->side.output, &lab->side.output);
    view->side.chain = lab->side.chain;
    edit_cut(&view->side.chain, step);
    if (fits && !plan_needs_rebuild(&before, &view->side.chain))
        return true;
    fit_output(view, &lab->side.output);
    view->shown =
        lab_build_plan(lab, &view->side.plan, &view->side.chain, &lab->plan_options, error);
    return view->shown;
}

void step_view_end(struct step_view *view)
{
    view->shown = false;
}

void step_view_finish(struct step_view *view)
{
    if (view->side.output.id)
        texture_finish(&view->side.output);
    *view = (struct step_view){ 0 };
}

void step_view_draw(struct step_view *view, struct lab *lab)
{
    if (view->shown)
        plan_run(&view->side.plan, &lab->gpu, &lab->source, &view->side.output, lab->frame - 1);
}

const struct side *step_view_side(const struct step_view *view, const struct lab *lab)
{
    return view->shown ? &view->side : &lab->side;
}
