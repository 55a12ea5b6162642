#include "app/window/session/session.h"

#include "app/edit/edit.h"
#include "effects/step_file.h"
#include "render/text/clock.h"

#include <stdio.h>
#include <string.h>

// Number of programs that stay compiled besides those of the last frames, so that switching back to
// an earlier chain is instant. Those of a software renderer take 0.3 to 3 MB each.
enum { PROGRAM_BUDGET = 24 };

bool session_init(struct session *session, const struct draw_options *request, struct error *error)
{
    session->has_shader_dir = request->shader_dir;
    pass_stats_init(&session->stats, SESSION_MEDIAN_FRAMES);
    pass_history_init(&session->history);
    sides_init(&session->sides);
    if (!renderer_init(&session->renderer, request, error))
        return false;
    session->renderer.gpu.programs.budget = PROGRAM_BUDGET;
    return true;
}

void session_finish(struct session *session)
{
    previews_finish(&session->previews);
    scene_sync_finish(&session->scene);
    sides_finish(&session->sides);
    light_finish(&session->light);
    trials_finish(&session->trials);
    point_spread_finish(&session->spread);
    source_texts_finish(&session->texts);
    source_edits_finish(&session->edits);
    side_finish(&session->step_side);
    pass_view_finish(&session->pass_view);
    pass_thumbnails_finish(&session->thumbnails);
    pass_stats_finish(&session->stats);
    pass_history_finish(&session->history);
    renderer_finish(&session->renderer);
}

// ---- updates to the ui_state

bool session_resize(struct session *session, struct ui_state *ui, int width, int height)
{
    struct error error;
    struct renderer *renderer = &session->renderer;
    struct plan_options options = renderer->plan_options;
    int size[2] = { width, height };
    session->is_resizing = false;
    if (renderer_fit(renderer, size) && renderer->requested_size[0] == width &&
        renderer->requested_size[1] == height)
        return true;
    options.width = size[0];
    options.height = size[1];
    session->is_resizing = session->programs_missing == 0 &&
                           renderer_prepare_plan(renderer, &renderer->side.chain, &options) > 0;
    if (session->is_resizing)
        return false;
    if (renderer_resize(renderer, width, height, &error)) {
        message_resolve(&ui->message, MESSAGE_EXTENT);
        pass_stats_clear(&session->stats);
    } else if (!ui->message.wrong[MESSAGE_EXTENT][0]) {
        ui_error(ui, &error);
        message_persist(&ui->message, MESSAGE_EXTENT);
    }
    return true;
}

// Prints how many programs are still being compiled. Returns true if there are any.
static bool print_waiting(struct session *session, struct ui_state *ui, int count)
{
    char words[64] = "";
    session->programs_missing = count;
    if (count > 0)
        snprintf(words, sizeof(words), "compiling %d %s ...", count,
                 count == 1 ? "shader" : "shaders");
    message_set_progress(&ui->message, MESSAGE_COMPILING, words);
    return count > 0;
}

static void end_reload(struct session *session, struct ui_state *ui)
{
    struct error error;
    struct renderer *renderer = &session->renderer;
    session->is_reloading = false;
    message_resolve(&ui->message, MESSAGE_SHADERS);
    session->shows_step = false;
    const bool is_done = program_cache_end_reload(&renderer->gpu.programs, &error) &&
                         renderer_rebuild(renderer, &error);
    if (source_edits_are_new(&session->edits)) {
        if (!is_done) { // the editor shows it, and the old programs stay
            source_edits_fail(&session->edits, &error);
            session->edits.is_shader_unread = false;
        }
    } else if (is_done) {
        ui_message(ui, "shaders read again");
        source_edits_show_changed(&session->edits, ui);
    } else {
        ui_error(ui, &error);
        message_persist(&ui->message, MESSAGE_SHADERS);
    }
    pass_stats_clear(&session->stats);
}

static void begin_reload(struct session *session)
{
    program_cache_begin_reload(&session->renderer.gpu.programs);
    session->is_reloading = true;
}

struct users {
    const struct session *session;
    const struct ui_state *ui;
};

// Returns true if `value`, read as an array of pointers, contains the address.
static bool has_address(const void *value, size_t size, const void *address)
{
    const void *const *words = value;
    for (size_t i = 0; i < size / sizeof(*words); i++)
        if (words[i] == address)
            return true;
    return false;
}

// Chains point to the effects of shader files, and are values in many places of the session and the
// ui_state, such as the states of the history. So both are searched completely for the address. A
// chain that is not used any more can delay the release of a version, but none is overlooked.
static bool is_file_used(const void *made, bool in_chains, const void *data)
{
    const struct users *users = data;
    const struct session *session = users->session;
    if (in_chains)
        return has_address(users->ui, sizeof(*users->ui), made) ||
               has_address(session, sizeof(*session), made);
    return plan_has_file(&session->renderer.side.plan, made) ||
           (session->sides.shown && plan_has_file(&session->sides.other.plan, made));
}

// First everything else that points to them is freed: plans beside the picture, images between
// nodes, and textures of files.
void session_free_old_files(struct session *session, const struct ui_state *ui)
{
    const struct users users = { session, ui };
    struct gpu *gpu = &session->renderer.gpu;
    light_finish(&session->light);
    trials_finish(&session->trials);
    point_spread_finish(&session->spread);
    side_finish(&session->step_side);
    session->shows_step = false;
    plan_cache_free_images(&session->renderer.side.cache);
    plan_cache_free_images(&session->sides.other.cache);
    texture_cache_finish(&gpu->cache);
    step_file_free_old(is_file_used, &users);
}

// Reads what the editor has changed: shaders, and shader files that are steps.
static void read_edits(struct session *session, struct ui_state *ui)
{
    struct source_edits *edits = &session->edits;
    struct error error;
    if (edits->is_file_unread && !ui_replace_files(ui, &error))
        source_edits_fail(edits, &error);
    if (edits->is_file_unread)
        session_free_old_files(session, ui);
    if (edits->is_shader_unread) {
        session->renderer.stores_times = false; // they are those of other programs
        begin_reload(session);
    }
    edits->is_file_unread = edits->is_shader_unread = false;
}

// Returns how many programs a side must wait for to show the chain. NULL: the side is not built.
static int prepare_side(struct session *session, const struct side *side, const struct chain *chain)
{
    struct renderer *renderer = &session->renderer;
    return side && side_fits(side, renderer, chain)
               ? 0
               : renderer_prepare_plan(renderer, chain, &renderer->plan_options);
}

void session_update(struct session *session, struct ui_state *ui)
{
    struct error error;
    struct renderer *renderer = &session->renderer;
    int count = 0; // programs that must be compiled
    source_edits_take(&session->edits, ui);
    read_edits(session, ui);
    session->is_typing = ui->source.due > 0;
    scene_sync_request(&session->scene, renderer, ui);
    session_resize(session, ui, renderer->requested_size[0], renderer->requested_size[1]);
    if (session->is_reloading && (count = program_cache_work(&renderer->gpu.programs)) == 0)
        end_reload(session, ui);
    const bool is_other =
        plan_needs_rebuild(&renderer->side.chain, &ui->chain) || renderer_is_outdated(renderer);
    bool chain_runs = true;
    if (is_other) {
        count = renderer_request_chain(renderer, &ui->chain, &error);
        if (print_waiting(session, ui, count))
            return;
        chain_runs = count == 0;
        count = 0;
    } else if (!chain_equal(&ui->chain, &renderer->side.chain)) {
        chain_runs = renderer_set_chain(renderer, &ui->chain, &error);
    }
    if (!chain_runs && source_edits_are_new(&session->edits)) { // the editor shows it
        source_edits_fail(&session->edits, &error);
        read_edits(session, ui);
    } else if (!chain_runs) {
        const struct scene_choice scene = ui->scene;
        ui_error(ui, &error);
        ui_restore_running(ui, &renderer->side.chain, &scene);
    }
    const struct chain *other = ui->has_other ? &ui->other : NULL;
    const struct side *other_side = session->sides.shown ? &session->sides.other : NULL;
    const int count_other = count == 0 && other ? prepare_side(session, other_side, other) : 0;
    print_waiting(session, ui, count + count_other);
    if (count_other == 0 && !sides_update(&session->sides, renderer, other, &error)) {
        ui_error(ui, &error);
        ui->has_other = false;
        ui->view.mode = PRESENT_ONE;
    }
    ui->impls_tried = 0;
}

// ---- a look at a step or a pass

void session_describe_pass(const struct pass_view *view, char *out, size_t size)
{
    const struct texture *picture = &view->side.output;
    const double times = (double) picture->width / view->width;
    char enlarged[48] = "";
    if (picture->width != view->width || picture->height != view->height)
        snprintf(enlarged, sizeof(enlarged), ", %.3g times as large here", times);
    snprintf(out, size, "%s: %s of %dx%d%s", view->place.path,
             view->is_light ? "light" : "display values", view->width, view->height, enlarged);
}

void session_update_view(struct session *session, struct ui_state *ui)
{
    static const struct pass_place scene = { .path = "scene", .number = 1, .step = 1 };
    const bool has_chain = ui->has_other || !ui->shows_other;
    struct chain chain = session->renderer.side.chain;
    struct error error;
    if (ui->pass.path[0])
        ui->viewing_step = false;
    else if (has_chain && pass_view_is_shown(&session->pass_view) && !ui->viewing_step)
        ui_message(ui, "after all steps");
    pass_view_set(&session->pass_view, &session->renderer, has_chain ? &ui->pass : &scene);
    if (!ui->viewing_step) {
        session->shows_step = false;
        return;
    }
    // The view of another step waits for its programs; those of the chain are compiled first.
    edit_cut(&chain, ui->step);
    if (session->programs_missing > 0 ||
        print_waiting(
            session, ui,
            prepare_side(session, session->shows_step ? &session->step_side : NULL, &chain)))
        return;
    session->shows_step =
        side_update(&session->step_side, &session->renderer, &chain, session->shows_step, &error);
    if (!session->shows_step) {
        ui_error(ui, &error);
        ui->viewing_step = false;
    }
}

void session_restart(struct session *session, struct ui_state *ui)
{
    struct error error;
    plan_cache_reset_state(&session->renderer.side.cache, ui->step);
    if (chain_step_palette_size(&ui->chain.steps[ui->step]) == 0)
        return;
    if (renderer_find_colours_again(&session->renderer, &error))
        ui_message(ui, "the palette is of this frame");
    else
        ui_error(ui, &error);
}

void session_reload(struct session *session, struct ui_state *ui)
{
    if (!session->has_shader_dir) {
        ui_message(ui, "the shaders are in the program; with --shader-dir DIR they are "
                       "read from files");
        return;
    }
    begin_reload(session);
}

// ---- what the implementations of a step take, found out between frames

void session_measure(struct session *session, struct ui_state *ui)
{
    struct error error;
    struct trials *trials = &session->trials;
    if (trials->is_on) {
        trials->is_on = false;
        ui_message(ui, "%s: measuring is stopped", trials_effect(trials)->name);
    } else if (trials_begin(trials, &session->renderer, ui->step, &error)) {
        ui_message(ui, "measuring the %d implementations of %s; the list of impl shows all",
                   trials->count, trials_effect(trials)->name);
    } else {
        ui_message(ui, "%s", error.text);
    }
}

// Continues for a few milliseconds after the frame was drawn, and prints the result at the end.
// Programs of the chain are compiled first.
static void draw_trials(struct session *session, struct ui_state *ui)
{
    struct trials *trials = &session->trials;
    if (session->programs_missing > 0 || session->is_reloading ||
        !trials_draw(trials, &session->renderer, &ui->chain))
        return;
    const int fastest = trials_fastest(trials);
    if (fastest < 0)
        ui_message(ui, "%s: no implementation could be measured here", trials_effect(trials)->name);
    else
        ui_message(ui, "%s: of %d, %s is the fastest here, %.3f ms", trials_effect(trials)->name,
                   trials->count, trials_effect(trials)->impls[fastest]->name,
                   trials->items[fastest].time);
    message_linger(&ui->message);
}

// ---- a frame

static void collect_times(struct session *session, struct ui_state *ui)
{
    struct error error;
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&session->renderer.gpu.timer, false)))
        if (!sides_count(&session->sides, frame) &&
            strcmp(frame->scopes[0].name, RENDERER_FRAME) == 0) {
            pass_stats_add(&session->stats, frame);
            pass_history_add(&session->history, &session->stats, frame);
        }
    if (renderer_check_fault(&session->renderer, false, &error))
        return;
    ui_error(ui, &error);
    renderer_forget_drawn(&session->renderer);
}

// Prints which pass is shown when it changes, or that it is no longer available.
static void draw_pass(struct session *session, struct ui_state *ui, bool changed)
{
    char text[MESSAGE_SIZE];
    struct pass_view *view = &session->pass_view;
    const bool is_new = !view->is_valid;
    if (!pass_view_draw(view, &session->renderer, changed)) {
        ui_message(ui,
                   "%s: no such pass runs now, or it writes no image; after all "
                   "steps again",
                   ui->pass.path);
        ui->pass = view->place;
    } else if (ui->pass.path[0] && is_new) {
        session_describe_pass(view, text, sizeof(text));
        ui_message(ui, "%s", text);
    }
}

bool session_waits_for_changes(const struct session *session, const struct ui_state *ui)
{
    return !session->draws_always &&
           (ui->paused || !session->renderer.scene.scene->animated || ui_shows_both(ui));
}

void session_draw(struct session *session, struct ui_state *ui)
{
    struct renderer *renderer = &session->renderer;
    const bool is_still = session_waits_for_changes(session, ui);
    const bool may_compile = session->programs_missing == 0; // programs of the chain come first
    const struct chain *other = session->sides.shown ? &session->sides.other.chain : NULL;
    session->light.shows_histograms = ui->needs_light;
    session->light.shows_loupe = ui->view.loupe;
    const bool shows_spread = ui_shows_page(ui, PAGE_SPREAD);
    if (session->shows_spread && !shows_spread)
        point_spread_finish(&session->spread);
    session->shows_spread = shows_spread;
    if (ui->dialog == DIALOG_SOURCE) {
        const bool is_other_step = session->texts.readings == 0 || session->texts.step != ui->step;
        source_texts_update(&session->texts, renderer, ui->step);
        ui->source.shown = is_other_step ? session->texts.own : ui->source.shown;
    }
    if (ui_shows_page(ui, PAGE_PASSES))
        pass_thumbnails_begin(&session->thumbnails, renderer, &session->stats, ui->step);
    else
        pass_thumbnails_finish(&session->thumbnails);
    const double begin = clock_seconds();
    const bool is_tried =
        source_edits_are_new(&session->edits) && !session->is_reloading && may_compile;
    if (is_still && !is_tried)
        renderer_draw_changes(renderer, ui->time);
    else
        renderer_draw(renderer, ui->time);
    if (is_tried) {
        source_edits_check_frame(&session->edits, clock_seconds() - begin);
        read_edits(session, ui);
    }
    const bool ran = gpu_timer_drawn(&renderer->gpu.timer)->scopes[0].dispatches > 0;
    pass_thumbnails_end(&session->thumbnails, renderer, is_still, ran);
    const bool is_other =
        ran || (pass_view_is_shown(&session->pass_view) && !session->pass_view.is_valid);
    if (session->shows_step)
        side_run_plan(&session->step_side, renderer, is_still);
    else
        plan_cache_finish(&session->step_side.cache);
    draw_pass(session, ui, ran);
    sides_draw(&session->sides, renderer, is_still);
    light_draw(&session->light, renderer, session_shown_side(session), other, is_other,
               may_compile);
    previews_draw(&session->previews, renderer, ui, may_compile);
    if (session->shows_spread && may_compile)
        point_spread_draw(&session->spread, renderer, ui->step);
    collect_times(session, ui);
    draw_trials(session, ui);
    if (may_compile && !session->trials.is_on && !session->is_reloading)
        renderer_time_some(renderer);
    program_cache_work(&renderer->gpu.programs);
}

bool session_is_due(const struct session *session)
{
    return sides_are_due(&session->sides) || light_is_due(&session->light) ||
           session->trials.is_on || previews_are_due(&session->previews) ||
           pass_thumbnails_are_due(&session->thumbnails) || scene_sync_is_due(&session->scene) ||
           session->renderer.drawn.texels_left > 0 || session->is_resizing || session->is_typing ||
           session->renderer.is_untimed || source_edits_are_new(&session->edits) ||
           (session->shows_spread && point_spread_is_due(&session->spread));
}

double session_pause(const struct session *session)
{
    return scene_sync_is_reading(&session->scene) ? 0.02 : 1;
}

const struct side *session_shown_side(const struct session *session)
{
    if (pass_view_is_shown(&session->pass_view))
        return &session->pass_view.side;
    return session->shows_step ? &session->step_side : &session->renderer.side;
}
