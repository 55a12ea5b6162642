#include "app/window/stage/background/point_spread.h"

#include "render/text/step_text.h"

#include <math.h>
#include <stdarg.h>
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

// Range of a profile to each side: in sigmas, and at least that many px.
enum { SHOWN_SIGMAS = 4, LEAST_RANGE = 4 };

// Limits below which a spread counts as round, so that other directions are not drawn.
static const double round_elongation = 0.005, round_squareness = 0.003;

// The share of all light whose radius is shown.
static const double most_light = 0.99;

// The share of light outside of the picture above which a note is shown. Far from the point, that
// share widens the blur by a thousandth.
static const double lost_light = 2e-5;

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

static struct point_spread_job make_job(const struct lab *lab, int step)
{
    struct chain alone = { .count = 1, .steps = { lab->side.chain.steps[step] } };
    struct chain_step *blur = &alone.steps[0];
    const struct effect *effect = blur->effect;
    blur->off = false;
    blur->roi = (struct rect){ 0, 0, 1, 1 };
    drawing_settle(&alone, lab->plan_options.height);
    const struct effect_impl *impl = lab_impl(lab, step);
    const struct effect_width width = effect->width(blur->params, lab->plan_options.height);
    const enum texture_format format = lab->plan_options.format;
    const struct param *karis = param_find(effect->params, "karis");
    // The blur is linear (twice the light gives twice the image) unless it weights by brightness.
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

// Returns true if the picture has no more texels than the one shown, or its estimated time is
// short: it must not delay a frame of the window.
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

// Makes the plan for a picture, as large as is quick enough. Returns false if it waits for
// programs.
static bool make_plan(struct point_spread *spread, struct lab *lab, bool may_wait)
{
    struct error error;
    struct point_spread_job *job = &spread->job;
    const double requested = ceil(fmax(spread_reach(job->guess), job->far));
    const int least = (int) ceil(LEAST_SIGMAS * job->guess);
    error_set(&error, "it would take longer than the window should wait for it");
    spread->why[0] = '\0';
    spread->chain = (struct chain){ .count = 1, .steps = { job->step } };
    for (int reach = (int) fmin(requested, MOST_REACH); reach > 0; reach = reach * 3 / 4) {
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

// ---- text about the result

static void note_choice(struct point_spread *spread, const struct chain *chain, int selected)
{
    char blurs[128] = "", *note = spread->shown.note;
    const size_t size = sizeof(spread->shown.note);
    struct step_writer writer = { blurs, sizeof(blurs), 0 };
    for (int i = 0; i < chain->count; i++)
        if (chain->steps[i].effect->width)
            step_writef(&writer, "%s%d %s", writer.length > 0 ? ", " : "", i + 1,
                        chain->steps[i].effect->name);
    if (spread->step < 0)
        snprintf(note, size, "no step of this chain blurs");
    else if (spread->why[0])
        snprintf(note, size, "not measured: %s", spread->why);
    else if (spread->is_sharp)
        snprintf(note, size, "with these numbers it does not blur");
    else if (spread->step != selected)
        snprintf(note, size, "the selected step does not blur; those that do: %s", blurs);
    else if (chain->steps[selected].off)
        snprintf(note, size, "the step is switched off; this is what it would do");
    else
        note[0] = '\0';
}

// Names the step, and adds a note if nothing is measured.
static void name_step(struct point_spread *spread, const struct chain *chain, int selected)
{
    struct point_spread_shown *shown = &spread->shown;
    const struct effect_impl *impl = spread->job.impl;
    if (!spread->job.is_there || spread->why[0])
        shown->is_known = false;
    if (spread->step < 0)
        snprintf(shown->title, sizeof(shown->title), "one lit texel, blurred");
    else
        snprintf(shown->title, sizeof(shown->title), "one lit texel after step %d, %s%s%s",
                 spread->step + 1, chain->steps[spread->step].effect->name, impl ? ": " : "",
                 impl ? impl->name : "");
    note_choice(spread, chain, selected);
}

// ---- profiles

static double value_between(const struct image *mean, double x, double y)
{
    const int left = (int) floor(x), top = (int) floor(y);
    const double right_share = x - left, bottom_share = y - top;
    const double *values[] = { image_clamped(mean, left, top), image_clamped(mean, left + 1, top),
                               image_clamped(mean, left, top + 1),
                               image_clamped(mean, left + 1, top + 1) };
    return (values[0][0] * (1 - right_share) + values[1][0] * right_share) * (1 - bottom_share) +
           (values[2][0] * (1 - right_share) + values[3][0] * right_share) * bottom_share;
}

static double place_of(int i, int count, double range)
{
    return range * (2.0 * i / (count - 1) - 1);
}

// Along the direction (x, y) of length 1. Along a diagonal, values lie between texels of it alone.
static void take_profile(const struct image *mean, double range, double x, double y, double peak,
                         float *profile)
{
    const int middle = mean->width / 2;
    for (int i = 0; i < POINT_SPREAD_POINTS; i++) {
        const double at = place_of(i, POINT_SPREAD_POINTS, range);
        double value;
        if (x > 0 && y > 0) {
            const double along = at * x, whole = floor(along), rest = along - whole;
            const int k = middle + (int) whole;
            value = image_clamped(mean, k, k)[0] * (1 - rest) +
                    image_clamped(mean, k + 1, k + 1)[0] * rest;
        } else {
            value = value_between(mean, middle + at * x, middle + at * y);
        }
        profile[i] = (float) (value / peak);
    }
}

// ---- numbers

static void PRINTF_LIKE(3, 4)
    add_line(struct point_spread_shown *shown, const char *label, const char *format, ...)
{
    struct point_spread_line *line = &shown->lines[shown->line_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->words, sizeof(line->words), format, arguments);
    va_end(arguments);
    snprintf(line->label, sizeof(line->label), "%s", label);
}

static void add_widths(struct point_spread_shown *shown, double asked,
                       const struct metrics_moments *moments)
{
    const double across = moments->sigma_x, down = moments->sigma_y;
    if (asked > 0) {
        const double more = across / asked - 1;
        add_line(shown, "asked", "sigma %.4g px", asked);
        if (fabs(more) < 5e-5)
            add_line(shown, "measured", "sigma %.4g px, as asked", across);
        else
            add_line(shown, "measured", "sigma %.4g px, %.2f %% %s", across, 100 * fabs(more),
                     more < 0 ? "less" : "more");
    } else {
        add_line(shown, "asked", "no sigma: other numbers decide");
        add_line(shown, "measured", "sigma %.4g px", across);
    }
    if (fabs(down / across - 1) > 1e-3)
        add_line(shown, "down", "sigma %.4g px", down);
}

static void add_source(struct point_spread *spread)
{
    const struct point_spread_job *job = &spread->measured;
    add_line(&spread->shown, "seen", "%d px each way, in %s", job->reach,
             texture_format_name(job->format));
    add_line(&spread->shown, "mean of", "a point in %d of %d places",
             spread->spread.pictures * SPREAD_POINTS, SPREAD_PLACES);
}

// Light out of sight makes the blur wider; nothing else is known about it. What is in sight has
// another shape than the whole.
static void add_cut_numbers(struct point_spread *spread, const struct metrics_moments *moments)
{
    struct point_spread_shown *shown = &spread->shown;
    if (spread->measured.asked > 0)
        add_line(shown, "asked", "sigma %.4g px", spread->measured.asked);
    add_line(shown, "measured", "sigma over %.3g px", moments->sigma_x);
    add_line(shown, "light", "%.3f %%; more lies out of sight, up to %.0f px",
             100 * moments->energy, spread->measured.far);
    add_source(spread);
}

static void add_numbers(struct point_spread *spread, const struct image *mean, double sigma,
                        const struct metrics_moments *moments)
{
    struct point_spread_shown *shown = &spread->shown;
    const struct point_spread_job *job = &spread->measured;
    const struct spread_profile profile = spread_profile_of(mean, sigma);
    const struct spread_profile ideal = spread_profile_of_gaussian(job->reach, sigma);
    const double worst = spread_worst(&profile, &ideal);
    // Avoids printing -0.000.
    const double squareness = fabs(moments->squareness) < 0.0005 ? 0 : moments->squareness;
    add_widths(shown, job->asked, moments);
    // A narrow core amid a haze, of few scattered shares, is many times as high as the Gaussian of
    // the same sigma; below, differences are shares of that one's peak.
    if (worst < 1)
        add_line(shown, "off a Gaussian", "%.2f %% of its peak", 100 * worst);
    else
        add_line(shown, "off a Gaussian", "%.3g times as high as its peak",
                 profile.values[0] / ideal.values[0]);
    add_line(shown, "light", "%.2f %%", 100 * moments->energy);
    add_line(shown, "99 % of it", "within %.4g px", spread_radius(mean, most_light));
    add_line(shown, "not round", "%.2f %% longer one way", 100 * moments->elongation);
    add_line(shown, "squareness", "%.3f; of a square -0.43", squareness);
    add_source(spread);
}

static void sum_up_mean(struct point_spread *spread, const struct image *mean)
{
    struct point_spread_shown *shown = &spread->shown;
    const struct metrics_moments moments = metrics_moments(mean, mean->width / 2, mean->height / 2);
    const double asked = spread->measured.asked;
    const double sigma = asked > 0 ? asked : moments.sigma_x;
    spread->sigma = moments.sigma_x;
    shown->line_count = 0;
    shown->is_known = moments.sigma_x > 0; // neither nothing, nor a point as it was, nor a NaN
    spread->is_sharp = !shown->is_known;
    if (spread->is_sharp)
        return;
    const int middle = mean->width / 2;
    double sum = 1; // of a Gaussian, along a line
    for (int i = 1; i <= middle; i++)
        sum += 2 * exp(-i * i / (2 * sigma * sigma));
    const double top = 1 / (sum * sum);
    shown->range = (float) fmin(fmax(SHOWN_SIGMAS * sigma, LEAST_RANGE), middle);
    shown->is_round =
        moments.elongation < round_elongation && fabs(moments.squareness) < round_squareness;
    const double range = (double) shown->range, half = sqrt(0.5);
    take_profile(mean, range, 1, 0, top, shown->across);
    take_profile(mean, range, 0, 1, top, shown->down);
    take_profile(mean, range, half, half, top, shown->diagonal);
    for (int i = 0; i < POINT_SPREAD_POINTS; i++) {
        const double at = place_of(i, POINT_SPREAD_POINTS, range);
        shown->gaussian[i] = (float) exp(-at * at / (2 * sigma * sigma));
    }
    for (int row = 0; row < POINT_SPREAD_CELLS; row++)
        for (int column = 0; column < POINT_SPREAD_CELLS; column++) {
            const double x = place_of(column, POINT_SPREAD_CELLS, range);
            const double y = place_of(row, POINT_SPREAD_CELLS, range);
            const double *texel =
                image_clamped(mean, middle + (int) lround(x), middle + (int) lround(y));
            shown->cells[row][column] = (float) (texel[0] / top);
        }
    if (moments.energy < 1 - lost_light && spread->measured.reach < spread->measured.far)
        add_cut_numbers(spread, &moments);
    else
        add_numbers(spread, mean, sigma, &moments);
}

// Sums up what came back.
static void sum_up(struct point_spread *spread)
{
    struct image mean;
    spread_mean(&spread->spread, &mean);
    sum_up_mean(spread, &mean);
    image_finish(&mean);
}

// ---- pictures

static double light_of(const struct point_spread_job *job)
{
    return job->format == FORMAT_RGBA32F ? 1 : bright;
}

static void draw_picture(struct point_spread *spread, struct gpu *gpu)
{
    const int reach = spread->job.reach, side = spread_side(reach);
    struct spread_place places[SPREAD_POINTS];
    struct texture *from = texture_pool_acquire(&gpu->pool, side, side, spread->job.format);
    struct texture *to = texture_pool_acquire(&gpu->pool, side, side, FORMAT_RGBA32F);
    struct image source;
    spread_places(spread->begun, reach, places);
    image_init(&source, side, side, IMAGE_TYPE_F32);
    for (int c = 0; c < SPREAD_POINTS; c++) {
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
    sum_up(spread);
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
    name_step(spread, chain, step);
}

bool point_spread_is_due(const struct point_spread *spread)
{
    return has_more(spread) || !read_back_is_empty(&spread->reader);
}
