// Measures the image of a point in two dimensions: how near it is to a Gaussian of the same sigma,
// and how round.

#include "app/audit/blurs/audit_width.h"
#include "app/audit/blurs/audits_of_blurs.h"
#include "app/measure/quality/spread.h"

#include <math.h>

// Makes the mean image of a point in the middle.
static bool measure_point(struct lab *lab, struct audit_report *report, const char *chain,
                          double sigma, struct image *mean)
{
    struct spread spread;
    bool drawn = true;
    spread_init(&spread, spread_reach(sigma));
    for (int picture = 0; picture < SPREAD_PICTURES && drawn; picture++) {
        struct drawing_place places[DRAWING_POINTS];
        struct image image;
        spread_places(picture, spread.reach, places);
        drawn = audit_draw_points(lab, report, chain, spread_side(spread.reach), places, &image);
        if (drawn) {
            spread_add(&spread, &image, 1);
            image_finish(&image);
        }
    }
    if (drawn)
        spread_mean(&spread, mean);
    spread_finish(&spread);
    return drawn;
}

static const struct table_column columns[] = {
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
};

static void print_point(struct table *table, const struct audit_subject *subject, double sigma,
                        const struct metrics_moments *moments, const struct spread_profile *profile)
{
    const struct spread_profile ideal = spread_profile_of_gaussian(spread_reach(sigma), sigma);
    audit_subject_cell(subject, table);
    table_number(table, sigma);
    table_number(table, 100 * moments->energy);
    table_number(table, 100 * moments->elongation);
    table_number(table, moments->squareness);
    for (int i = 0; i < SPREAD_RINGS; i += SPREAD_RINGS_PER_SIGMA)
        table_number(table, profile->values[i] / ideal.values[i]);
    table_number(table, 100 * spread_worst(profile, &ideal));
}

static void check_point(struct audit_report *report, const struct audit_subject *subject,
                        const struct metrics_moments *moments)
{
    if (!audit_subject_promises(subject))
        return;
    if (!(100 * fabs(moments->energy - 1) <= audit_limit(report, "psf.energy")))
        audit_break(report, "%s keeps %.2f %% of the light", subject->text, 100 * moments->energy);
    if (!(100 * moments->elongation <= audit_limit(report, "psf.elongation")))
        audit_break(report, "%s is %.2f %% longer one way", subject->text,
                    100 * moments->elongation);
}

static void run_subject(struct lab *lab, struct audit_report *report,
                        const struct audit_subject *subject)
{
    struct image mean = { 0 };
    const double sigma = audit_width_of(lab, report, subject);
    if (sigma > 0 && measure_point(lab, report, subject->text, sigma, &mean)) {
        const struct metrics_moments moments =
            metrics_moments(&mean, mean.width / 2, mean.height / 2);
        const struct spread_profile profile = spread_profile_of(&mean, sigma);
        print_point(&report->table, subject, sigma, &moments, &profile);
        check_point(report, subject, &moments);
    }
    image_finish(&mean);
}

static void check_psf(struct lab *lab, struct audit_report *report)
{
    static const double sigmas[] = { 2, 5, 16 };
    const int widths = audit_subject_widths(report, 3);
    struct audit_subject subject;
    table_init(&report->table, columns);
    for (int n = 0; audit_subject_at(lab, report, n, sigmas[0], &subject); n++)
        for (int i = 0; i < widths; i++) {
            audit_subject_at(lab, report, n, sigmas[i], &subject);
            run_subject(lab, report, &subject);
        }
}

static const struct audit_limit limits[] = {
    { "psf.energy", 1, "per cent of the light that a blur may lose or add" },
    { "psf.elongation", 1, "per cent that a point may become longer one way than the other" },
    { 0 },
};

const struct audit audit_psf = {
    .name = "psf",
    .summary = "the image of a point against a Gaussian of the same sigma; 1 is equal",
    .promise = "light kept within 1 %, as long one way as the other within 1 %; baselines apart",
    .limits = limits,
    .refuses = {
        [AUDIT_SCENE] = "it measures what becomes of a point of light",
    },
    .accepts = audit_subject_accepts,
    .check = check_psf,
};
