#include "app/bench/tune/tune.h"
#include "app/lab/text/wrap.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct key {
    const char *name, *help;
    double min, max;
    int digits;    // after the point
    bool is_least; // the value must be at least the limit
    bool is_share; // in per cent, with or without the sign
} keys[] = {
    [TUNE_PSNR] = { "psnr", "dB that it is at least from the exact Gaussian, in display values", 0,
                    1000, 1, .is_least = true },
    [TUNE_SSIM] = { "ssim", "structural similarity to the exact Gaussian, at least", -1, 1, 4,
                    .is_least = true },
    [TUNE_ERROR] = { "error", "per cent of white that a display value may be off", 0, 100, 2,
                     .is_share = true },
    [TUNE_SHIMMER] = { "shimmer", "per cent that it may change by while something moves", 0, 100, 2,
                       .is_share = true },
    [TUNE_PASSES] = { "passes", "draws and dispatches, at most", 1, 1000 },
    [TUNE_LIMITS] = { "sigma", "the width, px, without which there is nothing to find",
                      TUNE_MIN_SIGMA, TUNE_MAX_SIGMA },
};

enum { SIGMA = TUNE_LIMITS, KEYS };

const char *tune_limit_name(enum tune_limit limit)
{
    return keys[limit].name;
}

int tune_limit_digits(enum tune_limit limit)
{
    return keys[limit].digits;
}

// The width goes first.
static const char *name_at(const void *set, int i)
{
    (void) set;
    return i == 0 ? keys[SIGMA].name : i < KEYS ? keys[i - 1].name : NULL;
}

void tune_wants_print_keys(void)
{
    for (int i = 0; i < KEYS; i++) {
        const struct key *key = &keys[i == 0 ? SIGMA : i - 1];
        wrap_entry(stdout, 0, WRAP_INDENT, key->name, key->help);
    }
}

static bool parse_value(const struct key *key, const char *text, size_t length, double *value,
                        struct error *error)
{
    float number;
    const bool is_percent = key->is_share && length > 0 && text[length - 1] == '%';
    if (number_parse(text, length - is_percent, &number) == NUMBER_FINE &&
        (double) number >= key->min && (double) number <= key->max) {
        *value = (double) number;
        return true;
    }
    error_set(error, "%s must be %g to %g, not '%.*s' (%s)", key->name, key->min, key->max,
              names_shown(length), text, key->help);
    return strcspn(text, " ;") < length ? error_append(error, "; ',' separates two") : false;
}

// Reads "psnr=45".
static bool parse_want(struct tune_wants *wants, const char *text, size_t length,
                       struct error *error)
{
    const size_t name = strcspn(text, "=,");
    const bool has_value = name < length;
    int i = 0;
    while (i < KEYS && !(strlen(keys[i].name) == name && memcmp(keys[i].name, text, name) == 0))
        i++;
    if (i == KEYS) {
        error_set(error, "no '%.*s'; there is ", names_shown(name), text);
        return names_append(error, &(const struct names){ name_at, NULL }, text, name);
    }
    double *value = i == SIGMA ? &wants->sigma : &wants->limits[i];
    if (!isnan(*value))
        return error_set(error, "%s is given twice; leave one out", keys[i].name);
    return parse_value(&keys[i], text + name + has_value, length - name - has_value, value, error);
}

bool tune_wants_parse(struct tune_wants *wants, const char *text, struct error *error)
{
    struct tune_wants read = { NAN, { NAN, NAN, NAN, NAN, NAN } };
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (!parse_want(&read, text, length, error))
            return false;
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    if (isnan(read.sigma))
        return error_set(error, "needs the width: sigma=16,psnr=45");
    *wants = read;
    return true;
}

// ---- what a choice has

double tune_value(enum tune_limit limit, const struct blur_choice *choice)
{
    const struct quality *quality = &choice->quality;
    const double values[TUNE_LIMITS] = {
        [TUNE_PSNR] = quality->nearness.decibels,       [TUNE_SSIM] = quality->nearness.similarity,
        [TUNE_ERROR] = 100 * quality->nearness.largest, [TUNE_SHIMMER] = 100 * quality->shimmer,
        [TUNE_PASSES] = choice->variant->dispatches,
    };
    return values[limit];
}

bool tune_keeps(const struct tune_wants *wants, enum tune_limit limit,
                const struct blur_choice *choice)
{
    const double value = tune_value(limit, choice), wanted = wants->limits[limit];
    return isnan(wanted) || (keys[limit].is_least ? value >= wanted : value <= wanted);
}

bool tune_keeps_all(const struct tune_wants *wants, const struct blur_choice *choice)
{
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!tune_keeps(wants, limit, choice))
            return false;
    return blur_choice_is_as_wide(choice, wants->sigma);
}

bool tune_is_better(enum tune_limit limit, const struct blur_choice *a, const struct blur_choice *b)
{
    const double one = tune_value(limit, a), other = tune_value(limit, b);
    return keys[limit].is_least ? one > other : one < other;
}
