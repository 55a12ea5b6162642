// Runs the chain and scene of the command line with the images between the steps in each format,
// and compares with the same in RGBA32F.

#include "app/audit/chains/audit_study.h"
#include "app/audit/chains/audits_of_chains.h"
#include "app/measure/metrics/metrics.h"

#include <math.h>
#include <stdio.h>

static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                               FORMAT_R11F_G11F_B10F, FORMAT_RGBA8 };

enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

static bool is_finite(const struct texture *texture)
{
    struct image image;
    bool finite = true;
    texture_read(texture, IMAGE_TYPE_F32, &image);
    const float *values = image.texels;
    const size_t count = 4 * (size_t) image.width * (size_t) image.height;
    for (size_t i = 0; i < count && finite; i++)
        finite = isfinite(values[i]);
    image_finish(&image);
    return finite;
}

// ---- one format

struct outcome {
    struct image light, picture; // what the chain puts out last as light, and as display values
    char not_finite[AUDIT_PATH_SIZE]; // the first such pass; "" for none
    double not_finite_time;
};

// Names the first of the scene and its passes that puts out a value that is not finite.
static bool find_not_finite(struct audit_study *study, void *with)
{
    struct outcome *outcome = with;
    for (int pass = AUDIT_SCENE_PASS; pass < study->pass_count; pass++) {
        const struct texture *texture = audit_study_look(study, pass);
        if (!texture || is_finite(texture))
            continue;
        snprintf(outcome->not_finite, AUDIT_PATH_SIZE, "%s", audit_study_pass_name(study, pass));
        outcome->not_finite_time = study->time;
        return true;
    }
    return false;
}

static bool draw_both(struct audit_study *study, struct audit_report *report,
                      struct outcome *outcome)
{
    if (!audit_study_build(study, true, report))
        return false;
    audit_study_draw_source(study);
    audit_study_draw(study);
    texture_read(study->output, IMAGE_TYPE_F64, &outcome->light);
    if (!audit_study_build(study, false, report))
        return false;
    audit_study_find_passes(study);
    texture_read(study->output, IMAGE_TYPE_F64, &outcome->picture);
    audit_study_search(study, report, find_not_finite, outcome);
    return true;
}

static bool run_format(struct lab *lab, enum texture_format format, struct audit_report *report,
                       struct outcome *outcome)
{
    static struct audit_study study;
    audit_study_open(&study, lab, format, report->options->draw.time);
    const bool done = draw_both(&study, report, outcome);
    audit_study_close(&study);
    return done;
}

// ---- all of them

static const struct table_column columns[] = {
    { "format", TABLE_WORDS },
    { "light, mean", 6 },
    { "light, largest", 4 },
    { "picture, mean", 4 }, // of 255
    { "picture, largest", 1 },
    { "not finite", TABLE_WORDS }, // the first such pass
    { 0 },
};

static void report_format(struct audit_report *report, enum texture_format format,
                          const struct outcome *outcome, const struct outcome *exact)
{
    struct table *table = &report->table;
    const char *name = texture_format_name(format);
    const struct metrics_difference light = metrics_difference(&outcome->light, &exact->light);
    const struct metrics_difference picture =
        metrics_difference(&outcome->picture, &exact->picture);
    table_words(table, "%s", name);
    table_number(table, light.mean);
    table_number(table, light.most);
    table_number(table, 255 * picture.mean);
    table_number(table, 255 * picture.most);
    table_words(table, "%s", outcome->not_finite[0] ? outcome->not_finite : "none");
    if (outcome->not_finite[0])
        audit_break(report, "in %s, '%s' puts out values that are not finite, at %.2f s", name,
                    outcome->not_finite, outcome->not_finite_time);
    if (!(255 * picture.mean <= audit_limit(report, "precision.mean")))
        audit_break(report, "in %s the picture is %.4f of 255 off in the mean", name,
                    255 * picture.mean);
}

static void finish_outcome(struct outcome *outcome)
{
    image_finish(&outcome->light);
    image_finish(&outcome->picture);
}

// rgba32f always is, to compare with.
static bool is_asked_for(const struct options *options, enum texture_format format)
{
    return !options->draw.format_given || options->draw.format == format;
}

static void check_precision(struct lab *lab, struct audit_report *report)
{
    struct outcome exact = { .not_finite = "" };
    table_init(&report->table, columns);
    for (int i = 0; i < FORMATS; i++) {
        if (i > 0 && !is_asked_for(report->options, formats[i]))
            continue;
        struct outcome outcome = { .not_finite = "" };
        const bool is_exact = formats[i] == FORMAT_RGBA32F;
        const bool done = run_format(lab, formats[i], report, is_exact ? &exact : &outcome);
        if (done)
            report_format(report, formats[i], is_exact ? &exact : &outcome, &exact);
        finish_outcome(&outcome);
        if (!done)
            break;
    }
    finish_outcome(&exact);
}

static const struct audit_limit limits[] = {
    { "precision.mean", INFINITY, "255ths that the picture in each format may be off in the mean" },
    { 0 },
};

const struct audit audit_precision = {
    .name = "precision",
    .summary = "the chain with images between the steps in each format, against rgba32f",
    .promise = "the scene, at several moments, and every pass put out finite values",
    .limits = limits,
    .check = check_precision,
};
