#include "app/identify/analysis.h"

#include "effects/blur/line_blur.h"
#include "effects/metrics/border.h"
#include "effects/metrics/metrics.h"
#include "effects/reference/reference.h"
#include "render/image/srgb.h"

#include <math.h>
#include <stdio.h>

// ---- grey pictures

// Returns the means of red, green and blue, in channel 0, over black.
static struct image make_grey(const struct image *picture, bool is_light)
{
    struct image grey;
    image_init(&grey, picture->width, picture->height, IMAGE_TYPE_F64);
    for (int y = 0; y < grey.height; y++)
        for (int x = 0; x < grey.width; x++) {
            const double *texel = image_at(picture, x, y);
            double *sum = image_at(&grey, x, y);
            for (int c = 0; c < 3; c++)
                sum[0] += texel[3] / 3 * (is_light ? srgb_decode(texel[c]) : texel[c]);
        }
    return grey;
}

// The texts of enum border.
static const char *const border_names[BORDERS] = {
    "repeats the outermost texels",
    "mirrors the picture",
    "mirrors the picture without its outermost texels",
    "wraps around",
    "is black or transparent",
    "is of one colour, or transparent over it",
};

// Most texels of a side.
enum {
    WIDE = 1024, // of what is compared
    NEAR = 512,  // for a kernel
};

// Returns the middle of a picture, up to `most` texels a side.
static struct image middle_of(const struct image *picture, int most)
{
    enum { GRID = 128 }; // cells of decimating filters begin at multiples of it
    const int width = picture->width, height = picture->height;
    struct area area = { 0, 0, width < most ? width : most, height < most ? height : most, 1 };
    area.x = (width - area.width) / 2 / GRID * GRID;
    area.y = (height - area.height) / 2 / GRID * GRID;
    return border_cut(picture, area, BORDER_CLAMP);
}

static bool is_flat(const struct image *image)
{
    const double least = 0.5 / 255; // largest difference from the first texel
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            if (fabs(image_at(image, x, y)[0] - image_at(image, 0, 0)[0]) > least)
                return false;
    return true;
}

// ---- point spread

// A way to read the pictures, with the point spread that results.
struct reading {
    bool is_light;
    int scale;                  // of the point spread
    double width;               // of the nearest Gaussian; 0: sharp; NaN: none
    struct image before, after; // grey
    struct image cells[2];      // both at the scale
    struct kernel_fit kernel;
    struct kernel_tails tails;
};

static void reading_fit_kernel(struct reading *reading, double noise)
{
    struct image from = middle_of(&reading->cells[0], NEAR);
    struct image to = middle_of(&reading->cells[1], NEAR);
    kernel_fit_finish(&reading->kernel);
    kernel_fit_init(&reading->kernel, &from, &to, reading->width / reading->scale, noise,
                    &reading->tails);
    image_finish(&from);
    image_finish(&to);
}

static void reading_init(struct reading *reading, const struct image *before,
                         const struct image *after, bool is_light, double noise)
{
    const double coarse = 8; // a blur is estimated at a width of 4 to 8 texels, or less
    *reading = (struct reading){ .is_light = is_light, .scale = 1 };
    reading->before = make_grey(before, is_light);
    reading->after = make_grey(after, is_light);
    struct image from = middle_of(&reading->before, WIDE), to = middle_of(&reading->after, WIDE);
    reading->width = kernel_fit_width(&from, &to);
    image_finish(&from);
    image_finish(&to);
    while (reading->width >= coarse * reading->scale)
        reading->scale *= 2;
    const int scale = reading->scale;
    const struct area all = { 0, 0, before->width / scale, before->height / scale, scale };
    reading->cells[0] = border_cut(&reading->before, all, BORDER_CLAMP);
    reading->cells[1] = border_cut(&reading->after, all, BORDER_CLAMP);
    if (reading->width > 0)
        reading_fit_kernel(reading, noise);
}

static void reading_finish(struct reading *reading)
{
    image_finish(&reading->before);
    image_finish(&reading->after);
    image_finish(&reading->cells[0]);
    image_finish(&reading->cells[1]);
    kernel_fit_finish(&reading->kernel);
}

static void measure_shape(struct analysis *analysis, const struct reading *reading)
{
    const int reach = reading->kernel.reach, row = 2 * reach + 1;
    const double scale = reading->scale;
    double variances[ANALYSIS_DIRECTIONS] = { 0 }, xy = 0;
    struct line_profile profiles[2];
    for (int way = 0; way < 2; way++) {
        struct line_profile *profile = &profiles[way];
        double fourth = 0;
        *profile = (struct line_profile){ .mean = 0 };
        profile->values = kernel_fit_line(&reading->kernel, &reading->tails, way, &profile->reach);
        analysis->contrast = 0;
        for (int x = -profile->reach; x <= profile->reach; x++)
            analysis->contrast += line_profile_at(profile, x);
        for (int x = -profile->reach; x <= profile->reach; x++) {
            profile->values[x + profile->reach] /= analysis->contrast;
            profile->mean += line_profile_at(profile, x) * x;
        }
        for (int x = -profile->reach; x <= profile->reach; x++) {
            const double value = line_profile_at(profile, x), from = x - profile->mean;
            variances[way] += value * from * from;
            fourth += value * pow(from, 4);
        }
        analysis->kurtosis += (fourth / (variances[way] * variances[way]) - 3) / 2;
        analysis->fit += scale * line_profile_fit(profile) / 2;
    }
    for (int i = 0; i < row * row; i++)
        xy += reading->kernel.values[i] / analysis->contrast *
              (i % row - reach - profiles[0].mean) * (i / row - reach - profiles[1].mean);
    const double mean = (variances[0] + variances[1]) / 2;
    variances[2] = mean + xy;
    variances[3] = mean - xy;
    for (int i = 0; i < ANALYSIS_DIRECTIONS; i++)
        analysis->directions[i] = scale * sqrt(fmax(variances[i], 0));
    analysis->sigma = scale * sqrt(fmax(mean, 0));
    analysis->x = scale * profiles[0].mean;
    analysis->y = scale * profiles[1].mean;
    analysis->unexplained = reading->kernel.squares;
    for (int way = 0; way < 2; way++)
        line_profile_finish(&profiles[way]);
}

// ---- families of blurs

// Returns the PSNR of display values, away from the border.
static double nearness(const struct image *model, const struct image *after, int margin,
                       bool is_light, double *kept)
{
    double squares = 0, count = 0, sum = 0, all = 0;
    for (int y = margin; y < after->height - margin; y++)
        for (int x = margin; x < after->width - margin; x++) {
            const double value = image_at(model, x, y)[0], other = image_at(after, x, y)[0];
            const double off = is_light ? srgb_encode(fmax(value, 0)) - srgb_encode(fmax(other, 0))
                                        : value - other;
            sum += value;
            all += other;
            squares += off * off;
            count++;
        }
    *kept = all / sum;
    return -10 * log10(squares / count);
}

static void compare_families(struct analysis *analysis, const struct reading *reading)
{
    static const struct {
        const char *name, *chain;
    } rows[ANALYSIS_FAMILIES] = {
        {
            "a Gaussian",
            "gaussian:sigma=%.4g",
        },
        {
            "a box",
            "box:sigma=%.4g:iterations=1",
        },
        {
            "two boxes",
            "box:sigma=%.4g:iterations=2",
        },
        {
            "three boxes",
            "box:sigma=%.4g:iterations=3",
        },
        {
            "a dual filter",
            "dual:sigma=%.4g",
        },
        {
            "Kawase's",
            "kawase:sigma=%.4g",
        },
    };
    struct image before = middle_of(&reading->before, WIDE);
    struct image after = middle_of(&reading->after, WIDE);
    const int side = before.width < before.height ? before.width : before.height;
    const double clear = 0.5; // dB, from which on one family is nearer than another
    const int margin = (int) fmin(3 * analysis->sigma + 1, side / 4);
    double most = -INFINITY;
    for (int i = 0; i < ANALYSIS_FAMILIES; i++) {
        struct analysis_family *family = &analysis->families[i];
        struct image model;
        struct chain chain;
        struct error error;
        double kept;
        *family = (struct analysis_family){ .name = rows[i].name, .psnr = NAN };
        snprintf(family->chain, sizeof(family->chain), rows[i].chain,
                 i == 0 ? analysis->fit : analysis->sigma);
        if (i > 0 && !chain_parse(&chain, family->chain, NULL, &error))
            continue; // this effect has no such width
        if (i == 0)
            metrics_blur(&before, analysis->fit, &model);
        else
            reference_run_chain(&chain, &before, 8, 0, &model);
        family->psnr = nearness(&model, &after, margin, reading->is_light, &kept);
        analysis->kept = i == 0 ? kept : analysis->kept;
        most = fmax(most, family->psnr);
        image_finish(&model);
    }
    for (int i = ANALYSIS_FAMILIES - 1; i >= 0; i--) {
        analysis->families[i].is_near = analysis->families[i].psnr > most - clear;
        if (analysis->families[i].is_near)
            analysis->nearest = i;
    }
    image_finish(&before);
    image_finish(&after);
}

bool analysis_make(struct analysis *analysis, const struct image *before, const struct image *after,
                   double noise, bool is_pattern, struct error *error)
{
    enum { ROOM = 16, ROOM_OF_TAILS = 32 }; // shortest side / sigma
    const double side = before->width < before->height ? before->width : before->height;
    struct reading readings[2], *better = NULL;
    bool is_sharp = false;
    *analysis = (struct analysis){ 0 };
    for (int is_light = 0; is_light < 2; is_light++) {
        struct reading *reading = &readings[is_light];
        reading_init(reading, before, after, is_light, noise);
        is_sharp = is_sharp || reading->width == 0;
        if (reading->width > 0 && (!better || reading->kernel.squares < better->kernel.squares))
            better = reading;
    }
    if (is_flat(&readings[0].before) || is_flat(&readings[0].after))
        error_set(error, "is of one colour, or the picture before is");
    else if (!better && is_sharp)
        error_set(error, "is not blurred");
    else if (!better)
        error_set(error,
                  "does not show what was blurred, pixel for pixel; with one name that is the "
                  "pattern of %dx%d",
                  before->width, before->height);
    else if (better->width > side / ROOM)
        error_set(error, "is blurred by about %.0f px; this takes a picture %.0f px high and wide",
                  better->width, ROOM * better->width);
    bool good = better && better->width <= side / ROOM;
    if (good && is_pattern && better->width <= side / ROOM_OF_TAILS &&
        kernel_tails_split(&better->tails, &better->cells[0], &better->cells[1],
                           better->width / better->scale))
        reading_fit_kernel(better, noise);
    if (good)
        measure_shape(analysis, better);
    if (good && !(analysis->fit > 0 && analysis->sigma > 0))
        good = error_set(error, "was changed by more than a blur: the point spread that explains "
                                "it best has no width");
    if (good) {
        analysis->is_light = better->is_light;
        const int border =
            border_find(&better->kernel, better->scale, better->width / better->scale,
                        &better->before, &better->after);
        analysis->border = border < 0 ? NULL : border_names[border];
        compare_families(analysis, better);
    }
    for (int i = 0; i < 2; i++)
        reading_finish(&readings[i]);
    return good;
}
