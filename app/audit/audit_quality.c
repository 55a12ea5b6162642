// Measures what a viewer would see of the difference between a blur and the exact Gaussian of the
// same sigma.

#include "app/audit/audit_report.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 360, SCENES = 3, SIGMAS = 2 };

static const char *const scene_names[SCENES] = { "blocks", "firefly", "bars" };
static const double sigmas[SIGMAS] = { 5, 16 };

static const struct table_column columns[] = {
    { "scene", TABLE_WORDS },
    { "sigma px", 0 },
    { "effect", TABLE_WORDS },
    { "PSNR dB", 1 },
    { "SSIM", 4 },
    { "largest", 4 },
    { 0 },
};

// A picture to blur, and what the format of the images between the steps has left of it.
struct view {
    const char *name;
    struct image light, stored;
};

// The exact blur, and how far the format alone is from it: that of what goes in and of what comes
// out.
struct exact {
    struct quality_exact of_light;
    double format_decibels;
};

static void make_exact(struct audit_report *report, const struct view *view, double sigma,
                       struct exact *exact)
{
    const struct drawing drawing = audit_drawing(report);
    struct image of_stored, stored;
    quality_exact_init(&exact->of_light, &view->light, sigma);
    metrics_blur(&view->stored, sigma, &of_stored);
    drawing_round(&drawing.lab->gpu, drawing.format, &of_stored, &stored);
    exact->format_decibels = quality_nearness(&stored, &exact->of_light).decibels;
    image_finish(&of_stored);
    image_finish(&stored);
}

// Returns true for `gaussian`, and for a shader file that declares to be the same: these must be
// exact. The other blurs are only characterised by their numbers.
static bool is_gaussian(const struct effect *blur)
{
    static const char name[] = "gaussian";
    return blur == &effect_gaussian ||
           (blur->same_as && strncmp(blur->same_as, name, strlen(name)) == 0);
}

static void check_subject(struct audit_report *report, const struct view *view,
                          const struct audit_subject *subject, const struct exact *exact)
{
    static const double most_below_format = 3; // dB: rows and columns are each rounded
    const double least =
        fmin(audit_limit(report, "quality.psnr"), exact->format_decibels - most_below_format);
    struct table *table = &report->table;
    struct image image;
    if (!audit_draw(report, &subject->chain, true, &view->light, &image))
        return;
    const struct quality_nearness nearness = quality_nearness(&image, &exact->of_light);
    table_words(table, "%s", view->name);
    table_number(table, subject->sigma);
    table_words(table, "%s", subject->name);
    table_numbers(table, nearness.decibels, nearness.similarity, nearness.largest);
    image_finish(&image);
    if (is_gaussian(subject->blur) && !subject->is_by_hand && !subject->may_differ &&
        !(nearness.decibels >= least))
        audit_break(report, "%s at sigma %g: %s is %.1f dB from the exact one, not %.1f",
                    view->name, subject->sigma, subject->blur->name, nearness.decibels, least);
}

static void check_view(struct audit_report *report, struct view *view)
{
    const struct drawing drawing = audit_drawing(report);
    const bool is_own = report->draw->chain_given;
    struct audit_subject subject;
    struct exact exact;
    drawing_round(&drawing.lab->gpu, drawing.format, &view->light, &view->stored);
    // Each blur of the command line has a width of its own, and so an exact Gaussian of its own.
    for (int i = 0; is_own && audit_subject_at(report, i, 0, &subject); i++) {
        subject.sigma = audit_subject_width(report, &subject);
        if (subject.sigma <= 0)
            continue;
        make_exact(report, view, subject.sigma, &exact);
        check_subject(report, view, &subject, &exact);
        quality_exact_finish(&exact.of_light);
    }
    for (int j = 0; !is_own && j < audit_subject_widths(report, SIGMAS); j++) {
        make_exact(report, view, sigmas[j], &exact);
        for (int i = 0; audit_subject_at(report, i, sigmas[j], &subject); i++)
            if (subject.sigma == sigmas[j]) // which may be beyond a file's own limit
                check_subject(report, view, &subject, &exact);
        quality_exact_finish(&exact.of_light);
    }
    image_finish(&view->light);
    image_finish(&view->stored);
}

static void check_quality(struct audit_report *report)
{
    const struct draw_options *draw = report->draw;
    const struct plan_options *plan = &report->lab->plan_options;
    if (draw->scene_given) {
        struct view view = { .name = report->lab->scene.scene->name };
        drawing_scene(report->lab, draw->time, plan->width, plan->height, &view.light);
        check_view(report, &view);
        return;
    }
    for (int i = 0; i < (report->options->quick ? 1 : SCENES); i++) {
        struct view view = { .name = scene_names[i] };
        drawing_other_scene(report->lab, view.name, 0, draw->width > 0 ? plan->width : WIDTH,
                            draw->width > 0 ? plan->height : HEIGHT, &view.light);
        check_view(report, &view);
    }
}

static bool accepts(const struct draw_options *draw, struct error *error)
{
    struct draw_options of_chain = *draw;
    of_chain.format_given = false; // no point of light is drawn but to find a width
    return audit_subject_accepts(&of_chain, error);
}

const struct audit audit_quality = {
    .name = "quality",
    .summary = "every blur against the exact Gaussian, in display values 0..1",
    .promise =
        "gaussian, which means to be exact, is so to 76 dB or more, as far as the format allows",
    .limits = {
        { "quality.psnr", 76,
          "dB that gaussian is at least from the exact one, or 3 less than the format allows" },
    },
    .columns = columns,
    .accepts = accepts,
    .check = check_quality,
};
