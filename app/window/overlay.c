#include "app/window/overlay.h"

#include "app/controls/controls.h"
#include "app/controls/controls_chain.h"
#include "app/controls/controls_look.h"
#include "app/panel/panel.h"
#include "app/text/clock.h"

#include <stdio.h>
#include <string.h>

static void follow_screen(const struct overlay *overlay, const struct workbench *workbench)
{
    panel_follow_screen(overlay->scale, (float) workbench->letters / 100);
}

// What the sheet of presets shows. The size of its pictures is what the sheet wanted last.
static void fill_presets(struct panel_presets *presets, struct workbench *workbench,
                         const struct previews *previews)
{
    presets->chosen = &workbench->chosen;
    presets->count = previews->count < PANEL_MOST_PRESETS ? previews->count : PANEL_MOST_PRESETS;
    for (int i = 0; i < presets->count; i++) {
        const struct preview *preview = &previews->all[i];
        presets->all[i] = (struct panel_preset){
            .name = chain_choice_name(&workbench->choice, i),
            .error = preview->error[0] ? preview->error : NULL,
            .picture = preview->picture.id,
        };
    }
}

static struct panel_view make_view(const struct overlay *overlay, struct workbench *workbench,
                                   const struct stage *stage)
{
    const struct lab *lab = &stage->lab;
    struct panel_view view = {
        .chain = &workbench->chain,
        .scene = &workbench->scene,
        .step = &workbench->step,
        .param = &workbench->param,
        .pass = &workbench->pass,
        .trials = &stage->trials,
        .side = &lab->side,
        .stats = &stage->stats,
        .history = &stage->history,
        .renderer = lab->gpu.info.renderer,
        .width = lab->plan_options.width,
        .height = lab->plan_options.height,
        .frame_seconds = overlay->frame_seconds,
        .pace = overlay->pace,
        .viewing_step = workbench->viewing_step,
        .panel_shown = workbench->panel_shown,
        .welcome = workbench->welcome,
        .types = workbench->types,
        .sheet = &workbench->sheet,
        .page = &workbench->page,
        .on_page = &workbench->on_page,
        .logarithmic = workbench->logarithmic,
        .source_text = &workbench->source_text,
        .spread = &stage->spread.shown,
        .source = &stage->texts.shown,
        .key = controls_key,
        .key_is_one = controls_is_one,
        .action_key = controls_action_key,
    };
    const struct panel_cost_times cost = panel_cost_times(&overlay->cost);
    view.panel_cpu = cost.cpu;
    view.panel_gpu = cost.gpu;
    view.preset = workbench_preset(workbench, &view.preset_changed);
    view.file = workbench_file(workbench, &view.file_changed);
    view.message = message_shown(&workbench->message, clock_seconds(), &view.message_is_error);
    view.place = message_place(&workbench->message, clock_seconds());
    return view;
}

static struct panel_light light_of(const struct workbench *workbench, const struct light *light)
{
    static const char *const sides[] = { "of A, which is edited", "of B, which is edited" };
    return (struct panel_light){
        .logarithmic = workbench->logarithmic,
        .side = workbench->has_other ? sides[workbench->side] : NULL,
        .before = light->is_known ? &light->before : NULL,
        .after = light->is_known && light->has_after ? &light->after : NULL,
    };
}

// Keeps saying what is wrong in the panel until it is mended.
static void follow_words(struct workbench *workbench, const struct panel_view *view)
{
    if (view->words_refused)
        message_stays(&workbench->message, MESSAGE_WORDS);
    else
        message_mended(&workbench->message, MESSAGE_WORDS);
}

// Takes the way of looking that was clicked.
static void follow_strip(struct workbench *workbench, const struct panel_sides *strip)
{
    const enum present_way way = (enum present_way) strip->way;
    if (strip->shown && strip->way >= 0 && way != workbench->look.way)
        controls_look_at(workbench, way);
}

static void take_back(struct workbench *workbench, const struct panel_view *view,
                      const struct panel_sides *strip, bool shift)
{
    workbench->types = false;
    follow_words(workbench, view);
    follow_strip(workbench, strip);
    if (view->action)
        controls_act(workbench, view->action, shift);
    if (view->clicked >= 0)
        controls_click(workbench, view->clicked, shift);
    if (view->added)
        controls_add_effect(workbench, view->added);
    if (view->dragged >= 0)
        controls_move_step_to(workbench, view->dragged, view->dropped_at);
}

void overlay_draw(struct overlay *overlay, struct workbench *workbench, const struct stage *stage,
                  const struct panel_input *input)
{
    struct panel_view view = make_view(overlay, workbench, stage);
    struct panel_light light = light_of(workbench, &stage->light);
    view.sides = &overlay->strip;
    view.light = &light;
    follow_screen(overlay, workbench);
    view.presets = &overlay->presets;
    fill_presets(view.presets, workbench, &stage->previews);
    panel_cost_begin(&overlay->cost);
    panel_build(&view, input);
    panel_cost_built(&overlay->cost);
    panel_show();
    panel_cost_end(&overlay->cost);
    take_back(workbench, &view, &overlay->strip, input->shift);
    overlay->free = view.free;
    overlay->wants_light = light.wanted;
    workbench->choice_columns = overlay->presets.columns;
    snprintf(overlay->drawn_message, sizeof(overlay->drawn_message), "%s",
             view.message ? view.message : "");
}

void overlay_follow(const struct overlay *overlay, struct workbench *workbench,
                    const struct stage *stage, const struct panel_input *input)
{
    struct panel_view view = make_view(overlay, workbench, stage);
    struct panel_sides strip = overlay->strip;
    struct panel_light light = light_of(workbench, &stage->light);
    view.sides = &strip;
    view.light = &light;
    follow_screen(overlay, workbench);
    struct panel_presets presets = overlay->presets;
    view.presets = &presets;
    fill_presets(view.presets, workbench, &stage->previews);
    panel_follow(&view, input);
    take_back(workbench, &view, &strip, input->shift);
}

bool overlay_shows_message(const struct overlay *overlay, const struct message *message)
{
    bool is_error;
    const char *due = message_shown(message, clock_seconds(), &is_error);
    return strcmp(due ? due : "", overlay->drawn_message) == 0;
}
