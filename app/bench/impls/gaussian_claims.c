// What N. Lisitsa measured of the Gaussian as fragment and compute shader (2022), and concludes.

#include "app/bench/impls/gaussian_claims.h"

#include "app/bench/impls/gaussian_times.h"

#include <math.h>
#include <string.h>

// ---- of his list

static bool is_of(const struct gaussian_times_row *row, const char *family)
{
    return strncmp(row->impl, family, strlen(family)) == 0;
}

static double time_of(const struct suite_run *run, const struct gaussian_times_row *row)
{
    return gaussian_times_median(run, row->impl, row->group);
}

// The least of those that ran and whose names begin with `family`.
static double least_of(const struct suite_run *run, const char *family)
{
    double least = NAN;
    for (const struct gaussian_times_row *row = gaussian_times_rows; row->impl; row++)
        if (is_of(row, family))
            least = fmin(least, time_of(run, row));
    return least;
}

// The least of the groups in a line, which share what they read.
static double least_line(const struct suite_run *run)
{
    double least = NAN;
    for (const struct gaussian_times_row *row = gaussian_times_rows; row->impl; row++)
        if (is_of(row, "cs_shared_") && !row->group)
            least = fmin(least, time_of(run, row));
    return least;
}

// ---- fragment

static double one_to_two(const struct suite_run *run)
{
    return gaussian_times_median(run, "fs_naive", NULL) /
           gaussian_times_median(run, "fs_separable", NULL);
}

static double gain_of_linear(const struct suite_run *run)
{
    return gaussian_times_median(run, "fs_separable", NULL) /
           gaussian_times_median(run, "fs_linear", NULL);
}

// ---- compute

static double naive_to_fragment(const struct suite_run *run)
{
    return least_of(run, "cs_naive") / gaussian_times_median(run, "fs_naive", NULL);
}

static bool is_half_a_warp(const struct gaussian_times_row *row)
{
    return strcmp(row->group, "4x4") == 0;
}

// Returns the dearest of the groups of a warp or more to the cheapest.
static double spread_of_groups(const struct suite_run *run)
{
    double most = NAN;
    int count = 0;
    for (const struct gaussian_times_row *row = gaussian_times_rows; row->impl; row++)
        if (is_of(row, "cs_naive") && !is_half_a_warp(row) && !isnan(time_of(run, row))) {
            most = fmax(most, time_of(run, row));
            count++;
        }
    return count > 1 ? most / least_of(run, "cs_naive") : NAN;
}

static double half_a_warp(const struct suite_run *run)
{
    return gaussian_times_median(run, "cs_naive", "4x4") /
           gaussian_times_median(run, "cs_naive", "8x8");
}

// Larger groups may not fit.
static double tile_to_naive(const struct suite_run *run)
{
    return least_of(run, "cs_shared_2d") / least_of(run, "cs_naive");
}

static double separable_to_linear(const struct suite_run *run)
{
    return least_of(run, "cs_separable") / gaussian_times_median(run, "fs_linear", NULL);
}

static double narrow_lines(const struct suite_run *run)
{
    return gaussian_times_median(run, "cs_shared_4", NULL) /
           gaussian_times_median(run, "cs_shared_256", NULL);
}

static double wide_lines(const struct suite_run *run)
{
    return gaussian_times_median(run, "cs_shared_32", NULL) /
           gaussian_times_median(run, "cs_shared_256", NULL);
}

static double lines_to_separable(const struct suite_run *run)
{
    return least_of(run, "cs_separable") / least_line(run);
}

static double one_pass_to_lines(const struct suite_run *run)
{
    return least_of(run, "cs_tile") / least_line(run);
}

static double compute_to_fragment(const struct suite_run *run)
{
    return least_of(run, "cs_") / least_of(run, "fs_");
}

// ---- frames

// Returns what whole frames take of what the GPU counts, all variants together. A software renderer
// counts the work of several processors as one's.
static double frames_to_timer(const struct suite_run *run)
{
    double frames = 0, timer = 0;
    if (run->steady.is_software)
        return NAN;
    for (int i = 0; i < run->count; i++)
        if (suite_has_run(&run->variants[i]) && !isnan(run->variants[i].wall)) {
            frames += run->variants[i].wall;
            timer += run->variants[i].time.median;
        }
    return timer > 0 ? frames / timer : NAN;
}

const struct suite_claim gaussian_claims[] = {
    { "one pass takes 15 times two; fs_naive to fs_separable", 15, SUITE_NEAR, 1.25, one_to_two },
    { "linear sampling nearly halves two passes; fs_separable to fs_linear", 1 / 0.54, SUITE_ABOVE,
      1.48, gain_of_linear },
    { "naive compute is slower than naive fragment; the best group to fs_naive", 24.2 / 15,
      SUITE_ABOVE, 1, naive_to_fragment },
    { "groups of 4x4 waste half of the GPU; cs_naive in 4x4 to 8x8", 40 / 24.2, SUITE_ABOVE, 1.25,
      half_a_warp },
    { "larger groups hardly differ; cs_naive, the dearest to the cheapest", 30.7 / 24.2,
      SUITE_AT_MOST, 1.3, spread_of_groups },
    { "a shared tile makes it slower yet; the best cs_shared_2d to cs_naive", 117 / 24.2,
      SUITE_ABOVE, 1, tile_to_naive },
    { "two passes as compute take three times fs_linear; the best cs_separable", 1.59 / 0.54,
      SUITE_NEAR, 1.5, separable_to_linear },
    { "sharing lines helps two passes; the best cs_separable to cs_shared", 1.59 / 1.06,
      SUITE_ABOVE, 1, lines_to_separable },
    { "groups of 4 texels in a line waste the GPU; cs_shared_4 to cs_shared_256", 10.8 / 1.06,
      SUITE_ABOVE, 2, narrow_lines },
    { "from 32 texels in a line on it is all the same; cs_shared_32 to cs_shared_256", 1.08 / 1.06,
      SUITE_NEAR, 1.15, wide_lines },
    { "both directions in one pass are a bad idea; the best cs_tile to cs_shared", 16 / 1.06,
      SUITE_ABOVE, 1, one_pass_to_lines },
    { "compute never wins; the best of his compute to the best of his fragment", 1.06 / 0.54,
      SUITE_ABOVE, 1, compute_to_fragment },
    { "whole frames say what the GPU's timer says; wall to timer", NAN, SUITE_AT_MOST, 1.25,
      frames_to_timer },
    { 0 },
};
