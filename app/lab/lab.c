#include "app/lab/lab.h"

#define LOG_MODULE "lab"

#include "render/context/gl_debug.h"
#include "render/text/log.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdlib.h>

const char *const lab_profile_names[] = { "kept", "off", NULL };

// ---- what a lab begins with

// Nanoseconds of the GPU that the choice of one implementation may take, and in a window one run of
// one: less than the budget of a frame.
enum { WINDOW_MOST = 3 };
enum { LAB_PLAN_TEXT_SIZE = 2048 };
static const double bench_budget = 2e9, begin_budget = 50e6, run_budget = 3e6;

static void use_profile(struct lab *lab, const struct draw_options *draw)
{
    const bool is_timed = draw->purpose == DRAW_TIMES;
    if (draw->profile == PROFILE_OFF)
        return;
    const bool is_kept = gpu_profile_load(&lab->gpu.info, &lab->profile);
    if (!is_kept) {
        gpu_profile_measure(&lab->gpu, &lab->profile);
        gpu_profile_store(&lab->gpu.info, &lab->profile);
    }
    lab->gpu.profile = &lab->profile;
    lab->times = (struct impl_times){
        .budget = is_timed ? bench_budget : begin_budget,
        .most = is_timed ? 0 : WINDOW_MOST,
        .compiles = true,
    };
    // Edited shaders take other times, so these are not kept.
    lab->stores_times = !draw->shader_dir;
    if (is_kept && lab->stores_times)
        impl_times_load(&lab->times, &lab->gpu.info);
    lab->plan_options.times = &lab->times;
}

static void destroy_scene(struct lab *lab)
{
    if (lab->scene.scene)
        scene_destroy(lab->scene.scene, &lab->gpu, lab->scene_state);
    lab->scene_state = NULL;
}

static void use_scene(struct lab *lab, const struct scene_choice *scene)
{
    lab->scene = *scene;
    lab->scene.is_tone_mapped = chain_shows_highlights(&lab->side.chain);
    lab->scene.may_be_coarse = lab->is_window;
    lab->scene.enlarged = lab->plan_options.hook_size;
}

// Makes the state of a scene, coarse in a window.
static bool create_scene(struct lab *lab, const struct scene_choice *scene, void **state,
                         struct error *error)
{
    struct scene_choice coarse = *scene;
    coarse.may_be_coarse = lab->is_window;
    return scene_create(&coarse, &lab->gpu, state, error);
}

// Samples a pixel, chosen by cost (docs/measuring.md). A window of a software renderer has fewer,
// since the resolve of four takes a third of the scene's time there; with one, silhouettes crawl,
// and bloom makes that larger.
enum { DEFAULT_SAMPLES = 4, SOFTWARE_WINDOW_SAMPLES = 2 };

static bool choose_samples(struct lab *lab, const struct draw_options *draw, struct error *error)
{
    const int of_color = texture_most_samples(draw->format);
    const int of_depth = texture_most_samples(FORMAT_DEPTH32F);
    const int most = of_color < of_depth ? of_color : of_depth;
    const bool is_given = draw->msaa >= 0;
    const bool is_slow_window = draw->purpose == DRAW_WINDOW && lab->gpu.info.software;
    lab->samples = is_given         ? draw->msaa
                   : is_slow_window ? SOFTWARE_WINDOW_SAMPLES
                                    : DEFAULT_SAMPLES;
    if (lab->samples <= most)
        return true;
    return error_set(error, "--msaa %d%s: this GPU has at most %d samples of %s, and 0 for none",
                     lab->samples, is_given ? "" : ", the default", most,
                     texture_format_name(draw->format));
}

bool lab_init(struct lab *lab, const struct draw_options *draw, bool linear, struct error *error)
{
    *lab = (struct lab) {
        .scene_scale = (float) draw->scene_scale,
        .is_window = draw->purpose == DRAW_WINDOW,
        .frame = draw->frame,
        .plan_options = {
            .format = draw->format,
            .fuse = draw->fuse,
            .linear = linear,
            .depth = draw->depth,
            .hook_size = 1 + draw->hook_size,
            .as_floats = draw->as_floats,
        },
        .side = { .chain = draw->chain },
        .drawn.time = draw->time,
    };
    const struct scene *scene = draw->scene.scene;
    int width = LAB_DEFAULT_WIDTH, height = LAB_DEFAULT_HEIGHT;
    if (!gpu_init(&lab->gpu, error))
        return false;
    lab->gpu.programs.rounds_halves &= !draw->half_store_off;
    if (!create_scene(lab, &draw->scene, &lab->scene_state, error))
        return false;
    use_scene(lab, &draw->scene);
    use_profile(lab, draw);
    if (draw->width > 0) {
        width = draw->width;
        height = draw->height;
    } else if (scene->size && lab->scene_state) {
        scene->size(lab->scene_state, &width, &height);
    }
    width *= draw->width > 0 ? 1 : lab->plan_options.hook_size;
    height *= draw->width > 0 ? 1 : lab->plan_options.hook_size;
    const bool done = choose_samples(lab, draw, error) && lab_resize(lab, width, height, error);
    if (lab->is_window) { // a driver that compiles while it is asked would hold frames up
        lab->times.budget = run_budget;
        lab->times.compiles = lab->gpu.info.compiles_apart && !lab->gpu.info.software;
    }
    return done;
}

void side_finish(struct side *side)
{
    texture_finish(&side->output);
    plan_kept_finish(&side->kept);
}

bool side_fits(const struct side *side, const struct lab *lab, const struct chain *chain)
{
    const struct texture *output = &side->output, *whole = &lab->side.output;
    return output->id && output->width == whole->width && output->height == whole->height &&
           !plan_needs_rebuild(&side->chain, chain);
}

bool side_update(struct side *side, struct lab *lab, const struct chain *chain, bool is_built,
                 struct error *error)
{
    const struct texture *whole = &lab->side.output;
    const bool fits = is_built && side_fits(side, lab, chain);
    side->chain = *chain;
    if (fits)
        return true;
    texture_fit_plain(&side->output, whole->width, whole->height, whole->format, "side");
    return lab_build_plan(lab, &side->plan, &side->chain, &lab->plan_options, error);
}

void side_draw(struct side *side, struct lab *lab, bool changes)
{
    (changes ? plan_run_changes : plan_run_on)(&side->plan, &side->kept, &lab->gpu, &lab->source,
                                               &side->output, lab->frame - 1);
}

void side_draw_again(struct side *side, struct lab *lab, struct texture *output)
{
    if (chain_keeper(&side->chain))
        plan_run_on(&side->plan, &side->kept, &lab->gpu, &lab->source, output, lab->frame - 1);
    else
        plan_run(&side->plan, &lab->gpu, &lab->source, output, lab->frame - 1);
}

void lab_finish(struct lab *lab)
{
    impl_timing_finish(&lab->timing);
    if (lab->times.changed && lab->stores_times)
        impl_times_store(&lab->times, &lab->gpu.info);
    impl_times_finish(&lab->times);
    destroy_scene(lab);
    texture_finish(&lab->source);
    side_finish(&lab->side);
    gpu_finish(&lab->gpu);
}

// ---- what changes

static bool build_own_plan(struct lab *lab, const struct plan_options *options, struct error *error)
{
    if (!lab_build_plan(lab, &lab->side.plan, &lab->side.chain, options, error))
        return false;
    lab->is_untimed = lab->is_window && options->times;
    lab->plan_times = lab->times.puts;
    return true;
}

bool lab_has_new_times(const struct lab *lab)
{
    return lab->plan_times != lab->times.puts;
}

void lab_time_some(struct lab *lab)
{
    lab->is_untimed =
        lab->is_untimed &&
        plan_time_some(&lab->side.chain, &lab->gpu, &lab->plan_options, &lab->times, &lab->timing);
}

bool lab_fit(const struct lab *lab, int size[2])
{
    scene_fit(&lab->scene, lab->scene_state, size);
    return size[0] == lab->plan_options.width && size[1] == lab->plan_options.height;
}

bool lab_resize(struct lab *lab, int width, int height, struct error *error)
{
    const struct context_info *info = &lab->gpu.info;
    const int most =
        info->max_texture < info->max_viewport ? info->max_texture : info->max_viewport;
    struct plan_options options = lab->plan_options;
    int size[2] = { width, height };
    lab_fit(lab, size);
    options.width = size[0];
    options.height = size[1];
    if (width < 1 || height < 1 || size[0] > most || size[1] > most)
        return error_set(error, "a picture of %dx%d is not possible: this GPU takes 1x1 to %dx%d",
                         width, height, most, most);
    if (!build_own_plan(lab, &options, error))
        return false;
    const enum texture_format output = options.linear        ? FORMAT_RGBA32F
                                       : options.depth == 16 ? FORMAT_RGBA16
                                                             : FORMAT_RGBA8;
    lab->plan_options = options;
    lab->room[0] = width;
    lab->room[1] = height;
    lab_forget_drawn(lab);
    texture_fit_plain(&lab->source, size[0], size[1], options.format, "source");
    texture_fit_plain(&lab->side.output, size[0], size[1], output, "output");
    return true;
}

bool lab_rebuild(struct lab *lab, struct error *error)
{
    return build_own_plan(lab, &lab->plan_options, error);
}

bool lab_set_chain(struct lab *lab, const struct chain *chain, struct error *error)
{
    const struct chain before = lab->side.chain;
    lab->side.chain = *chain;
    lab->scene.is_tone_mapped = chain_shows_highlights(chain);
    if (!(plan_needs_rebuild(&before, chain) || lab_has_new_times(lab)) || lab_rebuild(lab, error))
        return true;
    lab->scene.is_tone_mapped = chain_shows_highlights(&before);
    lab->side.chain = before;
    return false;
}

bool lab_find_colours_again(struct lab *lab, struct error *error)
{
    bool needs_palette = false;
    for (int i = 0; i < lab->side.chain.count; i++)
        needs_palette = needs_palette || chain_step_palette_size(&lab->side.chain.steps[i]) > 0;
    if (!needs_palette)
        return true;
    lab->colours = (struct lab_colours){ 0 };
    return lab_rebuild(lab, error);
}

// Ignores errors: lab_set_chain says what is wrong with the chain.
int lab_prepare_plan(struct lab *lab, const struct chain *chain, const struct plan_options *options)
{
    struct program_cache *programs = &lab->gpu.programs;
    struct plan plan;
    struct error error;
    program_cache_cancel(programs);
    programs->defers = true;
    plan_build(&plan, chain, &lab->gpu, options, &error);
    programs->defers = false;
    return program_cache_work(programs);
}

int lab_prepare_chain(struct lab *lab, const struct chain *chain)
{
    return lab_prepare_plan(lab, chain, &lab->plan_options);
}

void lab_announce_chain(const struct chain *chain, const struct plan_options *options)
{
    char text[CHAIN_TEXT_SIZE];
    if (!log_shows(LOG_LEVEL_DEBUG))
        return;
    chain_print(chain, text, sizeof(text));
    log_debug("compiling %s, %dx%d %s, fuse %s", text[0] ? text : "a chain of no steps",
              options->width, options->height, texture_format_name(options->format),
              plan_fuse_names[options->fuse]);
}

void lab_announce_plan(const struct plan *plan)
{
    char text[LAB_PLAN_TEXT_SIZE] = "";
    struct step_writer writer = { text, sizeof(text), 0 };
    for (int i = 0; i < plan->count && log_shows(LOG_LEVEL_DEBUG); i++)
        step_writef(&writer, "%s%s%s%s", i > 0 ? ", " : "", plan->nodes[i].label,
                    plan->nodes[i].impl ? " by " : "",
                    plan->nodes[i].impl ? plan->nodes[i].impl->name : "");
    log_debug("drawing %s", text);
}

bool lab_build_plan(struct lab *lab, struct plan *plan, const struct chain *chain,
                    const struct plan_options *options, struct error *error)
{
    if (!lab->is_window) // a window builds one a frame while a slider moves
        lab_announce_chain(chain, options);
    if (options->times && !lab->is_window)
        plan_time(chain, &lab->gpu, options, &lab->times);
    const struct palette *found[CHAIN_MAX_STEPS];
    struct plan_options with = *options;
    if (!lab_find_colours(lab, chain, &with, found, error) ||
        !plan_build(plan, chain, &lab->gpu, &with, error))
        return false;
    plan->options.palettes = NULL;
    if (!lab->is_window)
        lab_announce_plan(plan);
    return true;
}

bool lab_impl_fits(const struct lab *lab, const struct chain *chain, int step)
{
    return plan_impl_fits(chain, step, &lab->gpu, &lab->plan_options);
}

const struct effect_impl *lab_impl(const struct lab *lab, int step)
{
    const struct plan *plan = &lab->side.plan;
    for (int i = 0; i < plan->count; i++)
        if (plan->nodes[i].impl && plan->nodes[i].run.steps[0] == &lab->side.chain.steps[step])
            return plan->nodes[i].impl;
    return NULL;
}

void lab_take_scene(struct lab *lab, const struct scene_choice *scene, void *state)
{
    struct error error;
    destroy_scene(lab);
    program_cache_unpin(&lab->gpu.programs);
    lab_forget_drawn(lab);
    use_scene(lab, scene);
    lab->scene_state = state;
    if (!lab_find_colours_again(lab, &error))
        log_warning("%s", error.text);
}

bool lab_set_scene(struct lab *lab, const struct scene_choice *scene, struct error *error)
{
    void *state;
    if (scene_shares_state(&lab->scene, scene)) {
        use_scene(lab, scene);
        return true;
    }
    if (!create_scene(lab, scene, &state, error))
        return false;
    lab_take_scene(lab, scene, state);
    return true;
}

// ---- a frame

bool lab_check_fault(struct lab *lab, bool wait, struct error *error)
{
    return !gpu_fault_read(&lab->gpu.fault, wait) || error_set(error, GPU_FAULT_TEXT);
}

static struct lab_drawn what_to_draw(const struct lab *lab, double time)
{
    return (struct lab_drawn){
        .is_valid = true,
        .scene = lab->scene,
        .time = lab->scene.scene->animated ? time : 0,
        .samples = lab->samples,
        .scale = lab->scene_scale,
        .reloads = lab->gpu.programs.reloads,
    };
}

static size_t refine(struct lab *lab, size_t texels)
{
    return lab->is_window ? scene_refine(&lab->drawn.scene, lab->scene_state, &lab->gpu,
                                         lab->scene_scale, &lab->source, texels)
                          : 0;
}

static void draw_source(struct lab *lab, const struct lab_drawn *requested, double time)
{
    lab->drawn = *requested;
    lab->frame++;
    scene_draw(&requested->scene, lab->scene_state, &lab->gpu, time, lab->samples, lab->scene_scale,
               &lab->source);
    lab->drawn.left = refine(lab, 0);
}

size_t lab_refine_most(const struct lab *lab)
{
    static const double budget = 25e6, assumed = 4, copies = 8; // nanoseconds
    static const double least = 1 << 17, most = 1 << 21;
    const double copy = lab->gpu.profile ? lab->profile.fragment.copy : assumed;
    return (size_t) fmax(least, fmin(budget / (copies * copy), most));
}

size_t lab_refine(struct lab *lab)
{
    if (lab->drawn.left == 0)
        return 0;
    lab->drawn.left = refine(lab, lab_refine_most(lab));
    if (lab->drawn.left == 0)
        lab_forget_drawn(lab);
    return lab->drawn.left;
}

void lab_forget_drawn(struct lab *lab)
{
    lab->drawn.is_valid = false;
    lab->drawn.left = 0;
}

void lab_draw_in_frame(struct lab *lab, double time)
{
    const struct lab_drawn requested = what_to_draw(lab, time);
    draw_source(lab, &requested, time);
    side_draw(&lab->side, lab, false);
}

void lab_draw(struct lab *lab, double time)
{
    gpu_begin_frame(&lab->gpu, "frame");
    lab_draw_in_frame(lab, time);
    gpu_end_frame(&lab->gpu);
}

void lab_draw_changes(struct lab *lab, double time)
{
    const struct lab_drawn requested = what_to_draw(lab, time);
    const struct lab_drawn *drawn = &lab->drawn;
    const bool is_valid = drawn->is_valid && scene_equal(&drawn->scene, &requested.scene) &&
                          drawn->scene.is_tone_mapped == requested.scene.is_tone_mapped &&
                          drawn->time == requested.time && drawn->samples == requested.samples &&
                          drawn->scale == requested.scale && drawn->reloads == requested.reloads;
    gpu_begin_frame(&lab->gpu, "frame");
    if (is_valid)
        gpu_timer_keep(&lab->gpu.timer, "scene");
    else
        draw_source(lab, &requested, time);
    side_draw(&lab->side, lab, true);
    gpu_end_frame(&lab->gpu);
}

// ---- without a window

int headless_try(struct headless *headless, const struct draw_options *draw, bool linear,
                 struct error *error)
{
    *headless = (struct headless){ 0 };
    if (!context_init(&headless->context, draw->gpu, draw->gl_debug, error))
        return draw->gpu >= 0 ? EXIT_USAGE : EXIT_MACHINE;
    if (draw->gl_debug)
        gl_debug_enable(true);
    struct context_info info;
    if (!context_query(&info, error))
        return EXIT_MACHINE;
    return lab_init(&headless->lab, draw, linear, error) ? EXIT_SUCCESS : EXIT_USAGE;
}

int headless_open(struct headless *headless, const struct draw_options *draw, bool linear)
{
    struct error error;
    const int status = headless_try(headless, draw, linear, &error);
    return status == EXIT_SUCCESS ? status : complain(status, &error);
}

void headless_close(struct headless *headless)
{
    if (headless->context.handle)
        lab_finish(&headless->lab);
    context_finish(&headless->context);
}
