#include "app/edit/edit.h"
#include "app/picture/capture_view.h"
#include "app/window/session/background/background.h"
#include "render/pass.h"

#include <string.h>

// ---- a pass

static const char view_frame[] = "look", scene_scope[] = "scene";

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
        gpu_reset_snapshot(&renderer->gpu, "");
}

void pass_view_finish(struct pass_view *view)
{
    texture_finish(&view->side.output);
    *view = (struct pass_view){ 0 };
}

const struct texture *pass_view_image(const struct pass_view *view, const struct renderer *renderer)
{
    return capture_pass_is_of(&view->place, scene_scope) ? &renderer->source
                                                         : &renderer->gpu.snapshot.texture;
}

// Draws an image at the size of the output.
static void show_image(struct renderer *renderer, const struct texture *image, bool is_light,
                       struct texture *output)
{
    static const struct program_desc desc = { .file = "common/enlarge.frag" };
    const struct pass pass = {
        .program = program_cache_need(&renderer->gpu.programs, &desc),
        .inputs = { { image } },
        .output = output,
        .uniforms = { U_VEC2("u_size", (float) output->width, (float) output->height),
                      U_INT("u_is_light", is_light) },
    };
    pass_run(&renderer->gpu, &pass);
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
    // the pass is copied.
    if (!capture_pass_is_of(&view->place, scene_scope)) {
        gpu_select_snapshot(gpu, view->place.path, view->place.number);
        gpu_begin_frame(gpu, view_frame);
        side_draw_again(&renderer->side, renderer, &view->side.output);
        gpu_end_frame(gpu);
        gpu_select_snapshot(gpu, "", 0);
        if (!gpu->snapshot.seen)
            image = NULL;
    }
    if (image) {
        show_image(renderer, image, view->is_light, &view->side.output);
        view->width = image->width;
        view->height = image->height;
    } else {
        pass_view_set(view, renderer, &none);
    }
    view->is_valid = image;
    return image;
}

// ---- all passes of a step

// Returns the scope of the node that runs the step; -1: none does.
static int find_scope(const struct side *side, int step, const struct pass_stats *stats)
{
    const struct plan *plan = &side->plan;
    const int at = plan_find_node(plan, &side->chain.steps[step]);
    int number = 1;
    for (int before = 0; before < at; before++)
        number += strcmp(plan->nodes[before].label, plan->nodes[at].label) == 0;
    return at < 0 ? -1 : pass_place_find_step(stats, plan->nodes[at].label, number);
}

// A picture stays valid while the pass is at the same place. A cached step of one pass has no
// image.
static void list_passes(struct pass_thumbnails *thumbnails, const struct pass_stats *stats,
                        int first)
{
    thumbnails->count = 0;
    for (int i = first; i > 0 && i < stats->count && thumbnails->count < PASS_THUMBNAILS_MAX; i++) {
        struct thumbnail *pass = &thumbnails->passes[thumbnails->count];
        struct pass_place place;
        if (i > first && stats->scopes[i].depth == 1)
            break;
        if (!pass_stats_is_innermost(stats, i) || (i > first && !stats->scopes[i].has_image))
            continue;
        pass_place_of(stats, i, &place);
        pass->is_valid = pass->is_valid && pass_place_equal(&pass->place, &place);
        pass->place = place;
        pass->scope = i;
        thumbnails->count++;
    }
}

static void swap_snapshot(struct pass_thumbnails *thumbnails, struct gpu *gpu)
{
    const struct gpu_snapshot snapshot = gpu->snapshot;
    gpu->snapshot = thumbnails->snapshot;
    thumbnails->snapshot = snapshot;
}

void pass_thumbnails_begin(struct pass_thumbnails *thumbnails, struct renderer *renderer,
                           const struct pass_stats *stats, int step)
{
    enum { BETWEEN = 4 }; // frames: a pass takes longer while it is copied, but its median does not
    list_passes(thumbnails, stats, find_scope(&renderer->side, step, stats));
    const bool is_due = pass_thumbnails_are_due(thumbnails);
    thumbnails->makes_snapshot = is_due || ++thumbnails->frames * thumbnails->count >= BETWEEN;
    if (!thumbnails->makes_snapshot)
        return;
    thumbnails->frames = 0;
    do
        thumbnails->next = (thumbnails->next + 1) % thumbnails->count;
    while (is_due && thumbnails->passes[thumbnails->next].is_valid);
    const struct pass_place *place = &thumbnails->passes[thumbnails->next].place;
    swap_snapshot(thumbnails, &renderer->gpu);
    gpu_select_snapshot(&renderer->gpu, place->path, place->number);
}

void pass_thumbnails_end(struct pass_thumbnails *thumbnails, struct renderer *renderer,
                         bool is_still, bool ran)
{
    enum { SIDE = 256 };
    struct gpu *gpu = &renderer->gpu;
    const struct texture *whole = &renderer->side.output;
    for (int i = 0; i < thumbnails->count && is_still && ran; i++)
        thumbnails->passes[i].is_valid = false;
    if (!thumbnails->makes_snapshot)
        return;
    struct thumbnail *pass = &thumbnails->passes[thumbnails->next];
    if (is_still && !ran && !pass->is_valid) {
        gpu_begin_frame(gpu, view_frame);
        side_draw_again(&renderer->side, renderer, &renderer->side.output);
        gpu_end_frame(gpu);
    }
    swap_snapshot(thumbnails, gpu);
    pass->is_valid = thumbnails->snapshot.seen || !ran;
    if (!thumbnails->snapshot.seen)
        return;
    const int longer = whole->width > whole->height ? whole->width : whole->height;
    texture_fit_plain(&pass->picture, (whole->width * SIDE + longer - 1) / longer,
                      (whole->height * SIDE + longer - 1) / longer, FORMAT_RGBA8, "pass");
    show_image(renderer, &thumbnails->snapshot.texture,
               !capture_pass_is_display(&renderer->side.plan, &pass->place), &pass->picture);
}

bool pass_thumbnails_are_due(const struct pass_thumbnails *thumbnails)
{
    bool is_due = false;
    for (int i = 0; i < thumbnails->count; i++)
        is_due = is_due || !thumbnails->passes[i].is_valid;
    return is_due;
}

void pass_thumbnails_finish(struct pass_thumbnails *thumbnails)
{
    for (int i = 0; i < PASS_THUMBNAILS_MAX; i++)
        texture_finish(&thumbnails->passes[i].picture);
    texture_finish(&thumbnails->snapshot.texture);
    *thumbnails = (struct pass_thumbnails){ .next = -1 };
}
