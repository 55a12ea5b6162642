#include "app/bench/tune/tune.h"
#include "app/lab/text/wrap.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <string.h>

// After the widths in the order of enum tune_limit.
const struct tune_key tune_keys[] = {
    { "sigma", "the width, px, without which there is nothing to find", TUNE_MIN_SIGMA,
      TUNE_MAX_SIGMA },
    { "core", "width of the bright core, px: finds a whole bloom that scatters", TUNE_MIN_SIGMA,
      TUNE_MAX_SIGMA },
    { "psnr",
      "dB that it is at least from the exact Gaussian, or the exact bloom, in display values", 0,
      1000, 1, .is_least = true },
    { "ssim", "structural similarity to the exact Gaussian, at least", -1, 1, 4, .is_least = true },
    { "error", "per cent of white that a display value may be off", 0, 100, 2, .is_share = true },
    { "shimmer", "per cent that it may change by while something moves", 0, 100, 2,
      .is_share = true },
    { "passes", "draws and dispatches, at most", 1, 1000 },
    { "budget", "milliseconds that it may take", 0.001, 1000, 4 },
    { 0 },
};

void tune_wants_print_keys(void)
{
    for (const struct tune_key *key = tune_keys; key->name; key++)
        wrap_entry(0, WRAP_INDENT, key->name, key->help);
}

// Reads "psnr=45".
static bool parse_want(struct tune_wants *wants, const char *text, size_t length,
                       struct error *error)
{
    const size_t name = strcspn(text, "=,");
    const bool has_value = name < length;
    const struct tune_key *key = tune_keys;
    while (key->name && !(strlen(key->name) == name && memcmp(key->name, text, name) == 0))
        key++;
    if (!key->name) {
        static const struct names_rows rows = { &tune_keys[0].name, sizeof(tune_keys[0]) };
        error_set(error, "no '%.*s'; there is ", names_shown(name), text);
        return names_append(error, &(const struct names){ names_of_rows, &rows }, text, name);
    }
    double *value = key == tune_keys       ? &wants->sigma
                    : key == tune_keys + 1 ? &wants->core
                                           : &wants->limits[key - tune_keys - TUNE_FIRST_LIMIT];
    if (!isnan(*value))
        return error_set(error, "%s is given twice; leave one out", key->name);
    const char *number = text + name + has_value;
    const size_t digits = length - name - has_value;
    const bool is_percent = key->is_share && digits > 0 && number[digits - 1] == '%';
    float read = NAN;
    number_parse(number, digits - is_percent, &read);
    if ((double) read >= key->min && (double) read <= key->max) {
        *value = (double) read;
        return true;
    }
    error_set(error, "%s must be %g to %g, not '%.*s' (%s)", key->name, key->min, key->max,
              names_shown(digits), number, key->help);
    return strcspn(number, " ;") < digits ? error_append(error, "; ',' separates two") : false;
}

bool tune_wants_parse(struct tune_wants *wants, const char *text, struct error *error)
{
    struct tune_wants read = { NAN, NAN, { NAN, NAN, NAN, NAN, NAN, NAN } };
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
    if (read.core >= read.sigma)
        return error_set(error, "core must be less than sigma, %g, not %g", read.sigma, read.core);
    if (!isnan(read.core) && !isnan(read.limits[TUNE_SSIM]))
        return error_set(error, "ssim is of a blur without core; ask for psnr");
    *wants = read;
    return true;
}
