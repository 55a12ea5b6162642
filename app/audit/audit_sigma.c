// Asks every blur for widths from 1 to 64 px and measures the image of a point.

#include "app/audit/audits.h"
#include "app/metrics/metrics.h"

#include <math.h>

// The widths grow by an eighth of an octave, and every fourth stands in the table.
enum { WIDTHS = 49, WIDTHS_PER_OCTAVE = 8, WIDTHS_PER_ROW = 4 };

static const double most_error = 0.02, most_energy_error = 0.01;

// Filters that decimate treat even and odd texels differently, so a point stands in every place of
// a grid of 64 texels in turn, four a channel in each of four pictures.
enum { GRID = 64, PICTURES = 4, PLACES = GRID / PICTURES / AUDIT_POINTS };

// Pictures are one texel high or wide: border texels go on forever, so this measures the profile of
// the blur at little cost.
struct strip {
    bool down;
    int spacing, shift; // place n of a channel is at n * spacing + spacing / 2 + shift + channel
};

static double *strip_at(const struct strip *strip, const struct image *image, int at)
{
    return image_at(image, strip->down ? 0 : at, strip->down ? at : 0);
}

static int strip_place(const struct strip *strip, int place, int channel)
{
    return place * strip->spacing + strip->spacing / 2 + strip->shift + channel;
}

static void light_strip(const struct strip *strip, struct image *image)
{
    const int length = PLACES * strip->spacing;
    image_init(image, strip->down ? 1 : length, strip->down ? length : 1, IMAGE_TYPE_F64);
    for (int place = 0; place < PLACES; place++)
        for (int c = 0; c < AUDIT_POINTS; c++)
            strip_at(strip, image, strip_place(strip, place, c))[c] = 1;
}

// Adds what lies around every point, moved into the middle of `profile`.
static void add_profiles(const struct strip *strip, const struct image *image,
                         struct image *profile)
{
    const int middle = profile->width / 2;
    for (int place = 0; place < PLACES; place++)
        for (int c = 0; c < AUDIT_POINTS; c++)
            for (int i = 0; i < profile->width; i++) {
                const int at = strip_place(strip, place, c) + i - middle;
                image_at(profile, i, 0)[0] += strip_at(strip, image, at)[c] / GRID;
            }
}

// Makes the mean profile along one axis, in a row of texels.
static bool measure_profile(struct lab *lab, struct audit_report *report, const char *chain,
                            struct strip strip, struct image *profile)
{
    bool drawn = true;
    image_init(profile, strip.spacing - GRID, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < PICTURES && drawn; i++) {
        struct image source, output;
        strip.shift = i * GRID / PICTURES - GRID / 2;
        light_strip(&strip, &source);
        drawn = audit_draw(lab, report, chain, &source, &output);
        if (drawn) {
            add_profiles(&strip, &output, profile);
            image_finish(&output);
        }
        image_finish(&source);
    }
    return drawn;
}

static bool measure_moments(struct lab *lab, struct audit_report *report, const struct effect *blur,
                            double sigma, bool down, struct metrics_moments *moments)
{
    char chain[AUDIT_CHAIN_SIZE];
    struct image profile;
    const struct strip strip = {
        .down = down,
        .spacing = GRID * (int) ceil((14 * sigma + 2 * GRID) / GRID) + AUDIT_POINTS,
    };
    audit_blur_text(blur, sigma, chain);
    const bool measured = measure_profile(lab, report, chain, strip, &profile);
    *moments = metrics_moments(&profile, profile.width / 2, 0);
    image_finish(&profile);
    return measured;
}

// ---- what is made of it

static double width_asked(int i)
{
    return pow(2, (double) i / WIDTHS_PER_OCTAVE);
}

struct sweep {
    const struct effect *blur;
    struct metrics_moments moments[WIDTHS];
};

static bool measure_sweep(struct lab *lab, struct audit_report *report, struct sweep *sweep)
{
    for (int i = 0; i < WIDTHS; i++)
        if (!measure_moments(lab, report, sweep->blur, width_asked(i), false, &sweep->moments[i]))
            return false;
    return true;
}

// Returns how much wider the next width is, as a share of how much wider it should be.
static double step_after(const struct sweep *sweep, int i)
{
    return (sweep->moments[i + 1].sigma_x - sweep->moments[i].sigma_x) /
           (width_asked(i + 1) - width_asked(i));
}

static double error_of(double measured, double asked)
{
    return measured / asked - 1;
}

static void check_width(struct audit_report *report, const struct effect *blur, double asked,
                        double measured, double energy)
{
    if (blur->baseline)
        return;
    if (fabs(error_of(measured, asked)) > most_error)
        audit_break(report, "%s:sigma=%.3f is %.3f wide", blur->name, asked, measured);
    if (fabs(energy - 1) > most_energy_error)
        audit_break(report, "%s:sigma=%.3f keeps %.2f %% of the light", blur->name, asked,
                    100 * energy);
}

static void check_sweep(struct audit_report *report, const struct sweep *sweep)
{
    for (int i = 0; i < WIDTHS; i++)
        check_width(report, sweep->blur, width_asked(i), sweep->moments[i].sigma_x,
                    sweep->moments[i].energy);
    for (int i = 0; i + 1 < WIDTHS; i++)
        if (step_after(sweep, i) <= 0 && !sweep->blur->baseline)
            audit_break(report, "%s:sigma=%.3f is not wider than sigma=%.3f", sweep->blur->name,
                        width_asked(i + 1), width_asked(i));
}

static const struct sheet_column columns[] = {
    { "effect", SHEET_WORDS },
    { "asked px", 3 },
    { "across", 3 },
    { "down", 3 },
    { "error %", 2 },
    { "energy %", 2 },
    { "least step", 2 },
    { "largest step", 2 },
    { 0 },
};

static void print_width(struct lab *lab, struct audit_report *report, const struct sweep *sweep,
                        int i, struct sheet *sheet)
{
    struct metrics_moments down;
    double least = NAN, largest = NAN;
    const double asked = width_asked(i);
    const struct metrics_moments *across = &sweep->moments[i];
    if (!measure_moments(lab, report, sweep->blur, asked, true, &down))
        return;
    check_width(report, sweep->blur, asked, down.sigma_x, down.energy);
    for (int j = i; j < i + WIDTHS_PER_ROW && j + 1 < WIDTHS; j++) {
        least = fmin(least, step_after(sweep, j));
        largest = fmax(largest, step_after(sweep, j));
    }
    audit_blur_cell(sweep->blur, sheet);
    sheet_number(sheet, asked);
    sheet_number(sheet, across->sigma_x);
    sheet_number(sheet, down.sigma_x);
    sheet_number(sheet, 100 * error_of(across->sigma_x, asked));
    sheet_number(sheet, 100 * across->energy);
    sheet_number(sheet, least);
    sheet_number(sheet, largest);
}

static void check_sigma(struct lab *lab, struct audit_report *report)
{
    struct sheet *sheet = &report->sheet;
    struct sweep sweep;
    sheet_init(sheet, columns);
    for (int n = 0; (sweep.blur = audit_blur(n)); n++) {
        if (!measure_sweep(lab, report, &sweep))
            continue;
        check_sweep(report, &sweep);
        for (int i = 0; i < WIDTHS; i += WIDTHS_PER_ROW)
            print_width(lab, report, &sweep, i, sheet);
    }
}

const struct audit audit_sigma = {
    .name = "sigma",
    .summary = "the width of every blur, asked and measured",
    .promise =
        "within 2 % of what was asked, light kept within 1 %, wider for a larger sigma; baselines "
        "apart",
    .check = check_sigma,
};
