#include "app/compare/cases/comparison.h"

#include "app/compare/cases/pair.h"
#include "app/metrics/metrics.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double comparison_percentiles[COMPARISON_PERCENTILES] = { 50, 95, 99 };

// ---- differences of texels

// Notes what a texel differs by in each channel, and returns the largest of them.
static double add_texel(const double *a, const double *b, int x, int y,
                        struct comparison_channel channels[4])
{
    double most = 0;
    for (int c = 0; c < 4; c++) {
        const double here = fabs(a[c] - b[c]);
        most = here > most ? here : most;
        if (here > channels[c].most * (1 + 1e-9)) // equal steps may be rounded to others
            channels[c] = (struct comparison_channel){ here, x, y };
    }
    return most;
}

static void compare_texels(const struct pair *pair, struct comparison *comparison)
{
    const struct image *a = &pair->images[0], *b = &pair->images[1];
    const struct tolerance at = { .given = { true },
                                  .limits = { comparison->tolerance.limits[TOLERANCE_MAX] } };
    const size_t count = (size_t) a->width * (size_t) a->height;
    double *differences = memory_grow(NULL, count, sizeof(*differences));
    size_t i = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++) {
            differences[i] =
                add_texel(image_at(a, x, y), image_at(b, x, y), x, y, comparison->channels);
            comparison->beyond += tolerance_is_beyond(&at, TOLERANCE_MAX, differences[i++]);
        }
    for (int p = 0; p < COMPARISON_PERCENTILES; p++) {
        const double rank = ceil(comparison_percentiles[p] / 100 * (double) count);
        comparison->percentiles[p] = metrics_select(differences, count, (size_t) rank - 1);
    }
    free(differences);
    comparison->values[TOLERANCE_SHARE] = (double) comparison->beyond / (double) count;
}

// ---- the whole pictures

static double peak_of(const struct pair *pair)
{
    const struct image *image = &pair->images[0];
    double peak = 0;
    if (!pair->is_light)
        return 1;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            for (int c = 0; c < 3; c++)
                peak = fmax(peak, image_at(image, x, y)[c]);
    return peak;
}

// Of the colours, or of alpha where that is less: what is lost there is lost, too.
static double psnr_of(const struct pair *pair, const struct metrics_difference *difference)
{
    const struct metrics_difference alpha = { .rms = difference->rms_of_alpha };
    const double of_alpha = alpha.rms > 0 ? metrics_psnr(&alpha, 1) : HUGE_VAL;
    return difference->rms > 0 ? fmin(metrics_psnr(difference, peak_of(pair)), of_alpha) : of_alpha;
}

static void measure(struct pair *pair, bool wants_flip, struct comparison *comparison)
{
    const struct image *a = &pair->images[0], *b = &pair->images[1];
    double *values = comparison->values;
    if (comparison->tolerance.is_blurred)
        pair_blur(pair);
    compare_texels(pair, comparison);
    const struct metrics_difference difference = metrics_difference(a, b);
    for (int c = 0; c < 4; c++)
        values[TOLERANCE_MAX] = fmax(values[TOLERANCE_MAX], comparison->channels[c].most);
    values[TOLERANCE_MEAN] = difference.mean;
    values[TOLERANCE_PSNR] = psnr_of(pair, &difference);
    wants_flip |= comparison->tolerance.given[TOLERANCE_FLIP];
    values[TOLERANCE_FLIP] = wants_flip ? metrics_flip(a, b, pair->is_light) : (double) NAN;
    for (int i = 0; i < 2 && pair->is_light; i++)
        metrics_encode_clipped(&pair->images[i]);
    const struct metrics_similarity similarity = metrics_similarity(a, b);
    values[TOLERANCE_SSIM] = similarity.ssim;
    values[TOLERANCE_STRUCTURE] = similarity.structure;
}

// Beyond `max` is what the share counts.
static bool is_broken(const struct comparison *comparison, int limit)
{
    return limit != TOLERANCE_MAX &&
           tolerance_is_beyond(&comparison->tolerance, (enum tolerance_limit) limit,
                               comparison->values[limit]);
}

// Where no texel may be beyond `max`, it is `max` that somebody has set.
static enum tolerance_limit limit_that_was_set(const struct comparison *comparison, int limit)
{
    const struct tolerance *tolerance = &comparison->tolerance;
    const bool is_max = limit == TOLERANCE_SHARE && tolerance->given[TOLERANCE_MAX] &&
                        tolerance->limits[TOLERANCE_SHARE] <= 0;
    return is_max ? TOLERANCE_MAX : (enum tolerance_limit) limit;
}

const char *comparison_broken_limits(const struct comparison *comparison, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        if (is_broken(comparison, i) && length < size)
            length += (size_t) snprintf(out + length, size - length, "%s%s", length ? ", " : "",
                                        tolerance_limit_name(limit_that_was_set(comparison, i)));
    return out;
}

static void append(char out[COMPARISON_TEXT_SIZE], const char *text)
{
    const size_t length = strlen(out);
    snprintf(out + length, COMPARISON_TEXT_SIZE - length, "%s%s", length && *text ? "; " : "",
             text);
}

void comparison_explain(const struct comparison *comparison, char out[COMPARISON_TEXT_SIZE])
{
    char text[128];
    out[0] = '\0';
    if (comparison->is_faulty)
        append(out, comparison->fault.text);
    for (int i = 0; i < TOLERANCE_LIMITS && !comparison->is_faulty; i++) {
        const enum tolerance_limit limit = limit_that_was_set(comparison, i);
        if (!is_broken(comparison, i))
            continue;
        tolerance_explain(&comparison->tolerance, limit, comparison->values[limit],
                          comparison->is_light, text, sizeof(text));
        append(out, text);
    }
    append(out, comparison->recipe);
}

// Writes what the files say of themselves where both say it and it differs.
static void compare_recipes(const struct pair *pair, char out[COMPARISON_TEXT_SIZE])
{
    static const char *const keys[] = { "chain",    "scene",    "size",   "time",
                                        "format",   "fuse",     "msaa",   "scene-scale",
                                        "Software", "renderer", "driver", NULL };
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; keys[i] && length < COMPARISON_TEXT_SIZE; i++) {
        const char *was = image_texts_find(&pair->texts[0], keys[i]);
        const char *is = image_texts_find(&pair->texts[1], keys[i]);
        if (was && is && strcmp(was, is) != 0)
            length += (size_t) snprintf(
                out + length, COMPARISON_TEXT_SIZE - length, "%s %s %.350s, not %.350s",
                length ? ";" : "the reference was made with", keys[i], was, is);
    }
}

static void compare(struct pair *pair, bool wants_flip, struct comparison *comparison)
{
    comparison->is_light = pair->is_light;
    comparison->width = pair->images[0].width;
    comparison->height = pair->images[0].height;
    comparison->is_faulty = !pair_check(pair, &comparison->fault);
    comparison->is_beyond = comparison->is_faulty;
    if (!comparison->is_faulty)
        measure(pair, wants_flip, comparison);
    for (int i = 0; i < TOLERANCE_LIMITS && !comparison->is_faulty; i++)
        comparison->is_beyond |= is_broken(comparison, i);
    if (comparison->is_beyond)
        compare_recipes(pair, comparison->recipe);
}

bool comparison_make(struct comparison *comparison, char *const paths[2], const char *tolerance,
                     bool wants_flip, struct error *error)
{
    struct pair pair;
    *comparison = (struct comparison){ 0 };
    const bool done = pair_read(&pair, paths[0], paths[1], error) &&
                      tolerance_parse(&comparison->tolerance, tolerance, pair.is_light, error);
    if (done)
        compare(&pair, wants_flip, comparison);
    pair_finish(&pair);
    return done;
}
