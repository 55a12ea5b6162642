#include "app/window/stage/background/point_spread.h"

#include <math.h>
#include <stdio.h>

// Texels to each side: a picture of them is read back and summed up within some milliseconds. And
// the least worth looking at, in sigmas.
enum { MOST_REACH = 360, LEAST_SIGMAS = 3 };

// Nanoseconds of the GPU that a picture may be expected to take: that of a frame or so. Where the
// window's own picture has as many texels, its blur takes as long in any case.
static const double most_time = 16e6;

// Light of a point in halves, which is as much as they hold with room to spare: the tails of a wide
// blur would be lost below their smallest number.
static const double bright = 4096;

void point_spread_finish(struct point_spread *spread)
{
    read_back_finish(&spread->reader);
    spread_finish(&spread->spread);
    *spread = (struct point_spread){ 0 };
}

// ---- what is wanted

static bool is_blur(const struct chain *chain, int step)
{
    return step >= 0 && step < chain->count && chain->steps[step].effect->width;
}

const struct effect_impl *point_spread_impl(const struct lab *lab, int step)
{
    for (int i = 0; i < lab->side.plan.count; i++) {
        const struct plan_node *node = &lab->side.plan.nodes[i];
        if (node->impl && node->run.steps[0] == &lab->side.chain.steps[step])
            return node->impl;
    }
    return NULL;
}

static struct point_spread_job make_job(const struct lab *lab, int step)
{
    struct chain alone = { .count = 1, .steps = { lab->side.chain.steps[step] } };
    struct chain_step *blur = &alone.steps[0];
    const struct effect *effect = blur->effect;
    blur->off = false;
    blur->roi = (struct rect){ 0, 0, 1, 1 };
    drawing_settle(&alone, lab->plan_options.height);
    const struct effect_impl *impl = point_spread_impl(lab, step);
    const struct effect_width width = effect->width(blur->params, lab->plan_options.height);
    const enum texture_format format = lab->plan_options.format;
    const struct param *karis = param_find(effect->params, "karis");
    // Whether twice the light gives twice the image: weights by brightness do not.
    const bool is_linear = !karis || param_get(karis, blur->params, 0) == 0;
    for (int i = 0; impl && effect->impls[i]; i++)
        if (effect->impls[i] == impl)
            chain_step_choose_impl(blur, i + 1);
    return (struct point_spread_job){
        .is_there = true,
        .step = *blur,
        .impl = impl,
        .format = quality_has_room(format) && is_linear ? format : FORMAT_RGBA32F,
        .reloads = lab->gpu.programs.reloads,
        .asked = width.by_hand ? 0 : width.asked,
        .guess = width.in_effect,
        .far = effect->amounts ? effect->amounts(blur->params, lab->plan_options.height).reach : 0,
    };
}

static void want(struct point_spread *spread, const struct point_spread_job *job)
{
    const unsigned number = spread->job.number + 1;
    spread->job = *job;
    spread->job.number = number;
    spread->is_ready = spread->is_sharp = false;
    spread->begun = 0;
}

// ---- its plan

// What a picture is expected to take goes into no other one's time.
static bool is_quick(const struct point_spread *spread, const struct lab *lab)
{
    struct impl_estimate estimate;
    char why[EFFECT_WHY_SIZE];
    const struct plan *plan = &spread->plan;
    const struct plan_node *node = &plan->nodes[0];
    const double texels = (double) plan->options.width * plan->options.height;
    const double shown = (double) lab->plan_options.width * lab->plan_options.height;
    return texels <= shown || !plan_estimate(plan, &lab->gpu, node, node->impl, &estimate, why) ||
           estimate.model <= most_time;
}

// Makes the plan for a picture, as large as is quick enough. False where it waits for programs.
static bool make_plan(struct point_spread *spread, struct lab *lab, bool may_wait)
{
    struct error error;
    struct point_spread_job *job = &spread->job;
    const double wanted = ceil(fmax(spread_reach(job->guess), job->far));
    const int least = (int) ceil(LEAST_SIGMAS * job->guess);
    error_set(&error, "it would take longer than the window should wait for it");
    spread->why[0] = '\0';
    spread->chain = (struct chain){ .count = 1, .steps = { job->step } };
    for (int reach = (int) fmin(wanted, MOST_REACH); reach > 0; reach = reach * 3 / 4) {
        const struct plan_options options = {
            .width = spread_side(reach),
            .height = spread_side(reach),
            .format = job->format,
            .linear = true,
        };
        job->reach = reach;
        if (may_wait && lab_prepare_plan(lab, &spread->chain, &options) > 0)
            return false;
        if (!plan_build(&spread->plan, &spread->chain, &lab->gpu, &options, &error))
            break;
        if (!spread->plan.nodes[0].impl || is_quick(spread, lab))
            return true;
        if (reach * 3 / 4 < least && reach < MOST_REACH)
            break;
    }
    job->reach = 0;
    snprintf(spread->why, sizeof(spread->why), "%s", error.text);
    return true;
}

// ---- pictures

static double light_of(const struct point_spread_job *job)
{
    return job->format == FORMAT_RGBA32F ? 1 : bright;
}

static void draw_picture(struct point_spread *spread, struct gpu *gpu)
{
    const int reach = spread->job.reach, side = spread_side(reach);
    struct drawing_place places[DRAWING_POINTS];
    struct texture *from = texture_pool_acquire(&gpu->pool, side, side, spread->job.format);
    struct texture *to = texture_pool_acquire(&gpu->pool, side, side, FORMAT_RGBA32F);
    struct image source;
    spread_places(spread->begun, reach, places);
    image_init(&source, side, side, IMAGE_TYPE_F32);
    for (int c = 0; c < DRAWING_POINTS; c++) {
        const size_t texel = (size_t) places[c].y * (size_t) side + (size_t) places[c].x;
        ((float *) source.texels)[4 * texel + (size_t) c] = (float) light_of(&spread->job);
    }
    texture_upload(from, &source);
    plan_run(&spread->plan, gpu, from, to, 0);
    spread->reading[spread->reader.started % READ_BACK_SLOTS] = spread->job;
    read_back_start(&spread->reader, to, IMAGE_TYPE_F32, &gpu->fault);
    spread->begun++;
    image_finish(&source);
    texture_pool_release(&gpu->pool, from);
    texture_pool_release(&gpu->pool, to);
}

static void add_picture(struct point_spread *spread, const struct point_spread_job *job,
                        const struct image *picture)
{
    if (job->number != spread->measured.number) {
        spread_finish(&spread->spread);
        spread_init(&spread->spread, job->reach);
        spread->measured = *job;
    }
    spread_add(&spread->spread, picture, light_of(job));
    const int pictures = spread->spread.pictures;
    if (pictures > 1 && pictures < SPREAD_PICTURES)
        return;
    point_spread_sum_up(spread);
    // Wider than was thought: what was looked at has cut it.
    struct point_spread_job wider = spread->job;
    wider.guess = 1.5 * spread->sigma;
    if (wider.number == spread->measured.number && spread->sigma > 1.2 * spread->job.guess &&
        wider.reach < MOST_REACH)
        want(spread, &wider);
}

static bool has_more(const struct point_spread *spread)
{
    return spread->job.is_there &&
           (!spread->is_ready || (spread->job.reach > 0 && spread->begun < SPREAD_PICTURES));
}

void point_spread_draw(struct point_spread *spread, struct lab *lab, int step, bool may_wait)
{
    const struct chain *chain = &lab->side.chain;
    const struct point_spread_job *has = &spread->job;
    struct point_spread_job job = { 0 };
    spread->step = is_blur(chain, step) ? step : -1;
    for (int i = 0; i < chain->count && spread->step < 0; i++)
        if (is_blur(chain, i))
            spread->step = i;
    if (spread->step >= 0)
        job = make_job(lab, spread->step);
    const bool is_same =
        job.is_there == has->is_there &&
        (!job.is_there || (chain_step_equal(&job.step, &has->step) && job.impl == has->impl &&
                           job.format == has->format && job.reloads == has->reloads));
    if (!is_same)
        want(spread, &job);
    while (read_back_is_ready(&spread->reader)) { // the oldest first
        const struct point_spread_job drawn =
            spread->reading[spread->reader.taken % READ_BACK_SLOTS];
        struct image picture;
        bool is_faulty;
        read_back_take(&spread->reader, &picture, &is_faulty);
        add_picture(spread, &drawn, &picture);
        image_finish(&picture);
    }
    if (has_more(spread) && !read_back_is_full(&spread->reader)) {
        spread->is_ready = spread->is_ready || make_plan(spread, lab, may_wait);
        if (spread->is_ready && spread->job.reach > 0)
            draw_picture(spread, &lab->gpu);
    }
    point_spread_name(spread, chain, step);
}

bool point_spread_is_due(const struct point_spread *spread)
{
    return has_more(spread) || !read_back_is_empty(&spread->reader);
}
