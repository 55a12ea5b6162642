// The audits of blurs. Each measures every blur at its widths, and adds rows to its table.

#include "app/audit/audit.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>

// Measures every blur at the widths of its audit.
static void check_blurs(struct audit_report *report)
{
    const double *sigmas = report->audit->sigmas;
    struct audit_subject subject;
    int count = 0;
    while (count < AUDIT_MAX_WIDTHS && sigmas[count] > 0)
        count++;
    for (int n = 0; audit_subject_at(report, n, sigmas[0], "", &subject); n++)
        for (int i = 0; i < audit_subject_widths(report, count); i++) {
            audit_subject_at(report, n, sigmas[i], "", &subject);
            const double sigma = audit_subject_width(report, &subject);
            if (sigma > 0)
                report->audit->measure(report, &subject, sigma);
        }
}

static void hold_energy(struct audit_report *report, double energy, float limit, const char *name)
{
    if (!(fabs(energy - 100) <= limit))
        audit_fail(report, "%s keeps %.2f %% of the light", name, energy);
}

// ---- sigma

// The widths grow by an eighth of an octave, and the table has every fourth of them. With --quick
// only whole octaves are measured, and one width of a blur of the command line.
enum { FIRST_OCTAVE = -2, OCTAVES = 8, WIDTHS_PER_OCTAVE = 8, WIDTHS_PER_ROW = 4 };
enum { LAST_WIDTH = OCTAVES * WIDTHS_PER_OCTAVE };

static const char *const shape_keys[] = { "iterations", "kernel", "taps", "weights" };

// Measures the moments along one axis, and compares them with the limits.
static bool measure_width(struct audit_report *report, const struct audit_subject *subject,
                          bool down, struct metrics_moments *moments)
{
    char name[CHAIN_TEXT_SIZE];
    const double sigma = audit_subject_width(report, subject), asked = subject->sigma;
    if (sigma <= 0 || !audit_subject_moments(report, subject, sigma, down, moments))
        return false;
    snprintf(name, sizeof(name), "%s%s:sigma=%.3f", subject->blur->name, subject->option, asked);
    if (subject->blur->is_average)
        return true;
    if (!subject->has_derived_width &&
        !(fabs(100 * (moments->sigma_x / asked - 1)) <= report->limits->sigma_width))
        audit_fail(report, "%s has a sigma of %.3f px", name, moments->sigma_x);
    hold_energy(report, 100 * moments->energy, report->limits->sigma_energy, name);
    return true;
}

// Measures the widths of the n-th blur with an option that changes its shape.
static void check_shape(struct audit_report *report, int n, const char *option)
{
    struct audit_subject subject;
    struct metrics_moments across[LAST_WIDTH + 1], down;
    double asked[LAST_WIDTH + 1], growth[LAST_WIDTH + 1]; // of sigma per width; 1: exact
    int last = report->draw->chain_given ? 0 : LAST_WIDTH;
    const bool is_whole = last > 0 && !report->options->quick;
    const int step = is_whole ? 1 : WIDTHS_PER_OCTAVE;
    for (int i = 0; i <= last; i += step) {
        asked[i] = pow(2, FIRST_OCTAVE + (double) i / WIDTHS_PER_OCTAVE);
        if (!audit_subject_at(report, n, asked[i], option, &subject))
            return;
        if (!subject.is_given && subject.sigma != asked[i]) // a shader file may limit its sigma
            last = i - step;
        else if (!measure_width(report, &subject, false, &across[i]))
            return;
    }
    for (int i = 0; is_whole && i < last; i++) {
        growth[i] = (across[i + 1].sigma_x - across[i].sigma_x) / (asked[i + 1] - asked[i]);
        if (growth[i] <= 0 && !subject.blur->is_average)
            audit_fail(report, "%s%s:sigma=%.3f is not wider than sigma=%.3f", subject.blur->name,
                       option, asked[i + 1], asked[i]);
    }
    for (int i = 0; i <= last; i += is_whole ? WIDTHS_PER_ROW : step) {
        double least = NAN, largest = NAN;
        for (int j = i; is_whole && j < i + WIDTHS_PER_ROW && j < last; j++) {
            least = fmin(least, growth[j]);
            largest = fmax(largest, growth[j]);
        }
        audit_subject_at(report, n, asked[i], option, &subject);
        if (!measure_width(report, &subject, true, &down))
            continue;
        const double sigma = subject.has_derived_width ? NAN : subject.sigma;
        table_words(&report->table, "%s", subject.name);
        table_numbers(&report->table, sigma, across[i].sigma_x, down.sigma_x,
                      100 * (across[i].sigma_x / sigma - 1), 100 * across[i].energy, least,
                      largest);
    }
}

// Measures each blur, and each with another value of a parameter that changes its shape.
static void check_sigma(struct audit_report *report)
{
    struct audit_subject subject;
    for (int n = 0; audit_subject_at(report, n, 1, "", &subject); n++) {
        struct chain_step usual, step;
        check_shape(report, n, "");
        chain_step_init(&usual, subject.blur);
        for (size_t k = 0; k < ARRAY_COUNT(shape_keys); k++) {
            const struct param *row = param_find(usual.effect->params, shape_keys[k]);
            for (int i = 0; row && !subject.is_given && i < harness_values_count(row); i++) {
                char value[32], option[AUDIT_OPTION_SIZE];
                step = usual;
                harness_values_set(row, step.params, i);
                param_print(row, step.params, value, sizeof(value));
                snprintf(option, sizeof(option), ":%s=%s", row->key, value);
                if (!param_equal(row, step.params, usual.params))
                    check_shape(report, n, option);
            }
        }
    }
}

const struct audit audit_sigma = {
    .name = "sigma",
    .summary = "requested and measured sigma of every blur",
    .limits =
        "sigma is within 2 % of the requested one and grows with it, energy changes by at most 1 "
        "%; baselines are exempt",
    .columns =
        (const struct table_column[]){
            { "effect", TABLE_WORDS },
            { "asked px", 3 },
            { "across", 3 },
            { "down", 3 },
            { "error %", 2 },
            { "energy %", 2 },
            { "least step", 2 },
            { "largest step", 2 },
            { 0 },
        },
    .refuses = { [AUDIT_SCENE] = "it measures what becomes of a point of light" },
    .accepts = audit_subject_accepts,
    .check = check_sigma,
};

// ---- psf

static void measure_psf(struct audit_report *report, const struct audit_subject *subject,
                        double sigma)
{
    struct table *table = &report->table;
    struct spread spread;
    struct image mean;
    bool drawn = true;
    spread_init(&spread, spread_reach(sigma));
    while (drawn && spread.pictures < SPREAD_PICTURES)
        drawn = audit_done(
            report, &subject->chain,
            drawing_add_spread(&report->drawing, &subject->chain, &spread, &report->error));
    if (drawn)
        spread_mean(&spread, &mean);
    spread_finish(&spread);
    if (!drawn)
        return;
    const struct metrics_moments moments = metrics_moments(&mean);
    const double energy = 100 * moments.energy, elongation = 100 * moments.elongation;
    const struct spread_profile profile = spread_profile_of(&mean, sigma);
    image_finish(&mean);
    table_words(table, "%s", subject->name);
    table_numbers(table, sigma, energy, elongation, moments.squareness);
    for (int i = 0; i < SPREAD_RINGS; i += SPREAD_RINGS_PER_SIGMA)
        table_number(table, profile.values[i] / profile.ideal[i]);
    table_number(table, 100 * profile.worst);
    if (subject->blur->is_average)
        return;
    hold_energy(report, energy, report->limits->psf_energy, subject->text);
    if (!(elongation <= report->limits->psf_elongation))
        audit_fail(report, "%s has an elongation of %.2f %%", subject->text, elongation);
}

const struct audit audit_psf = {
    .name = "psf",
    .summary = "the image of a point compared with a Gaussian of the same sigma (1: equal)",
    .limits = "energy changes by at most 1 %, elongation is at most 1 %; baselines are exempt",
    .columns =
        (const struct table_column[]){
            { "effect", TABLE_WORDS },
            { "sigma px", 0 },
            { "energy %", 2 },
            { "elongation %", 2 },
            { "squareness", 3 },
            { "at 0 sigma", 3, 1 },
            { "at 1 sigma", 3, 2 },
            { "at 2 sigma", 3, 2 },
            { "at 3 sigma", 3, 3 },
            { "off % of peak", 2 },
            { 0 },
        },
    .refuses = { [AUDIT_SCENE] = "it measures what becomes of a point of light" },
    .accepts = audit_subject_accepts,
    .check = check_blurs,
    .sigmas = { 2, 5, 16 },
    .measure = measure_psf,
};

// ---- odd_sizes

// Sizes that cannot be halved evenly: every size within one octave, and the sizes that repeated
// halving of 1080 gives. With --quick, some of them.
enum { OCTAVE = 96, FIRST = 96, QUICK_STEP = 11, ROOM = 24 };
static const int more_sizes[] = { 270, 271, 539, 540, 541, 1079, 1080, 1081 };
enum { SIZES = OCTAVE + ARRAY_COUNT(more_sizes) };

struct line {
    int size, place;
    double energy;
};

// Draws lines of light that are one texel wide, at least 3 sigma from the borders, one per channel:
// near both borders, in the middle, and elsewhere. The border texels repeat outside of the picture,
// so rows of light need only one column, and columns one row.
static void measure_lines(struct audit_report *report, const struct audit_subject *subject,
                          double sigma, bool down)
{
    // The lines with the least and with the most energy.
    struct line ends[2] = { { .energy = INFINITY }, { .energy = -INFINITY } };
    double sum = 0;
    int count = 0;
    const int border = (int) ceil(3 * sigma), least = 2 * border + ROOM;
    const int given = down ? report->draw->height : report->draw->width;
    const int step = report->options->quick ? QUICK_STEP : 1;
    const char *lines = down ? "rows" : "columns";
    if (given && given <= 2 * border) {
        audit_fail(report, "%s: %d %s are too few for lines 3 sigma, %d px, from both borders",
                   subject->text, given, lines, border);
        return;
    }
    for (int i = 0; i + step <= (given ? step : SIZES); i += step) {
        struct image source, output;
        const int listed =
            i < OCTAVE ? (least > FIRST ? least : FIRST) + i : more_sizes[i - OCTAVE];
        const int size = given ? given : listed < least ? least : listed;
        const int room = size - 1 - 2 * border;
        const int places[SPREAD_POINTS] = { border, border + room, border + room / 2,
                                            border + room / 3 };
        image_init(&source, down ? 1 : size, down ? size : 1, IMAGE_TYPE_F64);
        for (int c = 0; c < SPREAD_POINTS; c++)
            ((double *) source.texels)[4 * places[c] + c] = 1;
        const bool drawn = audit_draw(report, &subject->chain, true, &source, &output);
        image_finish(&source);
        if (!drawn)
            return;
        for (int c = 0; c < SPREAD_POINTS; c++, count++) {
            struct line line = { .size = size, .place = places[c] };
            for (int k = 0; k < size; k++)
                line.energy += 100 * ((double *) output.texels)[4 * k + c];
            if (line.energy < ends[0].energy)
                ends[0] = line;
            if (line.energy > ends[1].energy)
                ends[1] = line;
            sum += line.energy;
        }
        image_finish(&output);
    }
    table_words(&report->table, "%s", subject->name);
    table_words(&report->table, "%s", lines);
    table_numbers(&report->table, count / SPREAD_POINTS, sum / count);
    for (const struct line *end = ends; end < ends + 2; end++) {
        table_number(&report->table, end->energy);
        table_words(&report->table, "%d of %d", end->place, end->size);
        if (!subject->blur->is_average &&
            !(fabs(end->energy - 100) <= report->limits->odd_sizes_energy))
            audit_fail(report, "%s: of %d %s, number %d keeps %.2f %% of its light", subject->name,
                       end->size, lines, end->place, end->energy);
    }
}

static void measure_both_ways(struct audit_report *report, const struct audit_subject *subject,
                              double sigma)
{
    measure_lines(report, subject, sigma, false);
    measure_lines(report, subject, sigma, true);
}

const struct audit audit_odd_sizes = {
    .name = "odd_sizes",
    .summary = "the energy of a line of light at sizes that cannot be halved evenly",
    .limits =
        "energy is within 1 % at every size, 3 sigma or more from the border; baselines are exempt",
    .columns =
        (const struct table_column[]){
            { "effect", TABLE_WORDS },
            { "lines", TABLE_WORDS },
            { "sizes", 0 },
            { "mean %", 2 },
            { "least %", 2 },
            { "least at", TABLE_WORDS },
            { "most %", 2 },
            { "most at", TABLE_WORDS },
            { 0 },
        },
    .refuses = { [AUDIT_SCENE] = "it measures what becomes of a line of light" },
    .accepts = audit_subject_accepts,
    .check = check_blurs,
    .sigmas = { 12 },
    .measure = measure_both_ways,
};

// ---- quality

// Compares a blur with the exact one of the same sigma. `gaussian`, and a shader file that declares
// to be the same, must be exact; for other blurs the table only describes the difference. `stored`:
// the light after rounding to the format of the images between the steps.
static void measure_quality(struct audit_report *report, const char *scene,
                            const struct audit_subject *subject, const struct image *light,
                            const struct image *stored, const struct quality_exact *exact)
{
    static const double most_below_format = 3; // dB: rows and columns are rounded separately
    static const char name[] = "gaussian";
    const struct effect *blur = subject->blur;
    struct table *table = &report->table;
    struct image image, of_stored, of_format;
    if (!audit_draw(report, &subject->chain, true, light, &image))
        return;
    const struct quality_nearness nearness = quality_nearness(&image, exact);
    image_finish(&image);
    table_words(table, "%s", scene);
    table_number(table, exact->sigma);
    table_words(table, "%s", subject->name);
    table_numbers(table, nearness.decibels, nearness.similarity, nearness.largest);
    const char *same_as = blur->file.same_as;
    const bool is_exact = same_as ? text_begins_with(same_as, name) : blur == &effect_gaussian;
    if (!is_exact || subject->has_derived_width || subject->may_differ)
        return;
    metrics_blur(stored, exact->sigma, &of_stored);
    drawing_round(&report->renderer->gpu, report->drawing.format, &of_stored, &of_format);
    const double format_decibels = quality_nearness(&of_format, exact).decibels;
    const double least = fmin(report->limits->quality_psnr, format_decibels - most_below_format);
    image_finish(&of_stored);
    image_finish(&of_format);
    if (!(nearness.decibels >= least))
        audit_fail(report, "%s at sigma %g: %s has a PSNR of %.1f dB; the least is %.1f dB", scene,
                   exact->sigma, blur->name, nearness.decibels, least);
}

static void check_light(struct audit_report *report, const char *scene, struct image *light)
{
    static const double sigmas[] = { 5, 16 };
    struct audit_subject subject;
    struct image stored;
    struct quality_exact exact = { .sigma = 0 };
    drawing_round(&report->renderer->gpu, report->drawing.format, light, &stored);
    for (int i = 0; i < audit_subject_widths(report, 2); i++)
        for (int n = 0; audit_subject_at(report, n, sigmas[i], "", &subject); n++) {
            if (!subject.is_given && subject.sigma != sigmas[i]) // a shader file limits sigma
                continue;
            const double sigma = audit_subject_width(report, &subject);
            if (sigma <= 0)
                continue;
            if (sigma != exact.sigma) {
                quality_exact_finish(&exact);
                quality_exact_init(&exact, light, sigma);
            }
            measure_quality(report, scene, &subject, light, &stored, &exact);
        }
    quality_exact_finish(&exact);
    image_finish(&stored);
    image_finish(light);
}

static void check_quality(struct audit_report *report)
{
    static const char *const names[] = { "blocks", "firefly", "bars" };
    const struct draw_options *draw = report->draw;
    const struct plan_options *size = &report->renderer->plan_options; // 640x360 unless given
    const int count = report->options->quick ? 1 : 3;
    struct image light;
    if (draw->scene_given) {
        drawing_scene(report->renderer, draw->time, size->width, size->height, &light);
        check_light(report, report->renderer->scene.scene->name, &light);
        return;
    }
    for (int i = 0; i < count; i++) {
        drawing_other_scene(report->renderer, names[i], 0, size->width, size->height, &light);
        check_light(report, names[i], &light);
    }
}

static bool accepts(const struct draw_options *draw, struct error *error)
{
    struct draw_options of_chain = *draw;
    of_chain.format_given = false; // points of light are only drawn to find a width
    return audit_subject_accepts(&of_chain, error);
}

const struct audit audit_quality = {
    .name = "quality",
    .summary = "every blur compared with the exact Gaussian, in display values 0..1",
    .limits = "gaussian has a PSNR of 76 dB or more, as far as the format allows",
    .columns =
        (const struct table_column[]){
            { "scene", TABLE_WORDS },
            { "sigma px", 0 },
            { "effect", TABLE_WORDS },
            { "PSNR dB", 1 },
            { "SSIM", 4 },
            { "largest", 4 },
            { 0 },
        },
    .accepts = accepts,
    .check = check_quality,
};
