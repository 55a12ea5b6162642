// What A. Toschi claims of the box (2024), in the order of his text. His "fast double pass" is
// cs_running here, his vendor's filter cs_scan via rgba32f.

#include "app/bench/impls/box_claims.h"

#include "app/bench/impls/box_times.h"

#include <math.h>
#include <string.h>

// Running sums, by how many texels are read at once: those that he found fast, and those not.
static const char *const few[] = { "cs_running_x1", "cs_running_x2", "cs_running_x4",
                                   "cs_running_x8", NULL };
static const char *const many[] = { "cs_running_x12", "cs_running_x16", "cs_running_x24",
                                    "cs_running_x32", NULL };
static const char *const taps[] = { "cs_single", "cs_single_linear", "cs_double",
                                    "cs_double_linear", NULL };

// By what holds what a group shares, and by how many threads a line has.
static const char *const by_shared_memory[] = { "cs_scan", "cs_tiled", NULL };
static const char *const by_images[] = { "cs_double",     "cs_double_linear",
                                         "cs_running_x1", "cs_running_x2",
                                         "cs_running_x4", "cs_running_x8",
                                         "cs_segmented",  NULL };
static const char *const by_many_threads[] = { "cs_double", "cs_double_linear", "cs_segmented",
                                               NULL };

static double mean_of(const struct suite_run *run, const char *impl, int via)
{
    return box_times_mean(run, impl, via, -1);
}

// The least of all. NaN where one did not run, since that might be the least.
static double least_of(const struct suite_run *run, const char *const *impls, int via)
{
    double least = INFINITY;
    for (; *impls && !isnan(least); impls++) {
        const double mean = mean_of(run, *impls, via);
        least = isnan(mean) ? NAN : fmin(least, mean);
    }
    return least;
}

// The same.
static double most_of_all(const struct suite_run *run, const char *const *impls, int via)
{
    double most = 0;
    for (; *impls && !isnan(most); impls++) {
        const double mean = mean_of(run, *impls, via);
        most = isnan(mean) ? NAN : fmax(most, mean);
    }
    return most;
}

static double vendor(const struct suite_run *run)
{
    return mean_of(run, "cs_scan", BOX_TIMES_FLOATS);
}

// ---- by their taps

static double most_gain(const struct suite_run *run, const char *plain, const char *linear)
{
    double most = NAN;
    for (int radius = 1; radius <= BOX_TIMES_RADIUS; radius++)
        most = fmax(most, box_times_median(run, plain, radius, BOX_TIMES_BYTES) /
                              box_times_median(run, linear, radius, BOX_TIMES_BYTES));
    return most;
}

static double gain_in_one(const struct suite_run *run)
{
    return most_gain(run, "cs_single", "cs_single_linear");
}

static double gain_in_two(const struct suite_run *run)
{
    return most_gain(run, "cs_double", "cs_double_linear");
}

static double one_to_two(const struct suite_run *run, int radius)
{
    return box_times_median(run, "cs_single", radius, BOX_TIMES_BYTES) /
           box_times_median(run, "cs_double", radius, BOX_TIMES_BYTES);
}

static double one_to_two_narrow(const struct suite_run *run)
{
    return one_to_two(run, 1);
}

static double one_to_two_wide(const struct suite_run *run)
{
    return one_to_two(run, BOX_TIMES_RADIUS);
}

static double double_by_floats(const struct suite_run *run)
{
    return mean_of(run, "cs_double", BOX_TIMES_FLOATS) / mean_of(run, "cs_double", BOX_TIMES_BYTES);
}

// ---- by running sums

// Returns how much longer it takes at its dearest radius than at its cheapest, of those in the
// list.
static double spread_of(const struct suite_run *run, const char *impl, int via)
{
    double least = NAN, most = NAN;
    if (isnan(mean_of(run, impl, via)))
        return NAN;
    for (int radius = BOX_TIMES_FLAT_FROM; radius <= BOX_TIMES_RADIUS; radius++) {
        const double time = box_times_median(run, impl, radius, via);
        least = fmin(least, time);
        most = fmax(most, time);
    }
    return most / least;
}

static double spread_of_sums(const struct suite_run *run)
{
    double worst = 0;
    for (const char *const *impl = few; *impl && !isnan(worst); impl++) {
        const double spread = spread_of(run, *impl, BOX_TIMES_BYTES);
        worst = isnan(spread) ? NAN : fmax(worst, spread);
    }
    return worst;
}

static double spread_of_vendor(const struct suite_run *run)
{
    return spread_of(run, "cs_scan", BOX_TIMES_FLOATS);
}

static double unrolled(const struct suite_run *run)
{
    return mean_of(run, "cs_running_x1", BOX_TIMES_BYTES) /
           mean_of(run, "cs_running_x8", BOX_TIMES_BYTES);
}

static double many_to_few(const struct suite_run *run)
{
    const double all = most_of_all(run, many, BOX_TIMES_BYTES); // NaN: some are not measured
    return isnan(all)
               ? NAN
               : least_of(run, many, BOX_TIMES_BYTES) / most_of_all(run, few, BOX_TIMES_BYTES);
}

static double vendor_to_bytes(const struct suite_run *run)
{
    return vendor(run) / most_of_all(run, few, BOX_TIMES_BYTES);
}

static double vendor_to_floats(const struct suite_run *run)
{
    return vendor(run) / most_of_all(run, few + 1, BOX_TIMES_FLOATS);
}

static double vendor_to_x8(const struct suite_run *run)
{
    return vendor(run) / mean_of(run, "cs_running_x8", BOX_TIMES_FLOATS);
}

static double x8_by_halves(const struct suite_run *run)
{
    return mean_of(run, "cs_running_x8", BOX_TIMES_HALVES) /
           mean_of(run, "cs_running_x8", BOX_TIMES_BYTES);
}

static double x8_by_floats(const struct suite_run *run)
{
    return mean_of(run, "cs_running_x8", BOX_TIMES_FLOATS) /
           mean_of(run, "cs_running_x8", BOX_TIMES_BYTES);
}

// ---- every run

static double time_of_turn(const struct suite_variant *variant, int turn)
{
    return suite_has_run(variant) && variant->times[0] && turn < variant->count
               ? variant->times[0][turn]
               : NAN;
}

static double least_of_turn(const struct suite_run *run, const char *const *impls, int radius,
                            int via, int turn)
{
    double least = NAN;
    for (; *impls; impls++)
        least = fmin(least, time_of_turn(box_times_find(run, *impls, radius, via), turn));
    return least;
}

// A tie counts as won.
static bool is_won(const struct suite_run *run, double x8, int radius, int via, int turn)
{
    static const char *const its_vendor[] = { "cs_scan", NULL };
    const double tie = 1.01;
    double others = least_of_turn(run, few, radius, via, turn);
    others = fmin(others, least_of_turn(run, many, radius, via, turn));
    others = fmin(others, least_of_turn(run, taps, radius, via, turn));
    others = fmin(others, least_of_turn(run, its_vendor, radius, BOX_TIMES_FLOATS, turn));
    return x8 <= tie * others;
}

// Returns per cent of the runs of x8, each against all others of the same turn, radius and format.
static double runs_won(const struct suite_run *run)
{
    int count = 0, won = 0;
    for (int radius = 1; radius <= BOX_TIMES_RADIUS; radius++)
        for (int via = 0; via < BOX_TIMES_FORMATS; via++) {
            const struct suite_variant *x8 = box_times_find(run, "cs_running_x8", radius, via);
            for (int turn = 0; suite_has_run(x8) && turn < x8->count; turn++) {
                const double time = time_of_turn(x8, turn);
                count += !isnan(time);
                won += is_won(run, time, radius, via, turn);
            }
        }
    return count > 0 ? 100.0 * won / count : NAN;
}

// ---- what he advises

static double rows_to_columns(const struct suite_run *run, const char *impl)
{
    const double ratio = box_times_mean(run, impl, BOX_TIMES_BYTES, 0) /
                         box_times_mean(run, impl, BOX_TIMES_BYTES, 1);
    return fmax(ratio, 1 / ratio);
}

static double rows_and_columns(const struct suite_run *run)
{
    return fmax(rows_to_columns(run, "cs_running_x8"), rows_to_columns(run, "cs_double"));
}

static double shared_memory(const struct suite_run *run)
{
    return least_of(run, by_shared_memory, BOX_TIMES_BYTES) /
           least_of(run, by_images, BOX_TIMES_BYTES);
}

static double many_threads(const struct suite_run *run)
{
    return least_of(run, by_many_threads, BOX_TIMES_BYTES) / least_of(run, few, BOX_TIMES_BYTES);
}

const struct suite_claim box_claims[] = {
    { "one pass beats two at radius 1; its share of their time", 0.59, SUITE_AT_MOST, 1,
      one_to_two_narrow },
    { "at radius 63 one pass takes tens of times as long as two", 51.6, SUITE_NEAR, 1.5,
      one_to_two_wide },
    { "linear sampling gains more than 4 times in one pass", 4.28, SUITE_ABOVE, 4, gain_in_one },
    { "linear sampling gains up to 2 times in two passes", 2, SUITE_ABOVE, 1.6, gain_in_two },
    { "two passes hardly care about the format between; rgba32f to rgba8", NAN, SUITE_AT_MOST, 1.25,
      double_by_floats },
    { "the vendor's scheme takes the same at every radius; most to least", 3.4 / 3.1, SUITE_AT_MOST,
      1.25, spread_of_vendor },
    { "running sums of 1 to 8 texels take the same at every radius; most to least", 1,
      SUITE_AT_MOST, 1.25, spread_of_sums },
    { "each of 1, 2, 4 and 8 texels, via rgba8, beats the vendor's scheme", 3.57 / 3.18,
      SUITE_ABOVE, 1, vendor_to_bytes },
    { "each of 2, 4 and 8 texels beats it with its own rgba32f between too", NAN, SUITE_ABOVE, 1,
      vendor_to_floats },
    { "x8 via rgba32f against the vendor's scheme, which has the same between", 3.25 / 3,
      SUITE_ABOVE, 1, vendor_to_x8 },
    { "more than 8 texels at once are slower than fewer", 4.64 / 3.18, SUITE_ABOVE, 1,
      many_to_few },
    { "x8 wins in every run, within 1 %; per cent of runs", 100, SUITE_ABOVE, 99.9, runs_won },
    { "x8 via rgba16f to rgba8", 1.8 / 1.3, SUITE_NEAR, 1.25, x8_by_halves },
    { "x8 via rgba32f to rgba8", 3 / 1.3, SUITE_NEAR, 1.25, x8_by_floats },
    { "rows cost as columns; the dearer to the other, of x8 and cs_double", 1, SUITE_AT_MOST, 1.25,
      rows_and_columns },
    { "shared memory is slower than reading the image again; the best of either", NAN, SUITE_ABOVE,
      1, shared_memory },
    { "fewer threads that do more beat many that do little; the best of either", NAN, SUITE_ABOVE,
      1, many_threads },
    { "reading several texels at once pays; x1 to x8", 3.18 / 1.3, SUITE_ABOVE, 1, unrolled },
    { 0 },
};
