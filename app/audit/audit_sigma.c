// Asks every blur, in each of its shapes, for widths from 0.25 to 64 px and measures the image of a
// point.

#include "app/audit/audit_report.h"

#include <math.h>
#include <stdio.h>

// The widths grow by an eighth of an octave, and every fourth stands in the table; with --quick
// whole octaves alone are measured, of the command line one width.
enum { FIRST_OCTAVE = -2, OCTAVES = 9, WIDTHS_PER_OCTAVE = 8, WIDTHS_PER_ROW = 4 };
enum { WIDTHS = (OCTAVES - 1) * WIDTHS_PER_OCTAVE + 1 };

// A blur with one of its parameters changed that shape it and leave its width as it is.
struct shape {
    int number;              // of the blur, for audit_subject_at
    const struct param *row; // NULL: with all defaults
    int value;               // of harness_values_set
    char text[48];           // ":iterations=2"; "" with all defaults
};

static const char *const shape_keys[] = { "iterations", "kernel", "taps", "weights" };

struct sweep {
    int count;
    double asked[WIDTHS];
    struct metrics_moments across[WIDTHS];
};

static bool measure(struct audit_report *report, const struct audit_subject *subject, bool down,
                    struct metrics_moments *moments)
{
    const double sigma = audit_subject_width(report, subject);
    return sigma > 0 && audit_subject_moments(report, subject, sigma, down, moments);
}

// Returns how much wider the next width is, as a share of how much wider it should be.
static double step_after(const struct sweep *sweep, int i)
{
    return (sweep->across[i + 1].sigma_x - sweep->across[i].sigma_x) /
           (sweep->asked[i + 1] - sweep->asked[i]);
}

static double error_of(double measured, double asked)
{
    return 100 * (measured / asked - 1);
}

static bool subject_at(const struct audit_report *report, const struct shape *shape, double sigma,
                       struct audit_subject *subject)
{
    if (!audit_subject_at(report, shape->number, sigma, subject))
        return false;
    if (shape->row)
        harness_values_set(shape->row, subject->chain.steps[0].params, shape->value);
    if (shape->row)
        snprintf(subject->name, sizeof(subject->name), "%s%s", subject->blur->name, shape->text);
    return true;
}

static void check_width(struct audit_report *report, const struct audit_subject *subject,
                        const struct shape *shape, const struct metrics_moments *moments)
{
    const char *name = subject->blur->name, *how = shape->text;
    const double asked = subject->sigma, energy = 100 * moments->energy;
    if (subject->blur->baseline)
        return;
    if (!subject->is_by_hand)
        audit_hold(report, fabs(error_of(moments->sigma_x, asked)), "sigma.width",
                   "%s%s:sigma=%.3f is %.3f wide", name, how, asked, moments->sigma_x);
    audit_hold(report, fabs(energy - 100), "sigma.energy",
               "%s%s:sigma=%.3f keeps %.2f %% of the light", name, how, asked, energy);
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

static void check_shape(struct audit_report *report, const struct shape *shape,
                        struct audit_subject *subject)
{
    struct sweep sweep = { .count = report->draw->chain_given ? 1
                                    : report->options->quick  ? OCTAVES
                                                              : WIDTHS };
    const bool is_whole = sweep.count == WIDTHS;
    for (int i = 0; i < sweep.count; i++) {
        sweep.asked[i] = pow(2, FIRST_OCTAVE + (is_whole ? (double) i / WIDTHS_PER_OCTAVE : i));
        if (!subject_at(report, shape, sweep.asked[i], subject))
            return;
        if (!subject->is_mine && subject->sigma != sweep.asked[i]) { // beyond a file's own limit
            sweep.count = i;
            break;
        }
        if (!measure(report, subject, false, &sweep.across[i]))
            return;
        check_width(report, subject, shape, &sweep.across[i]);
    }
    for (int i = 0; is_whole && i + 1 < sweep.count; i++)
        if (step_after(&sweep, i) <= 0 && !subject->blur->baseline)
            audit_break(report, "%s%s:sigma=%.3f is not wider than sigma=%.3f", subject->blur->name,
                        shape->text, sweep.asked[i + 1], sweep.asked[i]);
    for (int i = 0; i < sweep.count; i += is_whole ? WIDTHS_PER_ROW : 1) {
        const struct metrics_moments *across = &sweep.across[i];
        double least = NAN, largest = NAN; // step from this width to that of the next row
        struct metrics_moments down;
        for (int j = i; is_whole && j < i + WIDTHS_PER_ROW && j + 1 < sweep.count; j++) {
            least = fmin(least, step_after(&sweep, j));
            largest = fmax(largest, step_after(&sweep, j));
        }
        subject_at(report, shape, sweep.asked[i], subject);
        if (!measure(report, subject, true, &down))
            continue;
        const double asked = subject->is_by_hand ? NAN : subject->sigma;
        check_width(report, subject, shape, &down);
        table_words(&report->table, "%s", subject->name);
        table_numbers(&report->table, asked, across->sigma_x, down.sigma_x,
                      error_of(across->sigma_x, asked), 100 * across->energy, least, largest);
    }
}

static void check_sigma(struct audit_report *report)
{
    struct audit_subject subject;
    for (int n = 0; audit_subject_at(report, n, 1, &subject); n++) {
        struct shape shape = { .number = n };
        struct chain_step usual;
        check_shape(report, &shape, &subject);
        chain_step_init(&usual, subject.blur);
        for (size_t k = 0; k < sizeof(shape_keys) / sizeof(shape_keys[0]) && !subject.is_mine;
             k++) {
            shape.row = param_find(subject.blur->params, shape_keys[k]);
            for (int i = 0; shape.row && i < harness_values_count(shape.row); i++) {
                struct chain_step step = usual;
                char value[32];
                harness_values_set(shape.row, step.params, i);
                if (param_equal(shape.row, step.params, usual.params))
                    continue;
                shape.value = i;
                param_print(shape.row, step.params, value, sizeof(value));
                snprintf(shape.text, sizeof(shape.text), ":%s=%s", shape.row->key, value);
                check_shape(report, &shape, &subject);
            }
        }
    }
}

const struct audit audit_sigma = {
    .name = "sigma",
    .summary = "the width of every blur, asked and measured",
    .promise =
        "within 2 % of what was asked, light kept within 1 %, wider for a larger sigma; baselines "
        "apart",
    .limits = {
        { "sigma.width", 2, "per cent that a blur may be off the sigma that was asked for" },
        { "sigma.energy", 1, "per cent of the light that a blur may lose or add" },
    },
    .columns = columns,
    .refuses = { [AUDIT_SCENE] = "it measures what becomes of a point of light" },
    .accepts = audit_subject_accepts,
    .check = check_sigma,
};
