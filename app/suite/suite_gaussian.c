// Times the Gaussian of 33 taps by all its implementations, beside what lisyarus published:
// Gaussian blur with compute shaders, 2022, on a GTX 1060. Only ratios can be compared.

#include "app/suite/suites.h"
#include "effects/gaussian/gaussian.h"

#include <math.h>
#include <string.h>

// Ratios to `fs_separable`, at the same size, format and taps.
static const struct published {
    const char *impl;
    double ratio;
} published[] = {
    { "fs_naive", 15 },        { "fs_separable", 1 },
    { "fs_linear", 0.54 },     { "cs_naive_4x4", 40 },
    { "cs_naive_8x8", 24.2 },  { "cs_shared_2d", 117 },
    { "cs_separable", 1.59 },  { "cs_shared_4", 10.8 },
    { "cs_shared_8", 4.5 },    { "cs_shared_16", 2.15 },
    { "cs_shared_32", 1.08 },  { "cs_shared_64", 1.07 },
    { "cs_shared_128", 1.06 }, { "cs_shared_256", 1.06 },
    { "cs_fused", 16 },        { 0 },
};

static double published_ratio(const char *impl)
{
    for (const struct published *at = published; at->impl; at++)
        if (strcmp(at->impl, impl) == 0)
            return at->ratio;
    return NAN;
}

static void list_gaussian(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    for (int i = 0; effect_gaussian.impls[i]; i++) {
        const char *impl = effect_gaussian.impls[i]->name;
        if (run->options->quick && isnan(published_ratio(impl)))
            continue;
        suite_add(run, size, FORMAT_RGBA8, "gaussian:radius=16:sigma=10:impl=%s", impl)->keys[0] =
            i;
    }
}

static const struct sheet_column columns[] = {
    { "impl", SHEET_WORDS },  { "kind", SHEET_WORDS }, { "ms", 3 }, { "copies", 2 },
    { "to fs_separable", 3 }, { "published", 2 },      { 0 },
};

static double ratio_of(const struct suite_run *run, const struct suite_variant *variant)
{
    for (int i = 0; i < run->count; i++)
        if (strcmp(effect_gaussian.impls[run->variants[i].keys[0]]->name, "fs_separable") == 0)
            return suite_median(variant) / suite_median(&run->variants[i]);
    return NAN;
}

// His verdict was that compute never wins.
static void say_verdict(struct suite_run *run)
{
    const struct suite_variant *best[2] = { NULL };
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *variant = &run->variants[i];
        const struct suite_variant **kind = &best[effect_gaussian.impls[variant->keys[0]]->compute];
        if (suite_has_run(variant) && !(suite_median(*kind) <= suite_median(variant)))
            *kind = variant;
    }
    if (best[0] && best[1])
        suite_say(run, "the best as compute, %s, takes %.2f of the best as fragment, %s: %s",
                  effect_gaussian.impls[best[1]->keys[0]]->name,
                  suite_median(best[1]) / suite_median(best[0]),
                  effect_gaussian.impls[best[0]->keys[0]]->name,
                  suite_median(best[1]) < suite_median(best[0])
                      ? "\"compute never wins\" does not hold here"
                      : "compute does not win here either");
}

static void report_gaussian(struct suite_run *run)
{
    sheet_init(&run->sheet, columns);
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *variant = &run->variants[i];
        const struct effect_impl *impl = effect_gaussian.impls[variant->keys[0]];
        sheet_words(&run->sheet, "%s", impl->name);
        sheet_words(&run->sheet, "%s", impl->compute ? "compute" : "fragment");
        sheet_number(&run->sheet, suite_median(variant));
        sheet_number(&run->sheet, suite_has_run(variant) ? variant->copies : NAN);
        sheet_number(&run->sheet, ratio_of(run, variant));
        sheet_number(&run->sheet, published_ratio(impl->name));
    }
    say_verdict(run);
}

const struct suite suite_gaussian = {
    .name = "gaussian",
    .summary = "the rows of the Gaussian, 33 taps, RGBA8, beside published ratios",
    .list = list_gaussian,
    .report = report_gaussian,
};
