#include "app/window/session/background/background.h"
#include "render/text/clock.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double patience = 0.003; // seconds between two frames, and one picture at least

void previews_finish(struct previews *previews)
{
    for (int i = 0; i < previews->count; i++)
        texture_finish(&previews->all[i].picture);
    texture_finish(&previews->source);
    free(previews->all);
    *previews = (struct previews){ 0 };
}

// ---- contents

// Scales lengths in pixels by the size of the small picture.
static void shrink(struct chain *chain, float share)
{
    void *values;
    const struct param *row;
    for (int i = 0; i < chain->count; i++)
        for (int k = 0; (row = chain_step_param(&chain->steps[i], k, &values)); k++) {
            const struct length *length = param_const_field(row, values);
            const bool is_count =
                row->type == PARAM_TYPE_INT && row->unit && strcmp(row->unit, "px") == 0;
            if (strcmp(row->key, "impl") == 0) {
                param_set_default(row, values); // auto: the named one may not fit here
            } else if (is_count || (row->type == PARAM_TYPE_LENGTH && !length->of_height)) {
                const float value = param_get(row, values, 0), least = value < 1 ? value : 1;
                param_set(row, values, 0, fmaxf(value * share, is_count ? least : 0));
            }
        }
}

// ---- drawing

static int find_next(const struct previews *previews)
{
    int i = 0;
    while (i < previews->count && previews->all[i].is_done)
        i++;
    return i;
}

// Returns false with the reason if the chain cannot be drawn.
static bool draw_chain(struct previews *previews, struct renderer *renderer,
                       const struct chain *chain, struct preview *preview, struct error *error)
{
    struct plan plan;
    struct plan_options options = renderer->plan_options;
    struct scene_choice scene = previews->scene;
    options.width = previews->width;
    options.height = previews->height;
    options.depth = 8;
    options.times = NULL; // measuring implementations would block the window
    if (renderer_prepare_plan(renderer, chain, &options) > 0)
        return true;
    preview->is_done = true;
    if (!plan_build(&plan, chain, &renderer->gpu, &options, error))
        return false;
    // The scene is drawn for each chain, since its light depends on whether the chain shows
    // highlights.
    scene.is_tone_mapped = chain_shows_highlights(chain);
    texture_fit_plain(&preview->picture, previews->width, previews->height, FORMAT_RGBA8,
                      "preview");
    scene_draw(&scene, renderer->scene_state, &renderer->gpu, previews->time, renderer->samples, 1,
               &previews->source);
    plan_run(&plan, NULL, &renderer->gpu, &previews->source, &preview->picture, 0);
    return true;
}

static void draw_next(struct previews *previews, struct renderer *renderer,
                      const struct chain_choice *choice, int i)
{
    struct preview *preview = &previews->all[i];
    struct chain chain;
    struct error error;
    bool good = chain_choice_read(choice, i, &chain, NULL, &error);
    if (good) {
        shrink(&chain, (float) previews->height / (float) renderer->plan_options.height);
        good = draw_chain(previews, renderer, &chain, preview, &error);
    }
    if (good)
        return;
    preview->is_done = true;
    snprintf(preview->error, sizeof(preview->error), "%s", error.text);
}

void previews_draw(struct previews *previews, struct renderer *renderer, const struct ui_state *ui,
                   bool may_compile)
{
    const bool is_shown = ui->dialog == DIALOG_PRESETS;
    const unsigned reloads = renderer->gpu.programs.reloads;
    const int width = ui->choice_width, height = ui->choice_height;
    // Starts over if the pictures would show something else.
    if (previews->all &&
        (!is_shown || previews->lists != ui->choice_lists || previews->reloads != reloads ||
         previews->width != width || previews->height != height ||
         !scene_equal(&previews->scene, &renderer->scene)))
        previews_finish(previews);
    if (!is_shown)
        return;
    if (!previews->all) {
        const int count = chain_choice_count(&ui->choice);
        *previews = (struct previews){
            .count = count,
            .all = memory_new((size_t) count, sizeof(*previews->all)),
            .width = width,
            .height = height,
            .time = ui->time,
            .scene = renderer->scene,
            .reloads = reloads,
            .lists = ui->choice_lists,
        };
    }
    if (width < 1 || !may_compile)
        return;
    texture_fit_plain(&previews->source, width, height, renderer->plan_options.format,
                      "preview's source");
    const double until = clock_seconds() + patience;
    int next, last = -1;
    while ((next = find_next(previews)) < previews->count && next != last &&
           (last < 0 || clock_seconds() < until))
        draw_next(previews, renderer, &ui->choice, last = next);
}

bool previews_are_due(const struct previews *previews)
{
    return find_next(previews) < previews->count;
}
