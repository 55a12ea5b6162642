#include "app/window/stage/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Number of programs that stay compiled besides those of the last frames, so that switching back to
// an earlier chain is instant. Those of a software renderer take 0.3 to 3 MB each.
enum { PROGRAM_BUDGET = 24 };

bool stage_init(struct stage *stage, const struct draw_options *request, struct error *error)
{
    stage->has_shader_dir = request->shader_dir;
    pass_stats_init(&stage->stats, STAGE_MEDIAN_FRAMES);
    pass_history_init(&stage->history);
    sides_init(&stage->sides);
    if (!lab_init(&stage->lab, request, false, error))
        return false;
    stage->lab.gpu.programs.budget = PROGRAM_BUDGET;
    return true;
}

void stage_finish(struct stage *stage)
{
    previews_finish(&stage->previews);
    scene_sync_finish(&stage->scene);
    sides_finish(&stage->sides);
    light_finish(&stage->light);
    loupe_finish(&stage->loupe);
    trials_finish(&stage->trials);
    point_spread_finish(&stage->spread);
    source_texts_finish(&stage->texts);
    step_view_finish(&stage->step_view);
    pass_view_finish(&stage->pass_view);
    pass_stats_finish(&stage->stats);
    pass_history_finish(&stage->history);
    lab_finish(&stage->lab);
}

// ---- from what is wanted to what runs

bool stage_resize(struct stage *stage, struct workbench *workbench, int width, int height)
{
    struct error error;
    struct lab *lab = &stage->lab;
    struct plan_options options = lab->plan_options;
    int size[2] = { width, height };
    stage->is_resizing = false;
    if (lab_fit(lab, size) && lab->room[0] == width && lab->room[1] == height)
        return true;
    options.width = size[0];
    options.height = size[1];
    stage->is_resizing = stage->may_wait && stage->waits_for == 0 &&
                         lab_prepare_plan(lab, &lab->side.chain, &options) > 0;
    if (stage->is_resizing)
        return false;
    if (lab_resize(lab, width, height, &error)) {
        message_mended(&workbench->message, MESSAGE_EXTENT);
        pass_stats_clear(&stage->stats);
    } else if (!workbench->message.wrong[MESSAGE_EXTENT][0]) {
        workbench_complain(workbench, &error);
        message_stays(&workbench->message, MESSAGE_EXTENT);
    }
    return true;
}

// Says how many programs are waited for. Returns whether there are any.
static bool say_waiting(struct stage *stage, struct workbench *workbench, int count)
{
    char words[64] = "";
    stage->waits_for = count;
    if (count > 0)
        snprintf(words, sizeof(words), "compiling %d %s ...", count,
                 count == 1 ? "shader" : "shaders");
    message_work(&workbench->message, words);
    return count > 0;
}

static void end_reload(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    struct lab *lab = &stage->lab;
    stage->is_reloading = false;
    message_mended(&workbench->message, MESSAGE_SHADERS);
    step_view_end(&stage->step_view);
    if (program_cache_end_reload(&lab->gpu.programs, &error) && lab_rebuild(lab, &error)) {
        workbench_say(workbench, "shaders read again");
    } else {
        workbench_complain(workbench, &error);
        message_stays(&workbench->message, MESSAGE_SHADERS);
    }
    pass_stats_clear(&stage->stats);
}

// Returns how many programs the other side must wait for.
static int prepare_other(struct stage *stage, const struct chain *other)
{
    const struct sides *sides = &stage->sides;
    const bool fits = other && sides->shown && side_fits(&sides->other, &stage->lab, other);
    return stage->may_wait && other && !fits ? lab_prepare_chain(&stage->lab, other) : 0;
}

// Values of the chain that runs need no wait.
void stage_update(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    struct lab *lab = &stage->lab;
    int count = 0; // programs that are read again, or that a chain must wait for
    scene_sync_request(&stage->scene, lab, workbench, stage->may_wait);
    stage_resize(stage, workbench, lab->room[0], lab->room[1]); // of another scene
    if (stage->is_reloading && (count = program_cache_work(&lab->gpu.programs)) == 0)
        end_reload(stage, workbench);
    const bool is_other =
        plan_needs_rebuild(&lab->side.chain, &workbench->chain) || lab_has_new_times(lab);
    if (stage->may_wait && is_other)
        count = lab_prepare_chain(lab, &workbench->chain);
    if (count > 0 && is_other) {
        say_waiting(stage, workbench, count);
        return;
    }
    const bool chain_runs = (chain_equal(&workbench->chain, &lab->side.chain) && !is_other) ||
                            lab_set_chain(lab, &workbench->chain, &error);
    if (!chain_runs) {
        const struct scene_choice scene = workbench->scene;
        workbench_complain(workbench, &error);
        workbench_take_back(workbench, &lab->side.chain, &scene);
    }
    const struct chain *other = workbench->has_other ? &workbench->other : NULL;
    const int count_other = count == 0 ? prepare_other(stage, other) : 0;
    say_waiting(stage, workbench, count + count_other);
    if (count_other == 0 && !sides_update(&stage->sides, lab, other, &error)) {
        workbench_complain(workbench, &error);
        workbench->has_other = false;
        workbench->look.way = PRESENT_ONE;
    }
    workbench->walked = 0;
}

// ---- a look at a step or a pass

// Returns the index of the step's node in the tree of `stats`; -1 if it is not there. Inserted
// nodes belong to no step; a fused node outputs the result of its last step.
static int find_scope(const struct plan *plan, int step, const struct pass_stats *stats)
{
    int at = 0, number = 1;
    while (at < plan->count && plan->nodes[at].last_step < step)
        at++;
    if (at == plan->count)
        return -1;
    for (int before = 0; before < at; before++)
        number += strcmp(plan->nodes[before].label, plan->nodes[at].label) == 0;
    return pass_place_find_step(stats, plan->nodes[at].label, number);
}

// Turns on, among the passes of the selected step, as often as a key requested: from the keys,
// which know steps, to the tree of times, which has the passes that run.
static void turn_pass(struct workbench *workbench, const struct plan *plan,
                      const struct pass_stats *stats)
{
    const int turns = workbench->pass_turns, step = workbench->step;
    workbench->pass_turns = 0;
    if (turns == 0 || step >= workbench->chain.count)
        return;
    const char *name = workbench->chain.steps[step].effect->name;
    const bool is_off = workbench->chain.steps[step].off;
    const int scope = find_scope(plan, step, stats);
    bool is_idle = is_off || scope < 0;
    for (int i = 0; i < plan->identity_count; i++)
        is_idle = is_idle || plan->identities[i].step == step;
    if (is_idle) {
        workbench_say(workbench, "step %d, %s, %s, so it has no passes", step + 1, name,
                      is_off ? "is off" : "does not run");
        return;
    }
    int at = pass_place_find(stats, &workbench->pass);
    for (int i = 0; i < abs(turns); i++)
        at = pass_place_turn(stats, scope, at, turns > 0 ? 1 : -1);
    pass_place_of(stats, at, &workbench->pass);
}

void stage_describe_pass(const struct pass_view *view, char *out, size_t size)
{
    const struct texture *picture = &view->side.output;
    const double times = (double) picture->width / view->width;
    char enlarged[48] = "";
    if (picture->width != view->width || picture->height != view->height)
        snprintf(enlarged, sizeof(enlarged), ", %.3g times as large here", times);
    snprintf(out, size, "%s: %s of %dx%d%s", view->place.path,
             view->is_light ? "light" : "display values", view->width, view->height, enlarged);
}

void stage_update_view(struct stage *stage, struct workbench *workbench)
{
    struct chain chain;
    struct error error;
    turn_pass(workbench, &stage->lab.side.plan, &stage->stats);
    if (workbench->pass.path[0])
        workbench->viewing_step = false;
    else if (pass_view_is_shown(&stage->pass_view) && !workbench->viewing_step)
        workbench_say(workbench, "after all steps");
    pass_view_set(&stage->pass_view, &stage->lab, &workbench->pass);
    if (!workbench->viewing_step) {
        step_view_end(&stage->step_view);
        return;
    }
    // Another step waits for its programs. Those of the chain come first.
    if (stage->may_wait && stage->waits_for == 0 &&
        !step_view_has(&stage->step_view, &stage->lab, workbench->step, &chain) &&
        say_waiting(stage, workbench, lab_prepare_chain(&stage->lab, &chain)))
        return;
    if (!step_view_set(&stage->step_view, &stage->lab, workbench->step, &error)) {
        workbench_complain(workbench, &error);
        workbench->viewing_step = false;
    }
}

void stage_restart(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    plan_kept_restart(&stage->lab.side.kept, workbench->step);
    if (chain_step_palette_size(&workbench->chain.steps[workbench->step]) == 0)
        return;
    if (lab_find_colours_again(&stage->lab, &error))
        workbench_say(workbench, "the palette is of this frame");
    else
        workbench_complain(workbench, &error);
}

void stage_reload(struct stage *stage, struct workbench *workbench)
{
    if (!stage->has_shader_dir) {
        workbench_say(workbench, "the shaders are in the program; with --shader-dir DIR they are "
                                 "read from files");
        return;
    }
    program_cache_begin_reload(&stage->lab.gpu.programs);
    stage->is_reloading = true;
    if (!stage->may_wait)
        end_reload(stage, workbench);
}

// ---- what the implementations of a step take, found out between frames

static const struct effect *effect_of(const struct trials *trials)
{
    return trials->place.chain.steps[trials->place.step].effect;
}

void stage_measure(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    struct trials *trials = &stage->trials;
    if (trials->is_on) {
        trials->is_on = false;
        workbench_say(workbench, "%s: measuring is stopped", effect_of(trials)->name);
    } else if (trials_begin(trials, &stage->lab, &workbench->chain, workbench->step, &error)) {
        workbench_say(workbench,
                      "measuring the %d implementations of %s; the fastest is named at the end, "
                      "the list of impl shows all",
                      trials->count, effect_of(trials)->name);
    } else {
        workbench_say(workbench, "%s", error.text);
    }
}

// Goes on for a few milliseconds, after the frame was drawn, and says what came out at the end.
// What is wanted and not compiled yet comes first.
static void draw_trials(struct stage *stage, struct workbench *workbench)
{
    struct trials *trials = &stage->trials;
    if (stage->waits_for > 0 || stage->is_reloading ||
        !trials_draw(trials, &stage->lab, &workbench->chain))
        return;
    const int fastest = trials_fastest(trials);
    if (fastest < 0)
        workbench_say(workbench, "%s: no implementation could be measured here",
                      effect_of(trials)->name);
    else
        workbench_say(workbench, "%s: of %d, %s is the fastest here, %.3f ms",
                      effect_of(trials)->name, trials->count,
                      effect_of(trials)->impls[fastest]->name, trials->items[fastest].time);
    message_linger(&workbench->message);
}

// ---- a frame

static void collect_times(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&stage->lab.gpu.timer, false)))
        if (!sides_count(&stage->sides, frame) && !pass_view_is_frame(frame)) {
            pass_stats_add(&stage->stats, frame);
            pass_history_add(&stage->history, &stage->stats, frame);
        }
    if (lab_check_fault(&stage->lab, false, &error))
        return;
    workbench_complain(workbench, &error);
    lab_forget_drawn(&stage->lab);
}

// Says what is seen when that is another pass than before, and what is no more.
static void draw_pass(struct stage *stage, struct workbench *workbench, bool changed)
{
    char text[MESSAGE_SIZE];
    struct pass_view *view = &stage->pass_view;
    const bool is_new = !view->is_valid;
    if (!pass_view_draw(view, &stage->lab, changed)) {
        workbench_say(workbench,
                      "%s: no such pass runs now, or it puts out no image; after all "
                      "steps again",
                      workbench->pass.path);
        workbench->pass = view->place;
    } else if (pass_view_is_shown(view) && is_new) {
        stage_describe_pass(view, text, sizeof(text));
        workbench_say(workbench, "%s", text);
    }
}

bool stage_is_still(const struct stage *stage, const struct workbench *workbench)
{
    return !stage->redraws && (workbench->paused || !stage->lab.scene.scene->animated ||
                               workbench_shows_both(workbench));
}

void stage_draw(struct stage *stage, struct workbench *workbench)
{
    struct lab *lab = &stage->lab;
    const bool is_still = stage_is_still(stage, workbench);
    const bool may_compile = stage->waits_for == 0; // programs of the chain come first
    const struct chain *other = stage->sides.shown ? &stage->sides.other.chain : NULL;
    stage->light.requested = workbench->needs_light;
    stage->loupe.requested = workbench->look.loupe;
    const bool spreads = workbench_shows_page(workbench, PAGE_SPREAD);
    if (stage->spreads && !spreads)
        point_spread_finish(&stage->spread);
    stage->spreads = spreads;
    const bool notes = workbench->sheet == SHEET_SOURCE; // what runs, while its GLSL is shown
    if (notes && stage->texts.key.step != workbench->step)
        workbench->source_text = 0;
    if (notes)
        source_texts_begin(&stage->texts, lab, workbench->step);
    if (is_still)
        lab_draw_changes(lab, workbench->time);
    else
        lab_draw(lab, workbench->time);
    if (notes)
        source_texts_end(&stage->texts, lab);
    const bool ran = gpu_timer_drawn(&lab->gpu.timer)->scopes[0].dispatches > 0;
    const bool is_other =
        ran || (pass_view_is_shown(&stage->pass_view) && !stage->pass_view.is_valid);
    step_view_draw(&stage->step_view, lab, is_still);
    draw_pass(stage, workbench, ran);
    light_draw(&stage->light, lab, stage_seen(stage), is_other, may_compile);
    sides_draw(&stage->sides, lab, is_still);
    loupe_draw(&stage->loupe, lab, &stage_seen(stage)->chain, other, is_other, may_compile);
    previews_draw(&stage->previews, lab, workbench, may_compile);
    if (stage->spreads && may_compile)
        point_spread_draw(&stage->spread, lab, workbench->step, stage->may_wait);
    collect_times(stage, workbench);
    draw_trials(stage, workbench);
    if (may_compile && !stage->trials.is_on && !stage->is_reloading)
        lab_time_some(lab);
    program_cache_work(&lab->gpu.programs);
}

bool stage_is_due(const struct stage *stage)
{
    return sides_are_due(&stage->sides) || light_is_due(&stage->light) ||
           loupe_is_due(&stage->loupe) || stage->trials.is_on ||
           previews_are_due(&stage->previews) || scene_sync_is_due(&stage->scene) ||
           stage->lab.drawn.left > 0 || stage->is_resizing || stage->lab.is_untimed ||
           (stage->spreads && point_spread_is_due(&stage->spread));
}

double stage_pause(const struct stage *stage)
{
    return scene_sync_is_reading(&stage->scene) ? 0.02 : 1;
}

const struct side *stage_seen(const struct stage *stage)
{
    if (pass_view_is_shown(&stage->pass_view))
        return &stage->pass_view.side;
    return step_view_side(&stage->step_view, &stage->lab);
}
