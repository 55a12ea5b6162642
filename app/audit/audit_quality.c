// Measures what a viewer would see of the difference between a blur and the exact Gaussian of the
// same sigma.

#include "app/audit/audits.h"
#include "app/metrics/metrics.h"

enum { WIDTH = 640, HEIGHT = 360 };

static const char *const scene_names[] = { "blocks", "firefly", "bars" };
static const double sigmas[] = { 5, 16 };

static const struct sheet_column columns[] = {
    { "scene", SHEET_WORDS },
    { "sigma px", 0 },
    { "effect", SHEET_WORDS },
    { "PSNR dB", 1 },
    { "SSIM", 4 },
    { "largest", 4 },
    { 0 },
};

// This is promised of gaussian, which means to be exact. The others are there to be told apart by
// their numbers.
static const double exact_decibels = 45;

static void compare_with_exact(struct audit_report *report, const char *scene, double sigma,
                               const struct effect *blur, const struct image *image,
                               const struct image *exact)
{
    struct sheet *sheet = &report->sheet;
    const struct metrics_difference difference = metrics_difference(image, exact);
    const double decibels = metrics_psnr(&difference, 1);
    sheet_words(sheet, "%s", scene);
    sheet_number(sheet, sigma);
    audit_blur_cell(blur, sheet);
    sheet_number(sheet, decibels);
    sheet_number(sheet, metrics_ssim(image, exact));
    sheet_number(sheet, difference.most);
    if (blur == &effect_gaussian && !(decibels >= exact_decibels))
        audit_break(report, "%s at sigma %g: gaussian is %.1f dB from the exact one", scene, sigma,
                    decibels);
}

static void compare_blurs(struct lab *lab, struct audit_report *report, const char *scene,
                          double sigma, const struct image *source)
{
    struct image exact, image;
    const struct effect *blur;
    metrics_blur(source, sigma, &exact);
    metrics_encode_clipped(&exact);
    for (int i = 0; (blur = audit_blur(i)); i++) {
        char chain[AUDIT_CHAIN_SIZE];
        audit_blur_text(blur, sigma, chain);
        if (!audit_draw(lab, report, chain, source, &image))
            continue;
        metrics_encode_clipped(&image);
        compare_with_exact(report, scene, sigma, blur, &image, &exact);
        image_finish(&image);
    }
    image_finish(&exact);
}

static void check_quality(struct lab *lab, struct audit_report *report)
{
    sheet_init(&report->sheet, columns);
    for (int i = 0; i < 3; i++) {
        struct image source;
        if (!audit_draw_scene(lab, report, scene_names[i], WIDTH, HEIGHT, &source))
            continue;
        for (int j = 0; j < 2; j++)
            compare_blurs(lab, report, scene_names[i], sigmas[j], &source);
        image_finish(&source);
    }
}

const struct audit audit_quality = {
    .name = "quality",
    .summary = "every blur against the exact Gaussian, in display values 0..1",
    .promise = "gaussian, which means to be exact, is so to 45 dB or more",
    .check = check_quality,
};
