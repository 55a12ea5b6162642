#include "app/renderer/renderer.h"

#define LOG_MODULE "renderer"

#include "render/context/gl_debug.h"
#include "render/text/log.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdlib.h>

const char *const renderer_profile_names[] = { "kept", "off", NULL };

// ---- what a renderer begins with

enum { WINDOW_MAX = 3 };
enum { RENDERER_PLAN_TEXT_SIZE = 2048 };

// Nanoseconds of GPU time that may be spent to choose one implementation, and in a window for one
// run of one, which is less than the budget of a frame.
static const double bench_budget = 2e9, begin_budget = 50e6, run_budget = 3e6;

static void use_profile(struct renderer *renderer, const struct draw_options *draw)
{
    const bool is_timed = draw->purpose == DRAW_TIMES;
    if (draw->profile == PROFILE_OFF)
        return;
    const bool is_kept = gpu_profile_load(&renderer->gpu.info, &renderer->profile);
    if (!is_kept) {
        gpu_profile_measure(&renderer->gpu, &renderer->profile);
        gpu_profile_store(&renderer->gpu.info, &renderer->profile);
    }
    renderer->gpu.profile = &renderer->profile;
    renderer->times = (struct impl_times){
        .budget = is_timed ? bench_budget : begin_budget,
        .most = is_timed ? 0 : WINDOW_MAX,
        .compiles = true,
    };
    // Edited shaders take other times, so their times are not stored.
    renderer->stores_times = !draw->shader_dir;
    if (is_kept && renderer->stores_times)
        impl_times_load(&renderer->times, &renderer->gpu.info);
    renderer->plan_options.times = &renderer->times;
}

static void destroy_scene(struct renderer *renderer)
{
    if (renderer->scene.scene)
        scene_destroy(renderer->scene.scene, &renderer->gpu, renderer->scene_state);
    renderer->scene_state = NULL;
}

static void use_scene(struct renderer *renderer, const struct scene_choice *scene)
{
    renderer->scene = *scene;
    renderer->plan_options.is_opaque =
        !scene->scene->is_opaque || scene->scene->is_opaque(renderer->scene_state);
    renderer->scene.is_tone_mapped = chain_shows_highlights(&renderer->side.chain);
    renderer->scene.may_be_coarse = renderer->is_window;
    renderer->scene.enlarged = renderer->plan_options.hook_size;
}

// Creates the state of a scene, a coarse one in a window.
static bool create_scene(struct renderer *renderer, const struct scene_choice *scene, void **state,
                         struct error *error)
{
    struct scene_choice coarse = *scene;
    coarse.may_be_coarse = renderer->is_window;
    return scene_create(&coarse, &renderer->gpu, state, error);
}

// Samples per pixel, chosen by their cost (docs/reference/audits.md). A window on a software
// renderer has fewer, since the resolve of four takes a third of the scene's time there; with one
// sample, silhouettes crawl, and bloom magnifies that.
enum { DEFAULT_SAMPLES = 4, SOFTWARE_WINDOW_SAMPLES = 2 };

bool renderer_init(struct renderer *renderer, const struct draw_options *draw, struct error *error)
{
    *renderer = (struct renderer) {
        .scene_scale = (float) draw->scene_scale,
        .is_window = draw->purpose == DRAW_WINDOW,
        .frame = draw->frame,
        .plan_options = {
            .format = draw->format,
            .fuse = draw->fuse,
            .linear = draw->is_linear,
            .depth = draw->depth,
            .hook_size = draw->hook_size > 0 ? draw->hook_size : 1,
            .as_floats = draw->as_floats,
        },
        .side = { .chain = draw->chain },
        .drawn.time = draw->time,
    };
    const struct scene *scene = draw->scene.scene;
    int width = RENDERER_DEFAULT_WIDTH, height = RENDERER_DEFAULT_HEIGHT;
    if (!gpu_init(&renderer->gpu, error))
        return false;
    renderer->gpu.programs.rounds_halves &= !draw->half_store_off;
    if (!create_scene(renderer, &draw->scene, &renderer->scene_state, error))
        return false;
    use_scene(renderer, &draw->scene);
    use_profile(renderer, draw);
    if (scene->size && renderer->scene_state)
        scene->size(renderer->scene_state, &width, &height);
    width = draw->width > 0 ? draw->width : width * renderer->plan_options.hook_size;
    height = draw->width > 0 ? draw->height : height * renderer->plan_options.hook_size;
    const int of_color = texture_max_samples(draw->format);
    const int of_depth = texture_max_samples(FORMAT_DEPTH32F);
    const int most = of_color < of_depth ? of_color : of_depth;
    const bool is_given = draw->msaa >= 0;
    renderer->samples = is_given ? draw->msaa
                        : renderer->is_window && renderer->gpu.info.software
                            ? SOFTWARE_WINDOW_SAMPLES
                            : DEFAULT_SAMPLES;
    if (renderer->samples > most)
        return error_set(error,
                         "--msaa %d%s: this GPU has at most %d samples of %s, and 0 for none",
                         renderer->samples, is_given ? "" : ", the default", most,
                         texture_format_name(draw->format));
    const bool done = renderer_resize(renderer, width, height, error);
    if (renderer->is_window) { // a driver that compiles in the calling thread would delay frames
        renderer->times.budget = run_budget;
        renderer->times.compiles =
            renderer->gpu.info.compiles_in_threads && !renderer->gpu.info.software;
    }
    return done;
}

void side_finish(struct side *side)
{
    texture_finish(&side->output);
    plan_cache_finish(&side->cache);
}

bool side_fits(const struct side *side, const struct renderer *renderer, const struct chain *chain)
{
    const struct texture *output = &side->output, *whole = &renderer->side.output;
    return output->id && output->width == whole->width && output->height == whole->height &&
           side->plan.options.is_opaque == renderer->plan_options.is_opaque &&
           !plan_needs_rebuild(&side->chain, chain);
}

bool side_update(struct side *side, struct renderer *renderer, const struct chain *chain,
                 bool is_built, struct error *error)
{
    const struct texture *whole = &renderer->side.output;
    const bool fits = is_built && side_fits(side, renderer, chain);
    side->chain = *chain;
    if (fits)
        return true;
    texture_fit_plain(&side->output, whole->width, whole->height, whole->format, "side");
    return renderer_build_plan(renderer, &side->plan, &side->chain, &renderer->plan_options, error);
}

void side_run_plan(struct side *side, struct renderer *renderer, bool changes)
{
    (changes ? plan_run_changes : plan_run)(&side->plan, &side->cache, &renderer->gpu,
                                            &renderer->source, &side->output, renderer->frame - 1);
}

void side_draw_again(struct side *side, struct renderer *renderer, struct texture *output)
{
    plan_run(&side->plan, chain_find_stateful(&side->chain) ? &side->cache : NULL, &renderer->gpu,
             &renderer->source, output, renderer->frame - 1);
}

void renderer_finish(struct renderer *renderer)
{
    impl_timing_finish(&renderer->timing);
    if (renderer->times.changed && renderer->stores_times)
        impl_times_store(&renderer->times, &renderer->gpu.info);
    impl_times_finish(&renderer->times);
    destroy_scene(renderer);
    texture_finish(&renderer->source);
    side_finish(&renderer->side);
    gpu_finish(&renderer->gpu);
}

// ---- what changes

// Replaces the current plan by another plan of the renderer's chain.
static void take_plan(struct renderer *renderer, const struct plan *plan)
{
    renderer->side.plan = *plan;
    renderer->scene.is_tone_mapped = chain_shows_highlights(&renderer->side.chain);
    renderer->is_untimed = renderer->is_window && plan->options.times;
    renderer->plan_times = renderer->times.puts;
}

static bool build_own_plan(struct renderer *renderer, const struct plan_options *options,
                           struct error *error)
{
    struct plan plan;
    if (!renderer_build_plan(renderer, &plan, &renderer->side.chain, options, error))
        return false;
    take_plan(renderer, &plan);
    return true;
}

bool renderer_is_outdated(const struct renderer *renderer)
{
    return renderer->plan_times != renderer->times.puts ||
           renderer->side.plan.options.is_opaque != renderer->plan_options.is_opaque;
}

void renderer_time_some(struct renderer *renderer)
{
    renderer->is_untimed =
        renderer->is_untimed &&
        plan_measure_impls(&renderer->side.chain, &renderer->gpu, &renderer->plan_options,
                           &renderer->times, &renderer->timing);
}

bool renderer_fit(const struct renderer *renderer, int size[2])
{
    scene_fit(&renderer->scene, renderer->scene_state, size);
    return size[0] == renderer->plan_options.width && size[1] == renderer->plan_options.height;
}

bool renderer_resize(struct renderer *renderer, int width, int height, struct error *error)
{
    const struct context_info *info = &renderer->gpu.info;
    const int most =
        info->max_texture < info->max_viewport ? info->max_texture : info->max_viewport;
    struct plan_options options = renderer->plan_options;
    int size[2] = { width, height };
    renderer_fit(renderer, size);
    options.width = size[0];
    options.height = size[1];
    if (width < 1 || height < 1 || size[0] > most || size[1] > most)
        return error_set(error, "a picture of %dx%d is not possible: this GPU takes 1x1 to %dx%d",
                         width, height, most, most);
    if (!build_own_plan(renderer, &options, error))
        return false;
    const enum texture_format output = options.linear        ? FORMAT_RGBA32F
                                       : options.depth == 16 ? FORMAT_RGBA16
                                                             : FORMAT_RGBA8;
    renderer->plan_options = options;
    renderer->requested_size[0] = width;
    renderer->requested_size[1] = height;
    renderer_forget_drawn(renderer);
    texture_fit_plain(&renderer->source, size[0], size[1], options.format, "source");
    texture_fit_plain(&renderer->side.output, size[0], size[1], output, "output");
    return true;
}

bool renderer_rebuild(struct renderer *renderer, struct error *error)
{
    return build_own_plan(renderer, &renderer->plan_options, error);
}

bool renderer_set_chain(struct renderer *renderer, const struct chain *chain, struct error *error)
{
    const struct chain before = renderer->side.chain;
    renderer->side.chain = *chain;
    renderer->scene.is_tone_mapped = chain_shows_highlights(chain);
    if (!(plan_needs_rebuild(&before, chain) || renderer_is_outdated(renderer)) ||
        renderer_rebuild(renderer, error))
        return true;
    renderer->scene.is_tone_mapped = chain_shows_highlights(&before);
    renderer->side.chain = before;
    return false;
}

static bool has_palette(const struct chain *chain)
{
    chain_for_each(step, chain)
        if (chain_step_palette_size(step) > 0)
            return true;
    return false;
}

bool renderer_find_colours_again(struct renderer *renderer, struct error *error)
{
    if (!has_palette(&renderer->side.chain))
        return true;
    renderer->colours = (struct renderer_colours){ 0 };
    return renderer_rebuild(renderer, error);
}

// Builds a plan whose programs are only listed.
static bool list_programs(struct renderer *renderer, const struct chain *chain,
                          const struct plan_options *options, struct plan *plan,
                          struct error *error)
{
    struct program_cache *programs = &renderer->gpu.programs;
    program_cache_cancel(programs);
    programs->defers = true;
    const bool is_built = plan_build(plan, chain, &renderer->gpu, options, error);
    programs->defers = false;
    renderer->plans++;
    return is_built;
}

// Ignores errors: renderer_set_chain reports those of the chain.
int renderer_prepare_plan(struct renderer *renderer, const struct chain *chain,
                          const struct plan_options *options)
{
    struct plan plan;
    struct error error;
    list_programs(renderer, chain, options, &plan, &error);
    return program_cache_work(&renderer->gpu.programs);
}

// The plan that was built to list the programs becomes the current one, unless programs were
// missing or a palette must be computed, which draws.
int renderer_request_chain(struct renderer *renderer, const struct chain *chain,
                           struct error *error)
{
    struct program_cache *programs = &renderer->gpu.programs;
    const struct chain before = renderer->side.chain;
    struct plan plan;
    renderer->side.chain = *chain;
    if (list_programs(renderer, &renderer->side.chain, &renderer->plan_options, &plan, error) &&
        program_cache_pending(programs) == 0 && !has_palette(chain)) {
        take_plan(renderer, &plan);
        return 0;
    }
    renderer->side.chain = before;
    const int missing = program_cache_work(programs);
    return missing > 0 ? missing : renderer_set_chain(renderer, chain, error) ? 0 : -1;
}

void renderer_announce_chain(const struct chain *chain, const struct plan_options *options)
{
    char text[CHAIN_TEXT_SIZE];
    if (!log_shows(LOG_LEVEL_DEBUG))
        return;
    chain_print(chain, text, sizeof(text));
    log_debug("compiling %s, %dx%d %s, fuse %s", text[0] ? text : "a chain of no steps",
              options->width, options->height, texture_format_name(options->format),
              plan_fuse_names[options->fuse]);
}

void renderer_announce_plan(const struct plan *plan)
{
    char text[RENDERER_PLAN_TEXT_SIZE] = "";
    struct step_writer writer = { text, sizeof(text), 0 };
    for (int i = 0; i < plan->count && log_shows(LOG_LEVEL_DEBUG); i++)
        step_writef(&writer, "%s%s%s%s", i > 0 ? ", " : "", plan->nodes[i].label,
                    plan->nodes[i].impl ? " by " : "",
                    plan->nodes[i].impl ? plan->nodes[i].impl->name : "");
    log_debug("drawing %s", text);
}

bool renderer_build_plan(struct renderer *renderer, struct plan *plan, const struct chain *chain,
                         const struct plan_options *options, struct error *error)
{
    if (!renderer->is_window) // a window builds one in each frame while a slider moves
        renderer_announce_chain(chain, options);
    if (options->times && !renderer->is_window)
        plan_measure_impls(chain, &renderer->gpu, options, &renderer->times, NULL);
    const struct palette *found[CHAIN_MAX_STEPS];
    struct plan_options with = *options;
    renderer->plans++;
    if (!renderer_find_colours(renderer, chain, &with, found, error) ||
        !plan_build(plan, chain, &renderer->gpu, &with, error))
        return false;
    plan->options.palettes = NULL;
    if (!renderer->is_window)
        renderer_announce_plan(plan);
    return true;
}

bool renderer_impl_fits(const struct renderer *renderer, const struct chain *chain, int step)
{
    return plan_impl_fits(chain, step, &renderer->gpu, &renderer->plan_options);
}

const struct effect_impl *renderer_impl(const struct renderer *renderer, int step)
{
    const struct plan *plan = &renderer->side.plan;
    plan_for_each(node, plan)
        if (node->impl && node->fused.steps[0] == &renderer->side.chain.steps[step])
            return node->impl;
    return NULL;
}

void renderer_take_scene(struct renderer *renderer, const struct scene_choice *scene, void *state)
{
    struct error error;
    destroy_scene(renderer);
    renderer_forget_drawn(renderer);
    renderer->scene_state = state;
    use_scene(renderer, scene);
    if (!renderer_find_colours_again(renderer, &error))
        log_warning("%s", error.text);
}

bool renderer_set_scene(struct renderer *renderer, const struct scene_choice *scene,
                        struct error *error)
{
    void *state;
    if (scene_shares_state(&renderer->scene, scene)) {
        use_scene(renderer, scene);
        return true;
    }
    if (!create_scene(renderer, scene, &state, error))
        return false;
    renderer_take_scene(renderer, scene, state);
    return true;
}

// ---- a frame

bool renderer_check_fault(struct renderer *renderer, bool wait, struct error *error)
{
    return !gpu_fault_read(&renderer->gpu.fault, wait) || error_set(error, GPU_FAULT_TEXT);
}

static struct renderer_drawn what_to_draw(const struct renderer *renderer, double time)
{
    return (struct renderer_drawn){
        .is_valid = true,
        .scene = renderer->scene,
        .time = renderer->scene.scene->animated ? time : 0,
        .samples = renderer->samples,
        .scale = renderer->scene_scale,
        .reloads = renderer->gpu.programs.reloads,
    };
}

static size_t refine(struct renderer *renderer, size_t texels)
{
    return renderer->is_window
               ? scene_refine(&renderer->drawn.scene, renderer->scene_state, &renderer->gpu,
                              renderer->scene_scale, &renderer->source, texels)
               : 0;
}

static void draw_source(struct renderer *renderer, const struct renderer_drawn *requested,
                        double time)
{
    renderer->drawn = *requested;
    renderer->frame++;
    scene_draw(&requested->scene, renderer->scene_state, &renderer->gpu, time, renderer->samples,
               renderer->scene_scale, &renderer->source);
    renderer->drawn.texels_left = refine(renderer, 0);
}

size_t renderer_refine_limit(const struct renderer *renderer)
{
    static const double budget = 25e6, assumed = 4, copies = 8; // nanoseconds
    static const double least = 1 << 17, most = 1 << 21;
    const double copy = renderer->gpu.profile ? renderer->profile.fragment.copy : assumed;
    return (size_t) fmax(least, fmin(budget / (copies * copy), most));
}

size_t renderer_refine(struct renderer *renderer)
{
    if (renderer->drawn.texels_left == 0)
        return 0;
    renderer->drawn.texels_left = refine(renderer, renderer_refine_limit(renderer));
    if (renderer->drawn.texels_left == 0)
        renderer_forget_drawn(renderer);
    return renderer->drawn.texels_left;
}

void renderer_forget_drawn(struct renderer *renderer)
{
    renderer->drawn.is_valid = false;
    renderer->drawn.texels_left = 0;
}

void renderer_draw_in_frame(struct renderer *renderer, double time)
{
    const struct renderer_drawn requested = what_to_draw(renderer, time);
    draw_source(renderer, &requested, time);
    side_run_plan(&renderer->side, renderer, false);
}

void renderer_draw(struct renderer *renderer, double time)
{
    gpu_begin_frame(&renderer->gpu, RENDERER_FRAME);
    renderer_draw_in_frame(renderer, time);
    gpu_end_frame(&renderer->gpu);
}

void renderer_draw_changes(struct renderer *renderer, double time)
{
    const struct renderer_drawn requested = what_to_draw(renderer, time);
    const struct renderer_drawn *drawn = &renderer->drawn;
    const bool is_valid = drawn->is_valid && scene_equal(&drawn->scene, &requested.scene) &&
                          drawn->scene.is_tone_mapped == requested.scene.is_tone_mapped &&
                          drawn->time == requested.time && drawn->samples == requested.samples &&
                          drawn->scale == requested.scale && drawn->reloads == requested.reloads;
    gpu_begin_frame(&renderer->gpu, RENDERER_FRAME);
    if (is_valid)
        gpu_timer_add_cached(&renderer->gpu.timer, "scene");
    else
        draw_source(renderer, &requested, time);
    side_run_plan(&renderer->side, renderer, true);
    gpu_end_frame(&renderer->gpu);
}

// ---- without a window

int headless_try(struct headless *headless, const struct draw_options *draw, struct error *error)
{
    *headless = (struct headless){ 0 };
    if (!context_init(&headless->context, draw->gpu, draw->gl_debug, error))
        return draw->gpu >= 0 ? EXIT_USAGE : EXIT_MACHINE;
    if (draw->gl_debug)
        gl_debug_enable(true);
    struct context_info info;
    if (!context_query(&info, error))
        return EXIT_MACHINE;
    return renderer_init(&headless->renderer, draw, error) ? EXIT_SUCCESS : EXIT_USAGE;
}

int headless_open(struct headless *headless, const struct draw_options *draw)
{
    struct error error;
    const int status = headless_try(headless, draw, &error);
    return status == EXIT_SUCCESS ? status : report_error(status, &error);
}

void headless_close(struct headless *headless)
{
    if (headless->context.handle)
        renderer_finish(&headless->renderer);
    context_finish(&headless->context);
}
