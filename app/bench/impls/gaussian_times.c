#include "app/bench/impls/gaussian_times.h"

#include <math.h>
#include <string.h>

const struct gaussian_times_row gaussian_times_rows[] = {
    { "fs_naive", NULL, 15, true },          { "fs_separable", NULL, 1, true },
    { "fs_linear", NULL, 0.54, true },       { "cs_naive", "4x4", 40, true },
    { "cs_naive", "4x8", 25.3, false },      { "cs_naive", "4x16", 25.7, false },
    { "cs_naive", "4x32", 26, false },       { "cs_naive", "4x64", 26.5, false },
    { "cs_naive", "8x8", 24.2, true },       { "cs_naive", "8x16", 24.7, false },
    { "cs_naive", "8x32", 25.2, false },     { "cs_naive", "8x64", 25.4, false },
    { "cs_naive", "16x16", 25, false },      { "cs_naive", "16x32", 25.5, false },
    { "cs_naive", "16x64", 26, false },      { "cs_naive", "32x32", 30.7, false },
    { "cs_shared_2d", "4x4", 175, false },   { "cs_shared_2d", "8x8", 134, false },
    { "cs_shared_2d", "16x16", 117, true },  { "cs_separable", "4x4", 2.79, false },
    { "cs_separable", "8x8", 1.59, true },   { "cs_separable", "16x16", 1.66, false },
    { "cs_separable", "32x32", 2.3, false }, { "cs_shared_4", NULL, 10.8, true },
    { "cs_shared_8", NULL, 4.5, false },     { "cs_shared_16", NULL, 2.15, false },
    { "cs_shared_32", NULL, 1.08, true },    { "cs_shared_64", NULL, 1.07, false },
    { "cs_shared_128", NULL, 1.06, false },  { "cs_shared_256", NULL, 1.06, true },
    { "cs_tile", "4x4", 75, false },         { "cs_tile", "8x8", 29, true },
    { "cs_tile", "16x16", 16, true },        { 0 },
};

const struct gaussian_times_row *gaussian_times_row_of(const struct suite_variant *variant)
{
    const int row = variant->key.line;
    return row >= 0 ? &gaussian_times_rows[row] : NULL;
}

static bool is_row(const struct gaussian_times_row *row, const char *impl, const char *group)
{
    return row && strcmp(row->impl, impl) == 0 &&
           (group ? row->group && strcmp(row->group, group) == 0 : !row->group);
}

double gaussian_times_median(const struct suite_run *run, const char *impl, const char *group)
{
    for (int i = 0; i < run->count; i++)
        if (is_row(gaussian_times_row_of(&run->variants[i]), impl, group))
            return suite_median(&run->variants[i]);
    return NAN;
}
