// Measures a smooth ramp of greys in few levels: how wide the bands are, and what dithering does to
// them.

#include "app/audit/audits.h"
#include "app/metrics/metrics.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 64 };

static const int depths[] = { 8, 6, 4 };

// A dithered ramp keeps the mean of small areas much better than the half step that rounding loses.
static const double most_deviation = 0.25; // of a step
static const double most_band = 0.5;       // of the band without dithering

static const struct sheet_column columns[] = {
    { "bits", 0 },           { "dither", SHEET_WORDS }, { "levels", 0 },    { "longest run px", 0 },
    { "widest band px", 0 }, { "step in L*", 2 },       { "off in L*", 3 }, { 0 },
};

static void print_bands(struct sheet *sheet, int bits, const char *name,
                        const struct metrics_bands *bands)
{
    sheet_number(sheet, bits);
    sheet_words(sheet, "%s", name);
    sheet_number(sheet, bands->levels);
    sheet_number(sheet, bands->longest_run);
    sheet_number(sheet, bands->widest_band);
    sheet_number(sheet, bands->step);
    sheet_number(sheet, bands->deviation);
}

struct ramp {
    struct image light, smooth; // as light, and as display values that are not rounded
};

static bool measure_bands(struct lab *lab, struct audit_report *report, const char *chain,
                          const struct ramp *ramp, struct metrics_bands *bands)
{
    struct image image;
    if (!audit_draw_display(lab, report, chain, &ramp->light, &image))
        return false;
    *bands = metrics_bands(&image, &ramp->smooth);
    image_finish(&image);
    return true;
}

static void check_bands(struct audit_report *report, int bits, const char *matrix,
                        const struct metrics_bands *bands, const struct metrics_bands *plain)
{
    if (bands->widest_band > most_band * plain->widest_band)
        audit_break(report, "%s at %d bits leaves bands of %d px, where there are %d without",
                    matrix, bits, bands->widest_band, plain->widest_band);
    if (bands->deviation > most_deviation * plain->step)
        audit_break(report, "%s at %d bits is %.3f off in L*, and a step is %.3f", matrix, bits,
                    bands->deviation, plain->step);
}

static void check_depth(struct lab *lab, struct audit_report *report, const struct ramp *ramp,
                        int bits, struct sheet *sheet)
{
    const struct effect *dither = effect_find("dither", strlen("dither"));
    const struct param *matrix = param_find(dither->params, "matrix", strlen("matrix"));
    char chain[AUDIT_CHAIN_SIZE];
    struct metrics_bands plain, bands;
    snprintf(chain, sizeof(chain), "dither:strength=0:bits=%d", bits);
    if (!measure_bands(lab, report, chain, ramp, &plain))
        return;
    print_bands(sheet, bits, "none", &plain);
    for (int i = 0; i < param_choice_count(matrix); i++) {
        const char *name = param_choice(matrix, i);
        snprintf(chain, sizeof(chain), "dither:matrix=%s:bits=%d", name, bits);
        if (!measure_bands(lab, report, chain, ramp, &bands))
            return;
        print_bands(sheet, bits, name, &bands);
        check_bands(report, bits, name, &bands, &plain);
    }
}

static void check_banding(struct lab *lab, struct audit_report *report)
{
    struct sheet *sheet = &report->sheet;
    struct ramp ramp = { .light = { 0 } };
    sheet_init(sheet, columns);
    if (audit_draw_scene(lab, report, "ramp", WIDTH, HEIGHT, &ramp.light) &&
        audit_draw_display(lab, report, "encode", &ramp.light, &ramp.smooth))
        for (int i = 0; i < 3; i++)
            check_depth(lab, report, &ramp, depths[i], sheet);
    image_finish(&ramp.light);
    image_finish(&ramp.smooth);
}

const struct audit audit_banding = {
    .name = "banding",
    .summary = "a ramp of greys in few levels, with and without dither",
    .promise = "dithered, no band wider than half of that without, areas within 1/4 of a step",
    .check = check_banding,
};
