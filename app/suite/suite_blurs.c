// Times every blur as `auto` takes it, and the default chain, in copies of the picture.

#include "app/suite/suites.h"

#include <math.h>

static const struct line {
    const char *chain;
    double aim;   // of this project, in copies; NaN for none
    bool is_long; // left out by --quick
} lines[] = {
    { "box:radius=1", 3, true },
    { "box:radius=4", 3, false },
    { "box:radius=16", 3, true },
    { "box:radius=30", 3, false },
    { "box:radius=64", 3, true },
    { "box:radius=127", 3, false },
    { "box:radius=4:impl=cs_fused", 1.8, true },
    { "box:radius=16:impl=cs_fused", 1.8, true },
    { "box:iterations=3:sigma=4", 3.5, true },
    { "box:iterations=3:sigma=16", 3.5, false },
    { "box:iterations=3:sigma=64", 3.5, true },
    { "gaussian:radius=16:sigma=10", 4, false },
    { "gaussian:sigma=2", NAN, true },
    { "dual:levels=4", 2.5, false },
    { "pyramid:levels=6", 3, false },
    { "kawase:passes=9:scale=half", 5, false },
    { "kawase:sigma=16", NAN, true },
};

enum { LINES = sizeof(lines) / sizeof(lines[0]) };

// The default chain, assets/chains/bloom.chain, with display values out of it.
static const struct line whole = {
    "threshold,dual:sigma=2.2%h:scatter=0.7,composite,tonemap:curve=agx,dither", 3.5, false
};

static const struct line *line_of(const struct suite_variant *variant)
{
    return variant->keys[0] < LINES ? &lines[variant->keys[0]] : &whole;
}

static void list_blurs(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    for (int i = 0; i < LINES; i++)
        if (!(run->options->quick && lines[i].is_long))
            suite_add(run, size, FORMAT_RGBA16F, "%s", lines[i].chain)->keys[0] = i;
    struct suite_variant *last = suite_add(run, size, FORMAT_RGBA16F, "%s", whole.chain);
    last->keys[0] = LINES;
    last->displays = true;
}

static const struct sheet_column columns[] = {
    { "chain", SHEET_WORDS },
    { "impl", SHEET_WORDS },
    { "passes", 0 },
    { "ms", 4 },
    { "copies", 2 },
    { "least MB", 1 },
    { "by bytes", 2 },
    { "aim", 1 },
    { 0 },
};

// Returns what its passes could take if only bytes counted.
static double least_copies(const struct suite_variant *variant)
{
    const double texels = (double) variant->width * variant->height;
    return (double) gpu_traffic_sum(variant->traffic) /
           (2 * texels * texture_format_texel_bytes(variant->format));
}

static void report_blurs(struct suite_run *run)
{
    sheet_init(&run->sheet, columns);
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *variant = &run->variants[i];
        const bool ran = suite_has_run(variant);
        sheet_words(&run->sheet, "%s", line_of(variant) == &whole ? "bloom" : variant->chain);
        sheet_words(&run->sheet, "%s", variant->impl ? variant->impl : "-");
        sheet_number(&run->sheet, ran ? (double) variant->dispatches : NAN);
        sheet_number(&run->sheet, suite_median(variant));
        sheet_number(&run->sheet, ran ? variant->copies : NAN);
        sheet_number(&run->sheet, ran ? (double) gpu_traffic_sum(variant->traffic) * 1e-6 : NAN);
        sheet_number(&run->sheet, ran ? least_copies(variant) : NAN);
        sheet_number(&run->sheet, line_of(variant)->aim);
    }
    suite_say(
        run,
        "passes: draws and dispatches; by bytes: what these would take if only bytes counted; aim: "
        "this project's, for an NVIDIA H200 at 3840x2160");
}

const struct suite suite_blurs = {
    .name = "blurs",
    .summary = "every blur and the default chain, in copies",
    .list = list_blurs,
    .report = report_blurs,
};
