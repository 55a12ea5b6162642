#include "app/compare/compare.h"
#include "app/text/wrap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct tolerance_name tolerance_names[] = {
    { "exact", "max=0", "max=0", false, "every value is the same: a copy, a second run" },
    { "driver", "max=1,share=0.01%", "psnr=70", false,
      "the same arithmetic rounded by another driver or GPU: steps of one 255th everywhere, more "
      "in one texel of ten thousand" },
    { "perceptual", "psnr=38,structure=0.98", "psnr=50,structure=0.98", false,
      "what a close look does not find: another implementation of the same effect" },
    { "dithered", "psnr=35,structure=0.95", "psnr=50", true,
      "the same picture in another pattern of dots: both are blurred by a sigma of 4 pixels "
      "first" },
    { 0 },
};

#define LIMIT(KEY, LIMIT, ...) \
    [LIMIT] = { \
        .key = KEY, .type = PARAM_TYPE_FLOAT, .offset = (LIMIT) * sizeof(float), __VA_ARGS__ \
    }

const struct param tolerance_params[] = {
    LIMIT("max", TOLERANCE_MAX, .max = 1e9F,
          .help = "the most that a texel may differ: 255ths, or light"),
    LIMIT("share", TOLERANCE_SHARE, .max = 1, .unit = "%", .is_share = true,
          .help = "the share of texels that may differ by more than max, or at all"),
    LIMIT("mean", TOLERANCE_MEAN, .max = 1e9F, .help = "the mean difference: 255ths, or light"),
    LIMIT("psnr", TOLERANCE_PSNR, .max = 1000, .unit = "dB", .help = "or more"),
    LIMIT("ssim", TOLERANCE_SSIM, .min = -1, .max = 1, .help = "or more"),
    LIMIT("structure", TOLERANCE_STRUCTURE, .min = -1, .max = 1,
          .help = "or more: SSIM without its factor of brightness"),
    LIMIT("flip", TOLERANCE_FLIP, .max = 1, .help = "mean of FLIP"),
    { 0 },
};

static const struct {
    bool is_least;              // the value must be at least the limit
    bool is_difference;         // of values: in 255ths for display values
    const char *subject, *unit; // "PSNR is" 31.2 " dB"
} limits[] = {
    [TOLERANCE_MAX] = { false, true, "the largest difference is", "" },
    [TOLERANCE_SHARE] = { false, false, "", " % of texels differ" },
    [TOLERANCE_MEAN] = { false, true, "the mean difference is", "" },
    [TOLERANCE_PSNR] = { true, false, "PSNR is", " dB" },
    [TOLERANCE_SSIM] = { true, false, "SSIM is", "" },
    [TOLERANCE_STRUCTURE] = { true, false, "structure is", "" },
    [TOLERANCE_FLIP] = { false, false, "FLIP is", "" },
};

// Reads limits, which may follow a name. An error also lists the names if a name is allowed there.
static bool read_limits(float values[TOLERANCE_LIMITS], const char *text, bool is_first,
                        struct error *error)
{
    const size_t length = strcspn(text, "=,:");
    if (param_read_values(tolerance_params, values, text, error))
        return true;
    if (!is_first || param_find_word(tolerance_params, text, length))
        return false;
    const struct names_rows rows = { &tolerance_names[0].name, sizeof(tolerance_names[0]) };
    error_append(error, "; or a name: ");
    return names_append(error, &(const struct names){ names_of_rows, &rows }, text, length);
}

bool tolerance_parse(struct tolerance *tolerance, const char *text, bool is_light,
                     struct error *error)
{
    const size_t length = strcspn(text, ",:");
    const struct tolerance_name *name = tolerance_names;
    struct tolerance made = { 0 };
    float values[TOLERANCE_LIMITS]; // in 255ths, or in units of light; NaN: not given
    while (name->name && !(strlen(name->name) == length && memcmp(name->name, text, length) == 0))
        name++;
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        values[i] = NAN;
    if (name->name && !read_limits(values, is_light ? name->light : name->display, false, error))
        return false;
    if (!name->name || text[length]) // what follows the name replaces its limits
        if (!read_limits(values, name->name ? text + length + 1 : text, !name->name, error))
            return false;
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        if (!isnan(values[i])) {
            made.given[i] = true;
            made.limits[i] = (double) values[i] / (limits[i].is_difference && !is_light ? 255 : 1);
        }
    made.is_blurred = name->name && name->is_blurred;
    made.given[TOLERANCE_SHARE] |= made.given[TOLERANCE_MAX];
    *tolerance = made;
    return true;
}

bool tolerance_is_exceeded(const struct tolerance *tolerance, enum tolerance_limit limit,
                           double value)
{
    const double bound = tolerance->limits[limit];
    const double slack = fabs(bound) * 1e-6;
    if (!tolerance->given[limit])
        return false;
    if (limits[limit].is_least)
        return !(value >= bound - slack);
    return !(value <= bound + slack);
}

void tolerance_explain(const struct tolerance *tolerance, enum tolerance_limit limit, double value,
                       bool is_light, char *out, size_t size)
{
    enum { FEW = 3, ALL = 9 };
    const bool is_share = limit == TOLERANCE_SHARE;
    const bool in_steps = limits[limit].is_difference && !is_light;
    const double unit = is_share ? 100 : in_steps ? 255 : 1;
    const double step = tolerance->limits[TOLERANCE_MAX];
    char here[32], there[32], least[48] = ""; // difference from which a texel counts
    snprintf(there, sizeof(there), "%.6g", tolerance->limits[limit] * unit);
    for (int digits = FEW; digits <= ALL; digits++) { // until both texts differ
        snprintf(here, sizeof(here), "%.*g", digits, value * unit);
        if (strcmp(here, there) != 0)
            break;
    }
    if (is_share && tolerance->given[TOLERANCE_MAX] && step > 0)
        snprintf(least, sizeof(least), " by more than %.6g%s", step * (is_light ? 1 : 255),
                 is_light ? "" : " of 255");
    snprintf(out, size, "%s%s%s%s%s, %s%s %s", limits[limit].subject, is_share ? "" : " ", here,
             in_steps ? " of 255" : limits[limit].unit, least, there, is_share ? " %" : "",
             limits[limit].is_least ? "needed" : "allowed");
}

void tolerance_print_names(void)
{
    for (const struct tolerance_name *row = tolerance_names; row->name; row++) {
        char text[256];
        snprintf(text, sizeof(text), "%s (light: %s)%s: %s", row->display, row->light,
                 row->is_blurred ? ", blurred" : "", row->summary);
        wrap_entry(0, WRAP_INDENT, row->name, text);
    }
}
