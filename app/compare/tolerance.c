#include "app/compare/tolerance.h"

#include "app/text/wrap.h"
#include "render/text/number.h"

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

static const struct limit {
    const char *name;
    double min, max;
    bool is_least;              // the value must be at least the limit
    bool is_difference;         // of values: in 255ths for display values
    const char *subject, *unit; // "PSNR is" 31.2 " dB"
} limits[] = {
    [TOLERANCE_MAX] = { "max", 0, 1e9, false, true, "the largest difference is", "" },
    [TOLERANCE_SHARE] = { "share", 0, 1, false, false, "", " % of texels differ" },
    [TOLERANCE_MEAN] = { "mean", 0, 1e9, false, true, "the mean difference is", "" },
    [TOLERANCE_PSNR] = { "psnr", 0, 1000, true, false, "PSNR is", " dB" },
    [TOLERANCE_SSIM] = { "ssim", -1, 1, true, false, "SSIM is", "" },
    [TOLERANCE_STRUCTURE] = { "structure", -1, 1, true, false, "structure is", "" },
    [TOLERANCE_FLIP] = { "flip", 0, 1, false, false, "FLIP is", "" },
};

const char *tolerance_limit_name(enum tolerance_limit limit)
{
    return limits[limit].name;
}

static const char *name_at(const void *set, int i)
{
    (void) set;
    const int count = TOLERANCE_LIMITS;
    return i < count ? limits[i].name : tolerance_names[i - count].name;
}

static bool is_word(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && memcmp(name, word, length) == 0;
}

static const struct tolerance_name *find_name(const char *text, size_t length)
{
    for (const struct tolerance_name *row = tolerance_names; row->name; row++)
        if (is_word(row->name, text, length))
            return row;
    return NULL;
}

// Reads "max=2"; a share may also be in per cent, "0.01%".
static bool parse_limit(struct tolerance *tolerance, const char *text, size_t length, bool is_light,
                        struct error *error)
{
    const size_t name = strcspn(text, "=,");
    const bool has_value = name < length;
    int i = 0;
    while (i < TOLERANCE_LIMITS && !is_word(limits[i].name, text, name))
        i++;
    if (i == TOLERANCE_LIMITS) {
        if (find_name(text, name))
            return error_set(error, "'%.*s' must stand first; only limits go behind a name",
                             (int) name, text);
        error_set(error, "no '%.*s'; there is ", names_shown(name), text);
        return names_append(error, &(const struct names){ name_at, NULL }, text, name);
    }
    if (tolerance->given[i])
        return error_set(error, "%s is given twice; leave one out", limits[i].name);
    const struct limit *limit = &limits[i];
    const char *number = text + name + has_value;
    const size_t digits = length - name - has_value;
    const bool is_share = i == TOLERANCE_SHARE;
    const bool is_percent = is_share && digits > 0 && number[digits - 1] == '%';
    float read = NAN;
    number_parse(number, digits - is_percent, &read);
    const double value = (double) read / (is_percent ? 100 : 1);
    if (!(value >= limit->min && value <= limit->max))
        return error_set(error, "%s must be %g to %g%s, not '%.*s'", limit->name, limit->min,
                         limit->max, is_share ? " or per cent, as 0.01%" : "", names_shown(digits),
                         number);
    tolerance->limits[i] = limit->is_difference && !is_light ? value / 255 : value;
    tolerance->given[i] = true;
    return true;
}

static bool parse_limits(struct tolerance *tolerance, const char *text, bool is_light,
                         struct error *error)
{
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (!parse_limit(tolerance, text, length, is_light, error))
            return false;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

bool tolerance_parse(struct tolerance *tolerance, const char *text, bool is_light,
                     struct error *error)
{
    const size_t length = strcspn(text, ",");
    const struct tolerance_name *name = find_name(text, length);
    struct tolerance of_name = { 0 }, read = { .is_blurred = name && name->is_blurred };
    if (name && !parse_limits(&of_name, is_light ? name->light : name->display, is_light, error))
        return false;
    const bool has_more = !name || text[length] == ',';
    if (has_more && !parse_limits(&read, name ? text + length + 1 : text, is_light, error))
        return false;
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        if (!read.given[i]) { // what is given goes before what a name stands for
            read.given[i] = of_name.given[i];
            read.limits[i] = of_name.limits[i];
        }
    read.given[TOLERANCE_SHARE] |= read.given[TOLERANCE_MAX];
    *tolerance = read;
    return true;
}

bool tolerance_is_beyond(const struct tolerance *tolerance, enum tolerance_limit limit,
                         double value)
{
    const double most = tolerance->limits[limit], slack = fabs(most) * 1e-6;
    if (!tolerance->given[limit])
        return false;
    return limits[limit].is_least ? !(value >= most - slack) : !(value <= most + slack);
}

void tolerance_explain(const struct tolerance *tolerance, enum tolerance_limit limit, double value,
                       bool is_light, char *out, size_t size)
{
    enum { FEW = 3, ALL = 9 };
    const struct limit *row = &limits[limit];
    const bool is_share = limit == TOLERANCE_SHARE, in_steps = row->is_difference && !is_light;
    const double unit = is_share ? 100 : in_steps ? 255 : 1;
    const double step = tolerance->limits[TOLERANCE_MAX];
    char here[32], there[32], least[48] = ""; // by how much a texel has to differ to count
    snprintf(there, sizeof(there), "%.6g", tolerance->limits[limit] * unit);
    for (int digits = FEW; digits <= ALL; digits++) { // as many as tell them apart
        snprintf(here, sizeof(here), "%.*g", digits, value * unit);
        if (strcmp(here, there) != 0)
            break;
    }
    if (is_share && tolerance->given[TOLERANCE_MAX] && step > 0)
        snprintf(least, sizeof(least), " by more than %.6g%s", step * (is_light ? 1 : 255),
                 is_light ? "" : " of 255");
    snprintf(out, size, "%s%s%s%s%s, %s%s %s", row->subject, is_share ? "" : " ", here,
             in_steps ? " of 255" : row->unit, least, there, is_share ? " %" : "",
             row->is_least ? "needed" : "allowed");
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
