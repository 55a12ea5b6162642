// Moves a point of light by parts of a pixel: does its blur stay the same, or does it shimmer?

#include "app/audit/blurs/audit_motion.h"
#include "app/audit/blurs/audit_subject.h"
#include "app/audit/blurs/audits_of_blurs.h"
#include "app/measure/quality/quality.h"

#include <string.h>

static const double default_sigma = 16;

// One line of the table: a blur at the width asked for, or a construction to compare with.
struct subject {
    char chain[AUDIT_CHAIN_SIZE];
    double sigma; // for the size of the picture
    const char *kind;
    bool shimmers; // to show that the measure sees it: nothing is promised
};

static const struct table_column columns[] = {
    { "blur", TABLE_WORDS },
    { "change %", 2 },
    { "of the peak %", 2 },
    { "kind", TABLE_WORDS },
    { 0 },
};

static bool measure(struct lab *lab, struct audit_report *report, const struct subject *subject,
                    struct metrics_motion *motion)
{
    const struct drawing drawing = audit_drawing(lab, report);
    struct chain chain;
    struct error error;
    if (chain_parse(&chain, subject->chain, NULL, &error) &&
        shimmer_motion(&drawing, &chain, subject->sigma, motion, &error))
        return true;
    audit_break(report, "%s: %s", subject->chain, error.text);
    return false;
}

static void run_subject(struct lab *lab, struct audit_report *report, const struct subject *subject,
                        struct table *table)
{
    struct metrics_motion motion;
    if (!measure(lab, report, subject, &motion))
        return;
    table_words(table, "%s", subject->chain);
    table_number(table, 100 * motion.rms);
    table_number(table, 100 * motion.peak);
    table_words(table, "%s", subject->kind);
    if (!(100 * motion.rms <= audit_limit(report, "stability.change")) && !subject->shimmers)
        audit_break(report, "%s changes by %.2f %%", subject->chain, 100 * motion.rms);
}

// The numbers of these constructions are known: about 3 % at 3 to 5 levels, and tens of per cent
// where the way down is a plain 2x2 box.
static const struct subject known[] = {
    { "dual:levels=3:offset=1", 7.7, "published", false },
    { "dual:levels=4:offset=1", 15.5, "published", false },
    { "dual:levels=5:offset=1", 31, "published", false },
    { "dual:levels=4:offset=1:taps=source", 15.5, "to compare", true },
};

static void check_points(struct lab *lab, struct audit_report *report)
{
    struct table *table = &report->table;
    struct audit_subject blur;
    table_init(table, columns);
    for (int n = 0; audit_subject_at(lab, report, n, default_sigma, &blur); n++) {
        struct subject subject = {
            .sigma = blur.sigma,
            .kind = audit_subject_promises(&blur) ? "at this sigma" : "to compare",
            .shimmers = !audit_subject_promises(&blur),
        };
        memcpy(subject.chain, blur.text, sizeof(subject.chain));
        run_subject(lab, report, &subject, table);
    }
    for (int i = 0; i < (int) (sizeof(known) / sizeof(known[0])) && !report->options->audit.quick;
         i++)
        run_subject(lab, report, &known[i], table);
}

static void check_stability(struct lab *lab, struct audit_report *report)
{
    if (audit_motion_is_asked_for(report->options))
        audit_motion_check(lab, report);
    else
        check_points(lab, report);
}

static bool accepts(const struct options *options, struct error *error)
{
    if (!audit_motion_is_asked_for(options))
        return audit_subject_accepts(options, error);
    return audit_motion_accepts(options, error);
}

static const struct audit_limit limits[] = {
    { "stability.change", 5, "per cent that what moves may change" },
    { "stability.footage", 100,
      "per cent of the footage's own change from frame to frame that a chain may have" },
    { 0 },
};

const struct audit audit_stability = {
    .name = "stability",
    .summary = "how what is blurred changes while it moves by parts of a pixel, or in footage",
    .promise = "no blur changes by more than 5 % of itself, baselines apart",
    .limits = limits,
    .accepts = accepts,
    .check = check_stability,
};
