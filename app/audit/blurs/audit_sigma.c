// Asks every blur for widths from 1 to 64 px and measures the image of a point.

#include "app/audit/blurs/audit_width.h"
#include "app/audit/blurs/audits_of_blurs.h"

#include <math.h>

// The widths grow by an eighth of an octave, and every fourth stands in the table.
enum { WIDTHS = 49, WIDTHS_PER_OCTAVE = 8, WIDTHS_PER_ROW = 4 };

// ---- what is made of it

static double width_asked(int i)
{
    return pow(2, (double) i / WIDTHS_PER_OCTAVE);
}

struct sweep {
    struct audit_subject subjects[WIDTHS];
    struct metrics_moments moments[WIDTHS];
};

static bool measure(struct lab *lab, struct audit_report *report,
                    const struct audit_subject *subject, bool down, struct metrics_moments *moments)
{
    const double sigma = audit_width_of(lab, report, subject);
    return sigma > 0 && audit_width_moments(lab, report, subject->text, sigma, down, moments);
}

static bool measure_sweep(struct lab *lab, struct audit_report *report, int blur,
                          struct sweep *sweep)
{
    for (int i = 0; i < WIDTHS; i++)
        if (!audit_subject_at(lab, report, blur, width_asked(i), &sweep->subjects[i]) ||
            !measure(lab, report, &sweep->subjects[i], false, &sweep->moments[i]))
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

static void check_width(struct audit_report *report, const struct audit_subject *subject,
                        double measured, double energy)
{
    const double asked = subject->sigma;
    if (!audit_subject_promises(subject))
        return;
    if (!subject->is_by_hand &&
        !(100 * fabs(error_of(measured, asked)) <= audit_limit(report, "sigma.width")))
        audit_break(report, "%s:sigma=%.3f is %.3f wide", subject->blur->name, asked, measured);
    if (!(100 * fabs(energy - 1) <= audit_limit(report, "sigma.energy")))
        audit_break(report, "%s:sigma=%.3f keeps %.2f %% of the light", subject->blur->name, asked,
                    100 * energy);
}

static void check_sweep(struct audit_report *report, const struct sweep *sweep)
{
    for (int i = 0; i < WIDTHS; i++)
        check_width(report, &sweep->subjects[i], sweep->moments[i].sigma_x,
                    sweep->moments[i].energy);
    for (int i = 0; i + 1 < WIDTHS; i++)
        if (step_after(sweep, i) <= 0 && audit_subject_promises(&sweep->subjects[i]))
            audit_break(report, "%s:sigma=%.3f is not wider than sigma=%.3f",
                        sweep->subjects[i].blur->name, width_asked(i + 1), width_asked(i));
}

static const struct table_column columns[] = {
    { "effect", TABLE_WORDS },
    { "asked px", 3 },
    { "across", 3 },
    { "down", 3 },
    { "error %", 2 },
    { "energy %", 2 },
    { "least step", 2 },
    { "largest step", 2 },
    { 0 },
};

// What lies between the next width of the table and this one.
struct steps {
    double least, largest;
};

static struct steps steps_after(const struct sweep *sweep, int i)
{
    struct steps steps = { NAN, NAN };
    for (int j = i; j < i + WIDTHS_PER_ROW && j + 1 < WIDTHS; j++) {
        steps.least = fmin(steps.least, step_after(sweep, j));
        steps.largest = fmax(steps.largest, step_after(sweep, j));
    }
    return steps;
}

static void print_width(struct lab *lab, struct audit_report *report,
                        const struct audit_subject *subject, const struct metrics_moments *across,
                        const struct steps *steps)
{
    struct table *table = &report->table;
    struct metrics_moments down;
    const double asked = subject->is_by_hand ? NAN : subject->sigma;
    if (!measure(lab, report, subject, true, &down))
        return;
    check_width(report, subject, down.sigma_x, down.energy);
    audit_subject_cell(subject, table);
    table_number(table, asked);
    table_number(table, across->sigma_x);
    table_number(table, down.sigma_x);
    table_number(table, 100 * error_of(across->sigma_x, asked));
    table_number(table, 100 * across->energy);
    table_number(table, steps->least);
    table_number(table, steps->largest);
}

static void check_blurs(struct lab *lab, struct audit_report *report)
{
    struct sweep sweep;
    for (int n = 0; audit_blur(n); n++) {
        if (!measure_sweep(lab, report, n, &sweep))
            continue;
        check_sweep(report, &sweep);
        for (int i = 0; i < WIDTHS; i += WIDTHS_PER_ROW) {
            const struct steps steps = steps_after(&sweep, i);
            print_width(lab, report, &sweep.subjects[i], &sweep.moments[i], &steps);
        }
    }
}

// At octaves alone, or as the command line has it.
static void check_few(struct lab *lab, struct audit_report *report)
{
    static const double octaves[] = { 1, 2, 4, 8, 16, 32, 64 };
    const int count = report->options->draw.chain_given ? 1 : 7;
    const struct steps none = { NAN, NAN };
    struct audit_subject subject;
    for (int n = 0; audit_subject_at(lab, report, n, 0, &subject); n++)
        for (int i = 0; i < count; i++) {
            struct metrics_moments across;
            audit_subject_at(lab, report, n, octaves[i], &subject);
            if (!measure(lab, report, &subject, false, &across))
                continue;
            check_width(report, &subject, across.sigma_x, across.energy);
            print_width(lab, report, &subject, &across, &none);
        }
}

static void check_sigma(struct lab *lab, struct audit_report *report)
{
    table_init(&report->table, columns);
    if (report->options->draw.chain_given || report->options->audit.quick)
        check_few(lab, report);
    else
        check_blurs(lab, report);
}

static const struct audit_limit limits[] = {
    { "sigma.width", 2, "per cent that a blur may be off the sigma that was asked for" },
    { "sigma.energy", 1, "per cent of the light that a blur may lose or add" },
    { 0 },
};

const struct audit audit_sigma = {
    .name = "sigma",
    .summary = "the width of every blur, asked and measured",
    .promise =
        "within 2 % of what was asked, light kept within 1 %, wider for a larger sigma; baselines "
        "apart",
    .limits = limits,
    .refuses = {
        [AUDIT_SCENE] = "it measures what becomes of a point of light",
    },
    .accepts = audit_subject_accepts,
    .check = check_sigma,
};
