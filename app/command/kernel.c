#include "effects/blur/kernel.h"

#include "app/command/describe.h"
#include "effects/box/box.h"
#include "effects/convolve/convolve_kernel.h"
#include "effects/dual/dual.h"
#include "effects/effect.h"
#include "effects/kawase/kawase.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- tables

static int count_words(const char *text)
{
    int count = 0;
    for (; *text; text += strspn(text, " "), count++)
        text += strcspn(text, " ");
    return count;
}

// Adds a table of `count` rows, and returns its values, which are 0.
static double *add(struct kernel_sheet *sheet, const char *name, const char *columns, int count,
                   const char *format, ...) PRINTF_LIKE(5, 6);
static double *add(struct kernel_sheet *sheet, const char *name, const char *columns, int count,
                   const char *format, ...)
{
    struct kernel_table *table = &sheet->tables[sheet->count++];
    va_list arguments;
    assert(sheet->count <= KERNEL_MAX_TABLES);
    *table = (struct kernel_table){
        .name = name, .columns = columns, .column_count = count_words(columns), .count = count
    };
    va_start(arguments, format);
    vsnprintf(table->what, sizeof(table->what), format, arguments);
    va_end(arguments);
    const size_t values = (size_t) (table->column_count > 0 ? table->column_count * count : 1);
    return table->values = memory_new(values, sizeof(double));
}

static void add_copy(struct kernel_sheet *sheet, const char *name, const char *columns, int count,
                     const double values[], const char *what)
{
    memcpy(add(sheet, name, columns, count, "%s", what), values,
           (size_t) (count_words(columns) * count) * sizeof(double));
}

// ---- one kernel along each axis

// Adds the weights of single texels, and of pairs as bilinear filtering reads them.
static void add_kernel(struct kernel_sheet *sheet, const struct kernel *kernel, const char *what)
{
    struct kernel_pairs pairs;
    double sum = 0;
    kernel_pair(kernel, &pairs);
    for (int i = 0; i <= kernel->radius; i++)
        sum += (i > 0 ? 2 : 1) * (double) kernel->weights[i];
    double *values =
        add(sheet, "weights", "weight", kernel->radius + 1,
            "%s: weights at the distances 0, 1, ... to both sides, sum %.7f; sigma %.4f px", what,
            sum, kernel_sigma(kernel));
    for (int i = 0; i <= kernel->radius; i++)
        values[i] = kernel->weights[i];
    const bool has_centre = pairs.centre > 0;
    values = add(sheet, "pairs", "offset weight", 2 * pairs.count + has_centre,
                 "The same for bilinear reads: offsets from the texel's centre in texels, and "
                 "weights; all reads, to both sides");
    for (int i = 0; i < pairs.count; i++)
        for (int side = 0; side < 2; side++) {
            double *row = values + 2 * (side ? pairs.count + has_centre + i : pairs.count - 1 - i);
            row[0] = (side ? 1 : -1) * (double) pairs.reads[i][0];
            row[1] = pairs.reads[i][1];
        }
    if (has_centre)
        values[2 * pairs.count + 1] = pairs.centre;
}

// ---- any kernel

static bool add_convolve(struct kernel_sheet *sheet, const void *params, struct error *error)
{
    const void *file;
    struct convolve_recipe recipe;
    if (!effect_convolve.read(params, &file, error))
        return false;
    convolve_recipe_init(&recipe, params, file, sheet->height);
    const int texels = recipe.width * recipe.height;
    const bool is_grey = convolve_is_grey(&recipe);
    float *weights = memory_new((size_t) texels, 4 * sizeof(*weights));
    double mean = 0, squares = 0; // along x
    int count = 0;
    convolve_kernel_make(&recipe, weights);
    for (int i = 0; i < texels; i++) {
        const float *texel = weights + 4 * i;
        const double x = i % recipe.width, weight = texel[3];
        mean += weight * x;
        squares += weight * x * x;
        count += texel[0] != 0 || texel[1] != 0 || texel[2] != 0;
    }
    double *row = add(sheet, "taps", is_grey ? "x y weight" : "x y", count,
                      "Where the light of a texel goes, in texels to the right and down, and its "
                      "share, sum 1; sigma along x %.4f px. A texel reads at -x, -y",
                      sqrt(squares - mean * mean));
    const double *first = row;
    double *colour = is_grey ? NULL
                             : add(sheet, "colours", "red green blue", count,
                                   "Shares of these taps in each channel, sum 1");
    for (int i = 0; i < texels; i++) {
        const float *texel = weights + 4 * i;
        if (texel[0] == 0 && texel[1] == 0 && texel[2] == 0)
            continue;
        *row++ = i % recipe.width - convolve_centre(recipe.width);
        *row++ = i / recipe.width - convolve_centre(recipe.height);
        if (is_grey)
            *row++ = texel[0];
        for (int c = 0; !is_grey && c < 3; c++)
            *colour++ = texel[c];
    }
    free(weights);
    if (!is_grey)
        return true;
    // Adjacent taps in a row that both have weights are one read.
    double *rows = memory_new((size_t) count * 3, sizeof(*rows));
    int reads = 0;
    for (const double *tap = first; tap < row; tap += 3) {
        const bool has_next = tap + 3 < row && tap[4] == tap[1] && tap[3] == tap[0] + 1;
        const double other = has_next ? tap[5] : 0;
        rows[3 * reads] = tap[0] + other / (tap[2] + other);
        rows[3 * reads + 1] = tap[1];
        rows[3 * reads++ + 2] = tap[2] + other;
        tap += has_next ? 3 : 0;
    }
    add_copy(sheet, "pairs", "x y weight", reads, rows, "The same for bilinear reads");
    free(rows);
    return true;
}

// ---- blurs on smaller images

static void add_down(struct kernel_sheet *sheet, double d)
{
    const double taps[] = {
        0, 0, 4. / 8, -d, -d, 1. / 8, d, -d, 1. / 8, -d, d, 1. / 8, d, d, 1. / 8
    };
    add_copy(sheet, "down", "x y weight", 5, taps,
             "A step down to half the size: positions in texels of the larger image, from the "
             "corner between the four that the new texel covers, read bilinearly");
}

static void add_up(struct kernel_sheet *sheet, const char *name, double u, const char *what)
{
    const double h = u / 2, side = 1. / 12, corner = 2. / 12;
    const double taps[] = { -u, 0,  side,   u, 0,  side,   0,  -u, side,   0, u, side,
                            -h, -h, corner, h, -h, corner, -h, h,  corner, h, h, corner };
    add_copy(sheet, name, "x y weight", 8, taps, what);
}

static const char up_words[] = "A step up to twice the size: positions in texels of the smaller "
                               "image, from the new texel's centre, read bilinearly";

static void add_dual(struct kernel_sheet *sheet, const void *params)
{
    const struct sigma_dual dual = dual_solve(params, sheet->height);
    *add(sheet, "levels", "", 1, "Steps down and then up; sigma %.4f px in all",
         sigma_dual_width(&dual)) = dual.levels;
    if (dual.levels == 0)
        return;
    add_down(sheet, dual.down);
    add_up(sheet, "up", dual.up, up_words);
    add_up(sheet, "up_deepest", dual.deepest, "The first step up, from the last level");
    add_copy(sheet, "shares", "share", dual.levels, dual.shares,
             "Weight of the image that a step up makes, for levels 0 (the picture), 1, ...; the "
             "rest is the image that the step down read");
}

static void add_kawase(struct kernel_sheet *sheet, const void *params)
{
    const struct sigma_kawase kawase = kawase_solve(params, sheet->height);
    *add(sheet, "halvings", "", 1,
         "Steps down before the passes and up after them; sigma %.4f px in all",
         sigma_kawase_width(&kawase)) = kawase.halvings;
    add_copy(sheet, "distances", "distance", kawase.passes.count, kawase.passes.distances,
             "Of each pass: the mean of four bilinear reads, this far away along both axes, "
             "in texels of its image");
    if (kawase.halvings > 0) {
        add_down(sheet, 1);
        add_up(sheet, "up", 1, up_words);
    }
    if (sigma_kawase_fades(&kawase)) {
        add_copy(sheet, "finer_distances", "distance", kawase.finer.count, kawase.finer.distances,
                 "Passes at twice the resolution, on the image that the last step down reads");
        *add(sheet, "share", "", 1,
             "Weight of the first step up; the rest is the output of the finer passes") =
            kawase.share;
    }
}

// ---- the sheet

bool kernel_sheet_init(struct kernel_sheet *sheet, const struct chain *chain, int height,
                       struct error *error)
{
    *sheet = (struct kernel_sheet){ .height = height };
    chain_for_each(step, chain) {
        if (step->off)
            continue;
        sheet->effect = step->effect;
        chain_print_step(step, sheet->step, sizeof(sheet->step));
        if (step->effect == &effect_convolve)
            return add_convolve(sheet, step->params, error);
        if (step->effect == &effect_gaussian) {
            struct kernel kernel;
            step->effect->kernel(step->params, height, &kernel);
            add_kernel(sheet, &kernel, "Along each axis once");
        } else if (step->effect == &effect_box) {
            const struct box box = box_solve((const void *) step->params, height);
            struct kernel kernel = { .radius = box.radius + (box.end > 0) };
            char what[96];
            for (int k = 0; k <= kernel.radius; k++)
                kernel.weights[k] = (float) ((k <= box.radius ? 1 : box.end) / box_total(&box));
            snprintf(what, sizeof(what), "Along each axis %d time%s; sigma %.4f px in all",
                     box.iterations, box.iterations > 1 ? "s" : "", box_width(&box));
            add_kernel(sheet, &kernel, what);
        } else if (step->effect == &effect_dual) {
            add_dual(sheet, step->params);
        } else if (step->effect == &effect_kawase) {
            add_kawase(sheet, step->params);
        } else {
            continue;
        }
        return true;
    }
    return error_set(error, "no step of the chain has a kernel; gaussian, box, convolve, dual and "
                            "kawase have one");
}

void kernel_sheet_finish(struct kernel_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++)
        free(sheet->tables[i].values);
}
