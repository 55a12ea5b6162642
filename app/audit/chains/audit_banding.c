// Measures a smooth ramp of greys in few levels: how wide the bands are, and what dithering does to
// them.

#include "app/audit/chains/audits_of_chains.h"
#include "app/measure/metrics/metrics.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 64 };

static const int depths[] = { 8, 6, 4 };

static const struct table_column columns[] = {
    { "bits", 0 },           { "dither", TABLE_WORDS }, { "levels", 0 },    { "longest run px", 0 },
    { "widest band px", 0 }, { "step in L*", 2 },       { "off in L*", 3 }, { 0 },
};

static void print_bands(struct table *table, int bits, const char *name,
                        const struct metrics_bands *bands)
{
    table_number(table, bits);
    table_words(table, "%s", name);
    table_number(table, bands->levels);
    table_number(table, bands->longest_run);
    table_number(table, bands->widest_band);
    table_number(table, bands->step);
    table_number(table, bands->deviation);
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
    const double most_band = audit_limit(report, "banding.band") / 100;
    const double most_deviation = audit_limit(report, "banding.deviation") / 100;
    if (bands->widest_band > most_band * plain->widest_band)
        audit_break(report, "%s at %d bits leaves bands of %d px, and of %d px without", matrix,
                    bits, bands->widest_band, plain->widest_band);
    if (bands->deviation > most_deviation * plain->step)
        audit_break(report, "%s at %d bits is %.3f off in L*, and a step is %.3f", matrix, bits,
                    bands->deviation, plain->step);
}

static void check_depth(struct lab *lab, struct audit_report *report, const struct ramp *ramp,
                        int bits, struct table *table)
{
    const struct effect *dither = effect_find("dither", strlen("dither"));
    const struct param *matrix = param_find(dither->params, "matrix", strlen("matrix"));
    char chain[AUDIT_CHAIN_SIZE];
    struct metrics_bands plain, bands;
    snprintf(chain, sizeof(chain), "dither:strength=0:bits=%d", bits);
    if (!measure_bands(lab, report, chain, ramp, &plain))
        return;
    print_bands(table, bits, "none", &plain);
    for (int i = 0; i < param_choice_count(matrix); i++) {
        const char *name = param_choice(matrix, i);
        snprintf(chain, sizeof(chain), "dither:matrix=%s:bits=%d", name, bits);
        if (!measure_bands(lab, report, chain, ramp, &bands))
            return;
        print_bands(table, bits, name, &bands);
        check_bands(report, bits, name, &bands, &plain);
    }
}

// ---- of the command line

static bool is_dither(const struct effect *effect)
{
    return strcmp(effect->name, "dither") == 0 || strcmp(effect->name, "error_diffusion") == 0;
}

// Bits a channel of the last step that dithers.
static int bits_of(const struct chain *chain)
{
    enum { TARGET = 8 };
    int bits = TARGET;
    for (int i = 0; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
        const struct param *row = param_find(step->effect->params, "bits", strlen("bits"));
        if (is_dither(step->effect) && !step->off && param_get(row, step->params, 0) > 0)
            bits = (int) param_get(row, step->params, 0);
    }
    return bits;
}

// Returns how many steps dither, and takes them out of `chain`, or their strength alone.
static int take_dithers(struct chain *chain, bool whole)
{
    int count = 0;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step *step = &chain->steps[i];
        if (!is_dither(step->effect) || step->off)
            continue;
        count++;
        step->off = whole;
        const struct param *row = param_find(step->effect->params, "strength", strlen("strength"));
        param_set(row, step->params, 0, 0);
    }
    return count;
}

static bool measure_chain(struct lab *lab, struct audit_report *report, const struct chain *chain,
                          const struct ramp *ramp, struct metrics_bands *bands)
{
    struct image image;
    if (!audit_draw_chain(lab, report, chain, false, &ramp->light, &image))
        return false;
    *bands = metrics_bands(&image, &ramp->smooth);
    image_finish(&image);
    return true;
}

// The chain without its dithering, first not rounded at all and then to the levels that it has.
static void check_chain(struct lab *lab, struct audit_report *report, struct ramp *ramp)
{
    const int depth = bits_of(&report->options->draw.chain);
    struct chain chain = report->options->draw.chain, smooth, plain;
    struct metrics_bands without, with;
    drawing_settle(&chain, lab->plan_options.height);
    smooth = plain = chain;
    take_dithers(&smooth, true);
    take_dithers(&plain, false);
    if (!audit_draw_chain(lab, report, &smooth, false, &ramp->light, &ramp->smooth) ||
        !measure_chain(lab, report, &plain, ramp, &without) ||
        !measure_chain(lab, report, &chain, ramp, &with))
        return;
    print_bands(&report->table, depth, "the chain without", &without);
    print_bands(&report->table, depth, "the chain", &with);
    check_bands(report, depth, "the chain", &with, &without);
}

static void check_depths(struct lab *lab, struct audit_report *report, struct ramp *ramp)
{
    const int count = report->options->audit.quick ? 1 : 3;
    if (audit_draw_display(lab, report, "encode", &ramp->light, &ramp->smooth))
        for (int i = 0; i < count; i++)
            check_depth(lab, report, ramp, depths[i], &report->table);
}

static void check_banding(struct lab *lab, struct audit_report *report)
{
    const struct options *options = report->options;
    const bool is_sized = options->draw.width > 0;
    struct ramp ramp = { .light = { 0 } };
    table_init(&report->table, columns);
    if (!audit_draw_scene(lab, report, "ramp", is_sized ? options->draw.width : WIDTH,
                          is_sized ? options->draw.height : HEIGHT, &ramp.light))
        return;
    if (options->draw.chain_given)
        check_chain(lab, report, &ramp);
    else
        check_depths(lab, report, &ramp);
    image_finish(&ramp.light);
    image_finish(&ramp.smooth);
}

static bool accepts(const struct options *options, struct error *error)
{
    struct chain chain = options->draw.chain;
    return !options->draw.chain_given || take_dithers(&chain, true) > 0 ||
           error_set(error, "is about dithering, and the chain has none");
}

// A dithered ramp keeps the mean of small areas much better than the half step that rounding loses.
static const struct audit_limit limits[] = {
    { "banding.band", 50,
      "per cent of the widest band without dithering that one with it may have" },
    { "banding.deviation", 25, "per cent of a step that areas may be off" },
    { 0 },
};

const struct audit audit_banding = {
    .name = "banding",
    .summary = "a ramp of greys in few levels, with and without dither",
    .promise = "dithered, no band wider than half of that without, areas within 1/4 of a step",
    .limits = limits,
    .refuses = {
        [AUDIT_SCENE] = "bands are measured on a ramp of greys",
    },
    .accepts = accepts,
    .check = check_banding,
};
