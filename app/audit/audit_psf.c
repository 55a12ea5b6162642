// Measures the image of a point in two dimensions: how near it is to a Gaussian of the same sigma,
// and how round.

#include "app/audit/audit_report.h"

#include <math.h>

// Makes the mean image of a point in the middle.
static bool measure_point(struct audit_report *report, const struct audit_subject *subject,
                          double sigma, struct image *mean)
{
    const struct drawing drawing = audit_drawing(report);
    struct spread spread;
    struct error error;
    bool drawn = true;
    spread_init(&spread, spread_reach(sigma));
    while (drawn && spread.pictures < SPREAD_PICTURES)
        drawn = audit_done(report, &subject->chain,
                           drawing_add_spread(&drawing, &subject->chain, &spread, &error), &error);
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

static void check_subject(struct audit_report *report, const struct audit_subject *subject)
{
    struct table *table = &report->table;
    struct image mean;
    const double sigma = audit_subject_width(report, subject);
    if (sigma <= 0 || !measure_point(report, subject, sigma, &mean))
        return;
    const struct metrics_moments moments = metrics_moments(&mean, mean.width / 2, mean.height / 2);
    const double energy = 100 * moments.energy, elongation = 100 * moments.elongation;
    const struct spread_profile profile = spread_profile_of(&mean, sigma);
    const struct spread_profile ideal = spread_profile_of_gaussian(spread_reach(sigma), sigma);
    image_finish(&mean);
    table_words(table, "%s", subject->name);
    table_numbers(table, sigma, energy, elongation, moments.squareness);
    for (int i = 0; i < SPREAD_RINGS; i += SPREAD_RINGS_PER_SIGMA)
        table_number(table, profile.values[i] / ideal.values[i]);
    table_number(table, 100 * spread_worst(&profile, &ideal));
    if (subject->blur->baseline)
        return;
    audit_hold(report, fabs(energy - 100), "psf.energy", "%s keeps %.2f %% of the light",
               subject->text, energy);
    audit_hold(report, elongation, "psf.elongation", "%s is %.2f %% longer one way", subject->text,
               elongation);
}

static void check_psf(struct audit_report *report)
{
    static const double sigmas[] = { 2, 5, 16 };
    struct audit_subject subject;
    for (int n = 0; audit_subject_at(report, n, sigmas[0], &subject); n++)
        for (int i = 0; i < audit_subject_widths(report, 3); i++) {
            audit_subject_at(report, n, sigmas[i], &subject);
            check_subject(report, &subject);
        }
}

const struct audit audit_psf = {
    .name = "psf",
    .summary = "the image of a point against a Gaussian of the same sigma; 1 is equal",
    .promise = "light kept within 1 %, as long one way as the other within 1 %; baselines apart",
    .limits = {
        { "psf.energy", 1, "per cent of the light that a blur may lose or add" },
        { "psf.elongation", 1,
          "per cent that a point may become longer one way than the other" },
    },
    .columns = columns,
    .refuses = { [AUDIT_SCENE] = "it measures what becomes of a point of light" },
    .accepts = audit_subject_accepts,
    .check = check_psf,
};
