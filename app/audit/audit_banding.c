// Measures a smooth ramp of greys with few levels: how wide the bands are, and how dithering
// changes them.

#include "app/audit/audit.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 64, DEPTHS = 3 };

static const int depths[DEPTHS] = { 8, 6, 4 };

struct ramp {
    struct image light, smooth; // linear light, and display values that are not rounded
};

// Runs a chain on the ramp, adds the measurements to the table, and compares them with those of the
// chain without dither, unless `plain` is NULL.
static bool measure(struct audit_report *report, const struct chain *chain, const struct ramp *ramp,
                    int bits, const char *name, const struct metrics_bands *plain,
                    struct metrics_bands *bands)
{
    struct image image;
    if (!audit_draw(report, chain, false, &ramp->light, &image))
        return false;
    *bands = metrics_bands(&image, &ramp->smooth);
    image_finish(&image);
    table_number(&report->table, bits);
    table_words(&report->table, "%s", name);
    table_numbers(&report->table, bands->levels, bands->longest_run, bands->widest_band,
                  bands->step, bands->deviation);
    if (!plain)
        return true;
    if (bands->widest_band > (double) report->limits->banding_band / 100 * plain->widest_band)
        audit_fail(report, "%s at %d bits has bands of %d px; without dither %d px", name, bits,
                   bands->widest_band, plain->widest_band);
    if (bands->deviation > (double) report->limits->banding_deviation / 100 * plain->step)
        audit_fail(report, "%s at %d bits: means differ by %.3f in L*; a step is %.3f", name, bits,
                   bands->deviation, plain->step);
    return true;
}

static struct chain dither_of(const char *what, int bits)
{
    struct chain chain;
    struct error error;
    char text[CHAIN_TEXT_SIZE];
    snprintf(text, sizeof(text), "dither:%s:bits=%d", what, bits);
    chain_parse(&chain, text, NULL, &error);
    return chain;
}

static void check_depth(struct audit_report *report, const struct ramp *ramp, int bits)
{
    const struct effect *dither = effect_find("dither", strlen("dither"));
    const struct param *matrix = param_find(dither->params, "matrix");
    struct metrics_bands plain, bands;
    struct chain chain = dither_of("strength=0", bits);
    bool done = measure(report, &chain, ramp, bits, "none", NULL, &plain);
    for (int i = 0; i < param_choice_count(matrix) && done; i++) {
        const char *name = param_choice(matrix, i);
        char what[64];
        snprintf(what, sizeof(what), "matrix=%s", name);
        chain = dither_of(what, bits);
        done = measure(report, &chain, ramp, bits, name, &plain, &bands);
    }
}

// ---- the chain of the command line

// Removes the dither steps from `chain`, or, unless `whole`, sets their strength to 0. Returns how
// many there are. If the last one has `bits`, stores them.
static int remove_dithers(struct chain *chain, bool whole, int *bits)
{
    int count = 0;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step *step = &chain->steps[i];
        const struct param *rows = step->effect->params;
        if (step->off || (strcmp(step->effect->name, "dither") != 0 &&
                          strcmp(step->effect->name, "error_diffusion") != 0))
            continue;
        count++;
        const int of_step = (int) param_value(rows, "bits", step->params);
        *bits = of_step > 0 ? of_step : *bits;
        step->off = whole;
        param_set(param_find(rows, "strength"), step->params, 0, 0);
    }
    return count;
}

// Measures the chain without its dithering, first without rounding, then with its number of levels.
static void check_chain(struct audit_report *report, struct ramp *ramp)
{
    struct chain chain = report->draw->chain, smooth, plain;
    struct metrics_bands without, with;
    int depth = 8;
    drawing_settle(&chain, report->renderer->plan_options.height);
    smooth = plain = chain;
    remove_dithers(&smooth, true, &depth);
    remove_dithers(&plain, false, &depth);
    if (audit_draw(report, &smooth, false, &ramp->light, &ramp->smooth) &&
        measure(report, &plain, ramp, depth, "the chain without", NULL, &without))
        measure(report, &chain, ramp, depth, "the chain", &without, &with);
}

static void check_banding(struct audit_report *report)
{
    const struct draw_options *draw = report->draw;
    struct ramp ramp = { .light = { 0 } };
    struct chain encode;
    struct error error;
    drawing_other_scene(report->renderer, "ramp", 0, draw->width > 0 ? draw->width : WIDTH,
                        draw->width > 0 ? draw->height : HEIGHT, &ramp.light);
    chain_parse(&encode, "encode", NULL, &error);
    if (draw->chain_given)
        check_chain(report, &ramp);
    else if (audit_draw(report, &encode, false, &ramp.light, &ramp.smooth))
        for (int i = 0; i < (report->options->quick ? 1 : DEPTHS); i++)
            check_depth(report, &ramp, depths[i]);
    image_finish(&ramp.light);
    image_finish(&ramp.smooth);
}

static bool accepts(const struct draw_options *draw, struct error *error)
{
    struct chain chain = draw->chain;
    int bits = 0;
    return !draw->chain_given || remove_dithers(&chain, true, &bits) > 0 ||
           error_set(error, "is about dithering, and the chain has none");
}

// A dithered ramp keeps the mean of small areas with an error far below the half step of rounding.
const struct audit audit_banding = {
    .name = "banding",
    .summary = "a ramp of greys in few levels, with and without dither",
    .limits =
        "dither makes bands at most half as wide, and means of areas are within 1/4 of a step",
    .columns =
        (const struct table_column[]){
            { "bits", 0 },
            { "dither", TABLE_WORDS },
            { "levels", 0 },
            { "longest run px", 0 },
            { "widest band px", 0 },
            { "step in L*", 2 },
            { "off in L*", 3 },
            { 0 },
        },
    .refuses = { [AUDIT_SCENE] = "bands are measured on a ramp of greys" },
    .accepts = accepts,
    .check = check_banding,
};
