#include "app/window/session/background/point_spread.h"

#include "render/text/step_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Texels to each side: a picture of them is read back and summed up within some milliseconds.
enum { MOST_REACH = 360 };

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
    spread_finish(&spread->spread);
    *spread = (struct point_spread){ 0 };
}

// ---- its job

static bool is_blur(const struct chain *chain, int step)
{
    return step >= 0 && step < chain->count && chain->steps[step].effect->blur;
}

static struct point_spread_job make_job(const struct renderer *renderer, int step)
{
    struct point_spread_job job = {
        .chain = { .count = 1, .steps = { renderer->side.chain.steps[step] } },
        .impl = renderer_impl(renderer, step),
        .reloads = renderer->gpu.programs.reloads,
    };
    struct chain_step *blur = &job.chain.steps[0];
    const struct effect *effect = blur->effect;
    blur->off = false;
    blur->roi = (struct rect){ 0, 0, 1, 1 };
    drawing_settle(&job.chain, renderer->plan_options.height);
    const struct effect_blur made = effect->blur(blur->params, renderer->plan_options.height);
    for (int i = 0; job.impl && effect->impls[i]; i++)
        if (effect->impls[i] == job.impl)
            chain_step_choose_impl(blur, i + 1);
    job.asked = made.by_hand ? 0 : made.requested;
    job.guess = made.width;
    job.far = made.reach;
    return job;
}

static void begin(struct point_spread *spread, const struct point_spread_job *job)
{
    const double reach = ceil(fmax(spread_reach(job->guess), job->far));
    spread_finish(&spread->spread);
    spread->spread = (struct spread){ 0 };
    spread->job = *job;
    spread->is_sharp = false;
    spread->why[0] = '\0';
    if (job->chain.count > 0)
        spread_init(&spread->spread, (int) fmin(reach, MOST_REACH));
}

// ---- text about the result

static void note_choice(struct point_spread *spread, const struct chain *chain, int selected)
{
    char blurs[128] = "", *note = spread->shown.note;
    const size_t size = sizeof(spread->shown.note);
    struct step_writer writer = { blurs, sizeof(blurs), 0 };
    for (int i = 0; i < chain->count; i++)
        if (chain->steps[i].effect->blur)
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
    if (spread->step < 0 || spread->why[0])
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

static double place_of(int i, int count, double range)
{
    return range * (2.0 * i / (count - 1) - 1);
}

// Takes the values along a line through the middle, from texel to texel by (right, down).
static void make_profile(const struct image *mean, double range, int right, int down, double peak,
                         float *profile)
{
    const int middle = mean->width / 2;
    for (int i = 0; i < POINT_SPREAD_POINTS; i++) {
        const double at = place_of(i, POINT_SPREAD_POINTS, range) / hypot(right, down);
        const int k = (int) floor(at);
        const double rest = at - k;
        const double *before = image_clamped(mean, middle + k * right, middle + k * down);
        const double *after =
            image_clamped(mean, middle + (k + 1) * right, middle + (k + 1) * down);
        profile[i] = (float) ((before[0] * (1 - rest) + after[0] * rest) / peak);
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
    add_line(&spread->shown, "seen", "%d px each way", spread->spread.reach);
    add_line(&spread->shown, "mean of", "a point in %d of %d places",
             spread->spread.pictures * SPREAD_POINTS, SPREAD_PLACES);
}

// Light outside of the picture widens the blur by an unknown amount. The visible part has another
// shape than the whole.
static void add_cut_numbers(struct point_spread *spread, const struct metrics_moments *moments)
{
    struct point_spread_shown *shown = &spread->shown;
    if (spread->job.asked > 0)
        add_line(shown, "asked", "sigma %.4g px", spread->job.asked);
    add_line(shown, "measured", "sigma over %.3g px", moments->sigma_x);
    add_line(shown, "light", "%.3f %%; more lies out of sight, up to %.0f px",
             100 * moments->energy, spread->job.far);
    add_source(spread);
}

static void add_numbers(struct point_spread *spread, const struct image *mean, double sigma,
                        const struct metrics_moments *moments)
{
    struct point_spread_shown *shown = &spread->shown;
    const struct spread_profile profile = spread_profile_of(mean, sigma);
    // Avoids printing -0.000.
    const double squareness = fabs(moments->squareness) < 0.0005 ? 0 : moments->squareness;
    add_widths(shown, spread->job.asked, moments);
    // A narrow core with wide tails is many times as high as the Gaussian of the same sigma; below
    // that, differences are relative to the Gaussian's peak.
    if (profile.worst < 1)
        add_line(shown, "off a Gaussian", "%.2f %% of its peak", 100 * profile.worst);
    else
        add_line(shown, "off a Gaussian", "%.3g times as high as its peak",
                 profile.values[0] / profile.ideal[0]);
    add_line(shown, "light", "%.2f %%", 100 * moments->energy);
    add_line(shown, "99 % of it", "within %.4g px", spread_radius(mean, most_light));
    add_line(shown, "elongation", "%.2f %%", 100 * moments->elongation);
    add_line(shown, "squareness", "%.3f; of a square -0.43", squareness);
    add_source(spread);
}

static void sum_up(struct point_spread *spread, const struct image *mean)
{
    struct point_spread_shown *shown = &spread->shown;
    const struct metrics_moments moments = metrics_moments(mean, mean->width / 2, mean->height / 2);
    const double asked = spread->job.asked;
    const double sigma = asked > 0 ? asked : moments.sigma_x;
    spread->sigma = moments.sigma_x;
    shown->line_count = 0;
    shown->is_known = moments.sigma_x > 0; // not empty, not an unchanged point, not NaN
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
    const double range = (double) shown->range;
    make_profile(mean, range, 1, 0, top, shown->across);
    make_profile(mean, range, 0, 1, top, shown->down);
    make_profile(mean, range, 1, 1, top, shown->diagonal);
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
    if (moments.energy < 1 - lost_light && spread->spread.reach < spread->job.far)
        add_cut_numbers(spread, &moments);
    else
        add_numbers(spread, mean, sigma, &moments);
}

// ---- pictures

bool point_spread_is_due(const struct point_spread *spread)
{
    return spread->job.chain.count > 0 && !spread->why[0] &&
           spread->spread.pictures < SPREAD_PICTURES;
}

void point_spread_draw(struct point_spread *spread, struct renderer *renderer, int step,
                       bool may_defer)
{
    const struct chain *chain = &renderer->side.chain;
    const struct drawing drawing = { .renderer = renderer, .format = FORMAT_RGBA32F };
    struct point_spread_job job = { 0 };
    spread->step = is_blur(chain, step) ? step : -1;
    for (int i = 0; i < chain->count && spread->step < 0; i++)
        if (is_blur(chain, i))
            spread->step = i;
    if (spread->step >= 0)
        job = make_job(renderer, spread->step);
    const bool is_same = chain_equal(&job.chain, &spread->job.chain) &&
                         job.impl == spread->job.impl && job.reloads == spread->job.reloads;
    if (!is_same)
        begin(spread, &job);
    struct error error;
    if (point_spread_is_due(spread) &&
        (spread->spread.pictures > 0 || !may_defer ||
         drawing_prepare_spread(&drawing, &spread->job.chain, &spread->spread))) {
        if (!drawing_add_spread(&drawing, &spread->job.chain, &spread->spread, &error))
            snprintf(spread->why, sizeof(spread->why), "%s", error.text);
        else if (spread->spread.pictures == 1 || spread->spread.pictures == SPREAD_PICTURES) {
            struct image mean;
            spread_mean(&spread->spread, &mean);
            sum_up(spread, &mean);
            image_finish(&mean);
            // The blur is wider than was expected, so the picture has cut it.
            if (spread->sigma > 1.2 * spread->job.guess && spread->spread.reach < MOST_REACH) {
                job = spread->job;
                job.guess = 1.5 * spread->sigma;
                begin(spread, &job);
            }
        }
    }
    name_step(spread, chain, step);
}
