#include "app/window/session/step_view.h"

#include "app/edit/edit.h"
#include "app/picture/capture_view.h"
#include "render/pass.h"

#include <string.h>

// ---- a step

bool step_view_has(const struct step_view *view, const struct renderer *renderer, int step,
                   struct chain *chain)
{
    *chain = renderer->side.chain;
    edit_cut(chain, step);
    return view->shown && side_fits(&view->side, renderer, chain);
}

bool step_view_set(struct step_view *view, struct renderer *renderer, int step, struct error *error)
{
    struct chain chain;
    step_view_has(view, renderer, step, &chain);
    return view->shown = side_update(&view->side, renderer, &chain, view->shown, error);
}

void step_view_end(struct step_view *view)
{
    view->shown = false;
}

void step_view_finish(struct step_view *view)
{
    side_finish(&view->side);
    *view = (struct step_view){ 0 };
}

void step_view_draw(struct step_view *view, struct renderer *renderer, bool changes)
{
    if (view->shown)
        side_draw(&view->side, renderer, changes);
    else
        plan_cache_finish(&view->side.kept);
}

const struct side *step_view_side(const struct step_view *view, const struct renderer *renderer)
{
    return view->shown ? &view->side : &renderer->side;
}

// ---- a pass

static const char look_frame[] = "look", scene_scope[] = "scene";

bool pass_view_is_frame(const struct gpu_frame *frame)
{
    return strcmp(frame->scopes[0].name, look_frame) == 0;
}

bool pass_view_is_shown(const struct pass_view *view)
{
    return view->place.path[0];
}

bool pass_view_is_inner(const struct pass_view *view)
{
    return strchr(view->place.path, '/');
}

void pass_view_set(struct pass_view *view, struct renderer *renderer,
                   const struct pass_place *place)
{
    if (pass_place_equal(&view->place, place))
        return;
    view->place = *place;
    view->is_valid = false;
    if (!pass_view_is_shown(view))
        gpu_set_watch(&renderer->gpu, "");
}

void pass_view_finish(struct pass_view *view)
{
    texture_finish(&view->side.output);
    *view = (struct pass_view){ 0 };
}

const struct texture *pass_view_image(const struct pass_view *view, const struct renderer *renderer)
{
    return capture_pass_is_of(&view->place, scene_scope) ? &renderer->source
                                                         : &renderer->gpu.watch.texture;
}

static void show_image(struct pass_view *view, struct renderer *renderer,
                       const struct texture *image)
{
    static const struct program_desc desc = { .file = "common/enlarge.frag" };
    struct texture *output = &view->side.output;
    const struct pass pass = {
        .program = program_cache_need(&renderer->gpu.programs, &desc),
        .inputs = { { image } },
        .output = output,
        .uniforms = { U_VEC2("u_size", (float) output->width, (float) output->height),
                      U_INT("u_is_light", view->is_light) },
    };
    pass_run(&renderer->gpu, &pass);
    view->width = image->width;
    view->height = image->height;
}

bool pass_view_draw(struct pass_view *view, struct renderer *renderer, bool changed)
{
    const struct pass_place none = { 0 };
    const struct texture *whole = &renderer->side.output;
    struct gpu *gpu = &renderer->gpu;
    if (!pass_view_is_shown(view) || (view->is_valid && !changed))
        return true;
    texture_fit_plain(&view->side.output, whole->width, whole->height, whole->format, "pass");
    // To show the output of a step, the chain is cut after it. A node that the plan added
    // (last_step -1) is the end of the chain.
    const struct plan_node *node = capture_pass_node(&renderer->side.plan, &view->place);
    view->side.chain = renderer->side.chain;
    if (!pass_view_is_inner(view) && (!node || node->last_step >= 0))
        edit_cut(&view->side.chain, node ? node->last_step : -1);
    view->is_light = !capture_pass_is_display(&renderer->side.plan, &view->place);
    const struct texture *image = pass_view_image(view, renderer);
    // The image of the scene is already available; for any other pass the chain runs once more and
    // the pass is watched.
    if (!capture_pass_is_of(&view->place, scene_scope)) {
        gpu_watch(gpu, view->place.path, view->place.number);
        gpu_begin_frame(gpu, look_frame);
        side_draw_again(&renderer->side, renderer, &view->side.output);
        gpu_end_frame(gpu);
        gpu_watch(gpu, "", 0);
        if (!gpu->watch.seen)
            image = NULL;
    }
    if (image)
        show_image(view, renderer, image);
    else
        pass_view_set(view, renderer, &none);
    view->is_valid = image;
    return image;
}
