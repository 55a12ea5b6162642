#include "app/window/session/background/background.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Texels to each side: a picture of them is read back and summed up within some milliseconds.
enum { MAX_REACH = 360 };

// Range of a profile to each side: in sigmas, and at least that many px.
enum { SHOWN_SIGMAS = 4, MIN_RANGE = 4 };

// The share of all light whose radius is shown.
static const double most_light = 0.99;

// The share of light outside of the picture above which it is mentioned. Far from the point, that
// share widens the blur by a thousandth.
static const double lost_light = 2e-5;

void point_spread_finish(struct point_spread *spread)
{
    spread_finish(&spread->spread);
    *spread = (struct point_spread){ 0 };
}

// ---- the blur

static void begin(struct point_spread *spread)
{
    const double reach = ceil(fmax(spread_reach(spread->expected), spread->far));
    spread_finish(&spread->spread);
    spread->spread = (struct spread){ 0 };
    spread->is_sharp = false;
    spread->error.text[0] = '\0';
    if (spread->chain.count > 0)
        spread_init(&spread->spread, (int) fmin(reach, MAX_REACH));
}

// Takes the step of the renderer's chain, and begins if it is another one.
static void update_step(struct point_spread *spread, const struct renderer *renderer)
{
    const unsigned reloads = renderer->gpu.programs.reloads;
    const int height = renderer->plan_options.height, step = spread->step;
    const struct effect_impl *impl = step < 0 ? NULL : renderer_impl(renderer, step);
    struct chain chain = { 0 };
    if (step >= 0) {
        struct chain_step *blur = &chain.steps[chain.count++];
        *blur = renderer->side.chain.steps[step];
        blur->off = false;
        blur->roi = (struct rect){ 0, 0, 1, 1 };
        drawing_settle(&chain, height);
        chain_step_name_impl(blur, impl);
        const struct effect_blur made = blur->effect->blur(blur->params, height);
        spread->asked = made.by_hand ? 0 : made.requested;
        spread->far = made.reach;
        if (!chain_equal(&chain, &spread->chain))
            spread->expected = made.width;
    }
    if (chain_equal(&chain, &spread->chain) && impl == spread->impl && reloads == spread->reloads)
        return;
    spread->chain = chain;
    spread->impl = impl;
    spread->reloads = reloads;
    begin(spread);
}

// ---- text about the result

// Names the step, and adds a note if nothing is measured or another step is.
static void name_step(struct point_spread *spread, const struct chain *chain, int selected)
{
    const int step = spread->step;
    const char *note = "";
    char why[sizeof(spread->note)];
    snprintf(spread->title, sizeof(spread->title), "one lit texel, blurred");
    if (step < 0 || spread->error.text[0])
        spread->is_known = false;
    if (step >= 0)
        snprintf(spread->title, sizeof(spread->title), "one lit texel after step %d, %s%s%s",
                 step + 1, chain->steps[step].effect->name, spread->impl ? ": " : "",
                 spread->impl ? spread->impl->name : "");
    snprintf(why, sizeof(why), "not measured: %.200s", spread->error.text);
    if (step < 0)
        note = "no step of this chain blurs";
    else if (spread->error.text[0])
        note = why;
    else if (spread->is_sharp)
        note = "with these numbers it does not blur";
    else if (step != selected)
        note = "the selected step does not blur; this is the first one that does";
    else if (chain->steps[step].off)
        note = "the step is switched off; this is what it would do";
    snprintf(spread->note, sizeof(spread->note), "%s", note);
}

static void PRINTF_LIKE(3, 4)
    add_line(struct point_spread *spread, const char *label, const char *format, ...)
{
    struct point_spread_line *line = &spread->lines[spread->line_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->words, sizeof(line->words), format, arguments);
    va_end(arguments);
    snprintf(line->label, sizeof(line->label), "%s", label);
}

// Light outside of the picture widens the blur by an unknown amount. The visible part has another
// shape than the whole, so its shape is not judged.
static void add_numbers(struct point_spread *spread, const struct image *mean, double sigma,
                        const struct metrics_moments *moments)
{
    const double across = moments->sigma_x, down = moments->sigma_y, asked = spread->asked;
    const double more = 100 * (across / asked - 1), light = 100 * moments->energy;
    const struct spread *pictures = &spread->spread;
    const bool is_cut = moments->energy < 1 - lost_light && pictures->reach < spread->far;
    spread->line_count = 0;
    if (asked > 0)
        add_line(spread, "asked", "sigma %.4g px", asked);
    else
        add_line(spread, "asked", "no sigma: other numbers decide");
    if (is_cut)
        add_line(spread, "measured", "sigma over %.3g px", across);
    else if (asked <= 0)
        add_line(spread, "measured", "sigma %.4g px", across);
    else if (fabs(more) < 5e-3)
        add_line(spread, "measured", "sigma %.4g px, as asked", across);
    else
        add_line(spread, "measured", "sigma %.4g px, %.2f %% %s", across, fabs(more),
                 more < 0 ? "less" : "more");
    if (is_cut) {
        add_line(spread, "light", "%.3f %%; more lies out of sight, up to %.0f px", light,
                 spread->far);
    } else {
        const struct spread_profile profile = spread_profile_of(mean, sigma);
        const double square = moments->squareness;
        if (fabs(down / across - 1) > 1e-3)
            add_line(spread, "down", "sigma %.4g px", down);
        // A narrow core with wide tails is many times as high as the Gaussian of the same sigma;
        // below that, differences are relative to the Gaussian's peak.
        if (profile.worst < 1)
            add_line(spread, "off a Gaussian", "%.2f %% of its peak", 100 * profile.worst);
        else
            add_line(spread, "off a Gaussian", "%.3g times as high as its peak",
                     profile.values[0] / profile.ideal[0]);
        add_line(spread, "light", "%.2f %%", light);
        add_line(spread, "99 % of it", "within %.4g px", spread_radius(mean, most_light));
        add_line(spread, "elongation", "%.2f %%", 100 * moments->elongation);
        add_line(spread, "squareness", "%.3f; of a square -0.43",
                 fabs(square) < 0.0005 ? 0 : square); // avoids -0.000
    }
    add_line(spread, "mean of", "a point in %d of %d places, %d px each way",
             pictures->pictures * SPREAD_POINTS, SPREAD_PLACES, pictures->reach);
}

static double place_of(int i, int count, double range)
{
    return range * (2.0 * i / (count - 1) - 1);
}

static void sum_up(struct point_spread *spread, const struct image *mean)
{
    const int middle = mean->width / 2;
    const struct metrics_moments moments = metrics_moments(mean);
    const double sigma = spread->asked > 0 ? spread->asked : moments.sigma_x;
    const double range = fmin(fmax(SHOWN_SIGMAS * sigma, MIN_RANGE), middle);
    double sum = 1; // of a Gaussian, along a line
    spread->sigma = moments.sigma_x;
    spread->is_known = moments.sigma_x > 0; // not empty, not an unchanged point, not NaN
    spread->is_sharp = !spread->is_known;
    if (spread->is_sharp)
        return;
    for (int i = 1; i <= middle; i++)
        sum += 2 * exp(-i * i / (2 * sigma * sigma));
    const double peak = 1 / (sum * sum);
    spread->range = (float) range;
    for (int i = 0; i < POINT_SPREAD_POINTS; i++) {
        const double at = place_of(i, POINT_SPREAD_POINTS, range), k = floor(at);
        const double before = *image_clamped(mean, middle + (int) k, middle);
        const double after = *image_clamped(mean, middle + (int) k + 1, middle);
        spread->across[i] = (float) ((before + (after - before) * (at - k)) / peak);
        spread->gaussian[i] = (float) exp(-at * at / (2 * sigma * sigma));
    }
    for (int row = 0; row < POINT_SPREAD_CELLS; row++)
        for (int column = 0; column < POINT_SPREAD_CELLS; column++) {
            const long x = lround(place_of(column, POINT_SPREAD_CELLS, range));
            const long y = lround(place_of(row, POINT_SPREAD_CELLS, range));
            spread->cells[row][column] =
                (float) (*image_clamped(mean, middle + (int) x, middle + (int) y) / peak);
        }
    add_numbers(spread, mean, sigma, &moments);
}

// ---- pictures

bool point_spread_is_due(const struct point_spread *spread)
{
    return spread->chain.count > 0 && !spread->error.text[0] &&
           spread->spread.pictures < SPREAD_PICTURES;
}

// Draws the next picture, and sums up after the first and the last one.
static void draw_next(struct point_spread *spread, const struct drawing *drawing)
{
    struct image mean;
    if (!drawing_add_spread(drawing, &spread->chain, &spread->spread, &spread->error) ||
        (spread->spread.pictures > 1 && spread->spread.pictures < SPREAD_PICTURES))
        return;
    spread_mean(&spread->spread, &mean);
    sum_up(spread, &mean);
    image_finish(&mean);
    // The blur is wider than was expected, so the picture has cut it.
    if (spread->sigma > 1.2 * spread->expected && spread->spread.reach < MAX_REACH) {
        spread->expected = 1.5 * spread->sigma;
        begin(spread);
    }
}

void point_spread_draw(struct point_spread *spread, struct renderer *renderer, int step)
{
    const struct chain *chain = &renderer->side.chain;
    const struct drawing drawing = { .renderer = renderer, .format = FORMAT_RGBA32F };
    spread->step = step < chain->count && chain->steps[step].effect->blur ? step : -1;
    for (int i = 0; i < chain->count && spread->step < 0; i++)
        if (chain->steps[i].effect->blur)
            spread->step = i;
    update_step(spread, renderer);
    if (point_spread_is_due(spread) &&
        (spread->spread.pictures > 0 ||
         drawing_prepare_spread(&drawing, &spread->chain, &spread->spread)))
        draw_next(spread, &drawing);
    name_step(spread, chain, step);
}
