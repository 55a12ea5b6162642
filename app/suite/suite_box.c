// Times the box by radius, implementation and format between the passes: the experiment of
// Alessandro Toschi, reverse engineering of a vendor's box blur, 2024, who measured 3024x4032
// texels of RGBA8. Lines below the table say which of his claims hold here.

#include "app/suite/suites.h"
#include "effects/box/box.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const formats[] = { "rgba8", "rgba16f", "rgba32f" };

enum {
    FORMATS = sizeof(formats) / sizeof(formats[0]),
    MAX_RADIUS = 63,
    MEAN_FROM = 10,
    FLAT_FROM = 4
};

enum { KEY_IMPL, KEY_RADIUS, KEY_VIA };

static const int shown[] = { 1, 4, 16, 63 }; // and all there are, with --quick

enum { SHOWN = sizeof(shown) / sizeof(shown[0]) };

static bool takes_radius(const struct suite_run *run, int radius)
{
    bool is_shown = !run->options->quick;
    for (int i = 0; i < SHOWN; i++)
        is_shown = is_shown || shown[i] == radius;
    return is_shown;
}

static bool counts_impl(const struct effect_impl *impl)
{
    return impl->compute;
}

static void list_box(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1512, 2016);
    for (int radius = 1; radius <= MAX_RADIUS; radius++)
        for (int via = 0; via < FORMATS; via++)
            for (int impl = 0; takes_radius(run, radius) && effect_box.impls[impl]; impl++) {
                const int keys[SUITE_KEYS] = { impl, radius, via };
                // Leaves out formats that say nothing: a single pass has no image between passes.
                const bool has_via = strncmp(effect_box.impls[impl]->name, "cs_single", 9) != 0;
                if (!counts_impl(effect_box.impls[impl]) ||
                    (via > 0 && (!has_via || run->options->quick)))
                    continue;
                struct suite_variant *variant =
                    suite_add(run, size, FORMAT_RGBA8, "box:radius=%d:via=%s:impl=%s", radius,
                              formats[via], effect_box.impls[impl]->name);
                memcpy(variant->keys, keys, sizeof(keys));
            }
}

// ---- numbers

static int impl_called(const char *name)
{
    int i = 0;
    while (effect_box.impls[i] && strcmp(effect_box.impls[i]->name, name) != 0)
        i++;
    return effect_box.impls[i] ? i : -1;
}

static const struct suite_variant *find(const struct suite_run *run, int impl, int radius, int via)
{
    const int keys[SUITE_KEYS] = { impl, radius, via };
    return impl >= 0 ? suite_with_keys(run, keys) : NULL;
}

static double time_of(const struct suite_run *run, const char *impl, int radius, int via)
{
    return suite_median(find(run, impl_called(impl), radius, via));
}

// Returns the mean over the radii from MEAN_FROM on. NaN when any of them did not run. `part`: -1
// for all.
static double mean_of(const struct suite_run *run, int impl, int via, int part)
{
    double sum = 0;
    int count = 0;
    for (int radius = MEAN_FROM; radius <= MAX_RADIUS; radius++) {
        const struct suite_variant *variant = find(run, impl, radius, via);
        if (!takes_radius(run, radius))
            continue;
        if (!suite_has_run(variant))
            return NAN;
        sum += part < 0 ? variant->time.median : variant->parts[part];
        count++;
    }
    return sum / count;
}

static double mean_called(const struct suite_run *run, const char *impl, int via)
{
    const int place = impl_called(impl);
    return place < 0 ? NAN : mean_of(run, place, via, -1);
}

// ---- his claims

static void say_claim(struct suite_run *run, bool holds, double measured, const char *claim)
{
    if (isnan(measured))
        suite_say(run, "not measured: %s", claim);
    else
        suite_say(run, "%s: %s; here %.2f", holds ? "holds" : "does not hold", claim, measured);
}

static double most_gain(const struct suite_run *run, const char *plain, const char *linear)
{
    double most = NAN;
    for (int radius = 1; radius <= MAX_RADIUS; radius++)
        most = fmax(most, time_of(run, plain, radius, 0) / time_of(run, linear, radius, 0));
    return most;
}

static bool is_near(double measured, double claimed)
{
    return measured > claimed / 1.25 && measured < claimed * 1.25;
}

static void say_running(struct suite_run *run)
{
    static const char *const names[] = { "cs_running_x1",  "cs_running_x2",  "cs_running_x4",
                                         "cs_running_x12", "cs_running_x16", "cs_running_x24",
                                         "cs_running_x32" };
    const double x8 = mean_called(run, "cs_running_x8", 0);
    double best = NAN, worst = NAN;
    const char *name = "";
    for (int i = 0; i < (int) (sizeof(names) / sizeof(names[0])); i++) {
        const double mean = mean_called(run, names[i], 0);
        name = mean < best || isnan(best) ? names[i] : name;
        best = fmin(best, mean);
        worst = fmax(worst, mean);
    }
    char claim[SUITE_TEXT_SIZE / 2];
    snprintf(claim, sizeof(claim), "x8 is the best of the running rows; x8 over the next, %s",
             name);
    say_claim(run, x8 < best, x8 / best, claim);
    say_claim(run, is_near(worst / x8, 6.4), worst / x8, "the worst of them takes 6.4 times x8");
    const double scan = mean_called(run, "cs_scan", 0);
    say_claim(run, scan > 1.03 * x8, scan / x8,
              "x8 beats the vendor's scheme (cs_scan), 2.75 times");
}

// Returns how much longer an implementation takes at its dearest radius than at its cheapest, from
// FLAT_FROM on.
static double spread_of(const struct suite_run *run, int impl)
{
    double least = NAN, most = NAN;
    for (int radius = FLAT_FROM; radius <= MAX_RADIUS; radius++) {
        const double time = suite_median(find(run, impl, radius, 0));
        least = fmin(least, time);
        most = fmax(most, time);
    }
    return most / least;
}

static void say_flat(struct suite_run *run)
{
    double worst = NAN;
    const char *name = "";
    for (int impl = 0; effect_box.impls[impl]; impl++) {
        const bool sums = strncmp(effect_box.impls[impl]->name, "cs_running", 10) == 0 ||
                          strcmp(effect_box.impls[impl]->name, "cs_segmented") == 0;
        const double spread = sums ? spread_of(run, impl) : NAN;
        name = spread > worst || isnan(worst) ? effect_box.impls[impl]->name : name;
        worst = fmax(worst, spread);
    }
    char claim[SUITE_TEXT_SIZE / 2];
    snprintf(claim, sizeof(claim),
             "running and segmented rows take the same within 1.3 from radius %d on; the worst, %s",
             FLAT_FROM, name);
    say_claim(run, worst <= 1.3, worst, claim);
}

static void say_formats(struct suite_run *run)
{
    const double byte = mean_called(run, "cs_running_x8", 0);
    const double half = mean_called(run, "cs_running_x8", 1) / byte;
    const double single = mean_called(run, "cs_running_x8", 2) / byte;
    say_claim(run, is_near(half, 1.4), half, "x8 via rgba16f takes 1.4 times that via rgba8");
    say_claim(run, is_near(single, 2.4), single, "x8 via rgba32f takes 2.4 times that via rgba8");
}

static void say_claims(struct suite_run *run)
{
    const double narrow = time_of(run, "cs_single", 1, 0) / time_of(run, "cs_double", 1, 0);
    const double wide = time_of(run, "cs_single", 63, 0) / time_of(run, "cs_double", 63, 0);
    const double single = most_gain(run, "cs_single", "cs_single_linear");
    const double twice = most_gain(run, "cs_double", "cs_double_linear");
    say_running(run);
    say_flat(run);
    say_formats(run);
    say_claim(run, narrow < 1, narrow, "one pass beats two at radius 1, 0.59");
    say_claim(run, is_near(wide, 51.6), wide, "one pass takes 51.6 times two at radius 63");
    say_claim(run, single <= 4.28, single, "bilinear reads gain at most 4.28 in one pass");
    say_claim(run, twice <= 1.65, twice, "bilinear reads gain at most 1.65 in two");
}

// ---- table

static const struct sheet_column columns[] = {
    { "via", SHEET_WORDS }, { "impl", SHEET_WORDS }, { "r 1", 3 },   { "r 4", 3 },
    { "r 16", 3 },          { "r 63", 3 },           { "mean", 3 },  { "rows", 3 },
    { "columns", 3 },       { "copies", 2 },         { "to x8", 2 }, { 0 },
};

static void add_box(struct suite_run *run, int impl, int via)
{
    struct sheet *sheet = &run->sheet;
    const double mean = mean_of(run, impl, via, -1);
    const struct suite_variant *wide = find(run, impl, 16, via);
    sheet_words(sheet, "%s", formats[via]);
    sheet_words(sheet, "%s", effect_box.impls[impl]->name);
    for (int i = 0; i < SHOWN; i++)
        sheet_number(sheet, suite_median(find(run, impl, shown[i], via)));
    sheet_number(sheet, mean);
    for (int part = 0; part < SUITE_PARTS; part++) {
        const double time = mean_of(run, impl, via, part);
        sheet_number(sheet, time > 0 ? time : NAN);
    }
    sheet_number(sheet, suite_has_run(wide) ? wide->copies : NAN);
    sheet_number(sheet, mean / mean_called(run, "cs_running_x8", via));
}

static void report_box(struct suite_run *run)
{
    sheet_init(&run->sheet, columns);
    for (int via = 0; via < FORMATS; via++)
        for (int impl = 0; effect_box.impls[impl]; impl++)
            if (find(run, impl, shown[0], via))
                add_box(run, impl, via);
    suite_say(run,
              "milliseconds by radius; mean, rows, columns: over radii from %d on; copies at "
              "radius 16; --results keeps every radius",
              MEAN_FROM);
    say_claims(run);
}

const struct suite suite_box = {
    .name = "box",
    .summary = "the box by radius, implementation and format between the passes",
    .parts = { "rows", "columns" },
    .list = list_box,
    .report = report_box,
};
