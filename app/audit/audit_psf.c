// Measures the image of a point in two dimensions: how near it is to a Gaussian of the same sigma,
// and how round.

#include "app/audit/audit_choice.h"
#include "app/audit/audit_width.h"

#include <math.h>

// Filters that decimate treat even and odd texels differently, so points lie in 64 of the places of
// a grid of 16x16 texels, four in each picture.
enum { GRID = 16, PLACES = 64, PICTURES = PLACES / DRAWING_POINTS };

// Rings are a quarter of a sigma wide and reach up to 3 sigma.
enum { RINGS_PER_SIGMA = 4, RINGS = 3 * RINGS_PER_SIGMA + 1 };

// Texels around the middle that count; a blur of three sigma and more puts little further out.
static int reach_of_rings(double sigma)
{
    return (int) ceil(6 * sigma) + GRID / 2;
}

// Reverses the order of six bits. With it the places meet every pair of phases on a grid of 2x2, of
// 4x4 and of 8x8 texels equally often, and every row and column of 16.
static int reversed(int n)
{
    int back = 0;
    for (int bit = 0; bit < 6; bit++)
        back |= (n >> bit & 1) << (5 - bit);
    return back;
}

static void choose_places(int picture, int first, struct drawing_place places[DRAWING_POINTS])
{
    for (int i = 0; i < DRAWING_POINTS; i++) {
        const int n = picture * DRAWING_POINTS + i;
        places[i].x = first + n % GRID;
        places[i].y = first + reversed(n) % GRID;
    }
}

static void add_around(const struct image *image, int channel, const struct drawing_place *place,
                       struct image *mean)
{
    const int left = (int) place->x - mean->width / 2, top = (int) place->y - mean->height / 2;
    for (int y = 0; y < mean->height; y++)
        for (int x = 0; x < mean->width; x++)
            image_at(mean, x, y)[0] += image_at(image, left + x, top + y)[channel] / PLACES;
}

// Makes the mean image of a point in the middle.
static bool measure_point(struct lab *lab, struct audit_report *report, const char *chain,
                          double sigma, struct image *mean)
{
    const int reach = reach_of_rings(sigma), side = 2 * reach + 1;
    image_init(mean, side, side, IMAGE_TYPE_F64);
    for (int picture = 0; picture < PICTURES; picture++) {
        struct drawing_place places[DRAWING_POINTS];
        struct image image;
        choose_places(picture, reach, places);
        if (!audit_draw_points(lab, report, chain, side + GRID, places, &image))
            return false;
        for (int c = 0; c < DRAWING_POINTS; c++)
            add_around(&image, c, &places[c], mean);
        image_finish(&image);
    }
    return true;
}

struct profile {
    double values[RINGS];
};

static struct profile take_profile(const struct image *image, double sigma)
{
    struct profile profile;
    metrics_radial_profile(image, image->width / 2, image->height / 2, sigma / RINGS_PER_SIGMA,
                           RINGS, profile.values);
    return profile;
}

static struct profile ideal_profile(double sigma)
{
    const int side = 2 * reach_of_rings(sigma) + 1;
    struct image ideal;
    image_init(&ideal, side, side, IMAGE_TYPE_F64);
    metrics_fill_gaussian(&ideal, side / 2, side / 2, sigma);
    const struct profile profile = take_profile(&ideal, sigma);
    image_finish(&ideal);
    return profile;
}

static double worst_ring(const struct profile *profile, const struct profile *ideal)
{
    double worst = 0;
    for (int i = 0; i < RINGS; i++)
        worst = fmax(worst, fabs(profile->values[i] - ideal->values[i]));
    return worst / ideal->values[0];
}

static const struct sheet_column columns[] = {
    { "effect", SHEET_WORDS },
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

static void print_point(struct sheet *sheet, const struct audit_subject *subject, double sigma,
                        const struct metrics_moments *moments, const struct profile *profile)
{
    const struct profile ideal = ideal_profile(sigma);
    audit_subject_cell(subject, sheet);
    sheet_number(sheet, sigma);
    sheet_number(sheet, 100 * moments->energy);
    sheet_number(sheet, 100 * moments->elongation);
    sheet_number(sheet, moments->squareness);
    for (int i = 0; i < RINGS; i += RINGS_PER_SIGMA)
        sheet_number(sheet, profile->values[i] / ideal.values[i]);
    sheet_number(sheet, 100 * worst_ring(profile, &ideal));
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
        const struct profile profile = take_profile(&mean, sigma);
        print_point(&report->sheet, subject, sigma, &moments, &profile);
        check_point(report, subject, &moments);
    }
    image_finish(&mean);
}

static void check_psf(struct lab *lab, struct audit_report *report)
{
    static const double sigmas[] = { 2, 5, 16 };
    const int widths = audit_subject_widths(report, 3);
    struct audit_subject subject;
    sheet_init(&report->sheet, columns);
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
    .accepts = audit_choice_accepts_blurs,
    .check = check_psf,
};
