#include "app/picture/step_view.h"

#include "app/lab/edit/edit.h"

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

bool step_view_has(const struct step_view *view, const struct lab *lab, int step,
                   struct chain *chain)
{
    *chain = lab->side.chain;
    edit_cut(chain, step);
    return view->shown && is_same_size(&view->side.output, &lab->side.output) &&
           !plan_needs_rebuild(&view->side.chain, chain);
}

bool step_view_set(struct step_view *view, struct lab *lab, int step, struct error *error)
{
    struct chain chain;
    const bool has = step_view_has(view, lab, step, &chain);
    view->side.chain = chain;
    if (has)
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
    plan_kept_finish(&view->side.kept);
    *view = (struct step_view){ 0 };
}

void step_view_draw(struct step_view *view, struct lab *lab, bool changes)
{
    struct side *side = &view->side;
    if (!view->shown || !changes)
        plan_kept_finish(&side->kept);
    if (view->shown && changes)
        plan_run_changes(&side->plan, &side->kept, &lab->gpu, &lab->source, &side->output,
                         lab->frame - 1);
    else if (view->shown)
        plan_run(&side->plan, &lab->gpu, &lab->source, &side->output, lab->frame - 1);
}

const struct side *step_view_side(const struct step_view *view, const struct lab *lab)
{
    return view->shown ? &view->side : &lab->side;
}
