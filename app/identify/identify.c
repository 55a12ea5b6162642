#define LOG_MODULE "identify"
#include "app/identify/identify.h"

#include "app/identify/analysis.h"
#include "app/identify/pattern.h"
#include "app/results/json_file.h"
#include "app/results/table.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "effects/translate/translate.h"
#include "render/image/srgb.h"
#include "render/text/log.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- options

static bool is_pattern(const struct identify_options *options)
{
    return options->files.count == 1 && strcmp(options->files.words[0], "pattern") == 0;
}

bool identify_read_limit(struct identify_options *options, const char *text, struct error *error)
{
    const char *number = text + strlen("sigma="), *sign = strstr(text, "+-");
    const char *end = text + strlen(text) - 1;
    if (options->sigma > 0)
        return error_set(error, "sigma is given twice; leave one out");
    const bool good =
        text_begins_with(text, "sigma=") && sign && *end == '%' &&
        number_parse(number, (size_t) (sign - number), &options->sigma) == NUMBER_FINE &&
        number_parse(sign + 2, (size_t) (end - sign - 2), &options->percent) == NUMBER_FINE;
    return (good && options->sigma > 0 && options->percent >= 0) ||
           error_set(error, "'%s' must be a width with a tolerance, as sigma=8+-2%%", text);
}

bool identify_check(const struct identify_options *options, const struct outputs *outputs,
                    bool has_size, struct error *error)
{
    const char *picture = outputs_path(outputs, OUTPUT_PICTURE);
    if (options->files.count > 2)
        return error_set(error, "--identify takes one picture of the blurred pattern, or two: the "
                                "one before and the one after a blur");
    if (has_size && !is_pattern(options))
        return error_set(error, "--size is that of the pattern: --identify pattern -o pattern.png");
    if (is_pattern(options) &&
        (!picture || outputs_path(outputs, OUTPUT_JSON) || options->sigma > 0))
        return error_set(error, "--identify pattern only writes a picture: -o pattern.png");
    return is_pattern(options) || !picture ||
           error_set(error,
                     "--identify writes a picture of the pattern alone: --identify pattern "
                     "-o %s",
                     picture);
}

// ---- printing

// Columns of what is printed.
enum {
    LEFT = 2,
    WORDS = 14,
};

static void print_entry(const char *name, const char *format, ...) PRINTF_LIKE(2, 3);
static void print_entry(const char *name, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    wrap_entry(LEFT, WORDS, name, text);
}

void identify_print_settings(double sigma)
{
    static const struct table_column columns[] = {
        { "setting", TABLE_WORDS },
        { "sigma px", 2 },
        { "fit px", 2 },
        { "from Gaussian %", 1 },
        { 0 },
    };
    struct table table;
    table_init(&table, columns);
    for (int i = 0; translate_programs[i]; i++) {
        char text[TRANSLATE_TEXT_SIZE];
        struct translate_setting setting;
        struct translation of;
        translate_nearest(translate_programs[i], sigma, &setting);
        translate(&setting, &of);
        translate_print(&setting, text);
        table_words(&table, "%s", text);
        table_numbers(&table, of.sigma, of.fit, 100 * of.residual);
    }
    table_print(&table, stdout);
    table_finish(&table);
}

static void print_analysis(const struct analysis *analysis)
{
    const struct analysis_family *gaussian = &analysis->families[0];
    const struct analysis_family *nearest = &analysis->families[analysis->nearest];
    const double *directions = analysis->directions, unchanged = 0.01, like = 42; // dB
    const double more_light = 0.03, most_unexplained = 0.015;                     // as shares
    const double least = fmax(0.05, 0.01 * analysis->sigma); // a wide blur leaves the place vague
    char names[128] = "";
    printf("sigma  %.2f px\n", analysis->sigma);
    print_entry("fit", "%.2f px, the nearest Gaussian: for a look-alike", analysis->fit);
    print_entry("axes", "%.2f px across, %.2f px down", directions[0], directions[1]);
    print_entry("diagonals", "%.2f px falling, %.2f px rising", directions[2], directions[3]);
    if (fmax(fabs(analysis->x), fabs(analysis->y)) > least)
        print_entry("moved", "%.2f px to the %s, %.2f px %s", fabs(analysis->x),
                    analysis->x < 0 ? "left" : "right", fabs(analysis->y),
                    analysis->y < 0 ? "up" : "down");
    for (int i = analysis->nearest; i < ANALYSIS_FAMILIES && nearest->psnr >= like; i++)
        if (analysis->families[i].is_near)
            snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
                     i > analysis->nearest ? " or " : "like ", analysis->families[i].name);
    if (nearest->psnr < like)
        snprintf(names, sizeof(names), "unlike all known here, nearest to %s", nearest->name);
    print_entry("shape", "%s; kurtosis %.1f (Gaussian 0, box -1.2)", names, analysis->kurtosis);
    print_entry("light", "%.1f %% kept", 100 * analysis->kept);
    if (fabs(analysis->contrast - analysis->kept) > unchanged)
        print_entry("contrast", "%.1f %% kept", 100 * analysis->contrast);
    if (analysis->kept > 1 + more_light)
        print_entry("note", "a blur adds no light: something else has changed the picture, too, "
                            "such as its gamma, and sigma is wrong");
    else if (analysis->unexplained > most_unexplained)
        print_entry("note",
                    "no point spread explains %.0f %% of the picture: more was changed than "
                    "blurred, or by something else than a blur, such as a median filter",
                    100 * analysis->unexplained);
    else if (analysis->contrast < analysis->kept - unchanged)
        print_entry("note",
                    "light went farther than the point spread was measured, so sigma is low");
    print_entry("blurs", analysis->is_light ? "linear light" : "display values (gamma)");
    print_entry("border", "%s",
                analysis->border ? analysis->border
                                 : "not found: it changes nothing, or otherwise");
    print_entry("exactness", "%.1f dB from the exact Gaussian of %.4g px", gaussian->psnr,
                analysis->fit);
    print_entry("chain", "%s, %.1f dB from the picture", nearest->chain, nearest->psnr);
    if (analysis->fit < TRANSLATE_MIN || analysis->fit > TRANSLATE_MAX)
        return;
    putchar('\n');
    identify_print_settings(analysis->fit);
}

bool identify_print_json(const void *subject, FILE *out)
{
    const struct analysis *analysis = subject;
    const struct analysis_family *nearest = &analysis->families[analysis->nearest];
    const double *directions = analysis->directions;
    json_t *json = json_file_object(
        "format:i program:t sigma:n fit:n directions:o x:n y:n kurtosis:n kept:n contrast:n "
        "values:t border:t chain:t psnr:n",
        1, "halation " HALATION_VERSION, analysis->sigma, analysis->fit,
        json_file_object("across:n down:n falling:n rising:n", directions[0], directions[1],
                         directions[2], directions[3]),
        analysis->x, analysis->y, analysis->kurtosis, analysis->kept, analysis->contrast,
        analysis->is_light ? "light" : "display", analysis->border, nearest->chain, nearest->psnr);
    const bool good = json_file_print(json, out);
    json_decref(json);
    return good;
}

// ---- pictures

enum { MIN_SIDE = 64 }; // px

static int write_pattern(const char *path, const struct draw_options *draw)
{
    struct image pattern;
    struct error error;
    const int width = draw->size_given ? draw->width : PATTERN_WIDTH;
    const int height = draw->size_given ? draw->height : PATTERN_HEIGHT;
    if (width < MIN_SIDE || height < MIN_SIDE) {
        error_set(&error, "--size %dx%d is too small for a pattern; it needs %d pixels a side",
                  width, height, MIN_SIDE);
        return report_error(EXIT_USAGE, &error);
    }
    pattern_init(&pattern, width, height);
    const bool good = image_write(&pattern, NULL, path, &error);
    image_finish(&pattern);
    return report_write(good, path, &error) ? EXIT_SUCCESS : EXIT_MACHINE;
}

// Reads display values as doubles, and the standard deviation of their rounding.
static bool read_picture(struct image *values, double *noise, const char *path, struct error *error)
{
    const double fine = 1. / 4096; // more than the rounding of 16 bits and half floats
    struct image read;
    bool is_light;
    if (!image_read(&read, &is_light, NULL, path, error))
        return false;
    *noise = read.type == IMAGE_TYPE_U8 ? 1 / (255 * sqrt(12)) : fine;
    image_convert(&read, IMAGE_TYPE_F64, values);
    image_finish(&read);
    double *texels = values->texels;
    for (size_t i = 0; is_light && i < image_bytes(values) / sizeof(double); i++)
        texels[i] = i % 4 == 3 ? 1 : srgb_encode(isfinite(texels[i]) ? fmax(texels[i], 0) : 0);
    if (values->width >= MIN_SIDE && values->height >= MIN_SIDE)
        return true;
    error_set(error, "%s is %dx%d; it needs %d pixels a side", path, values->width, values->height,
              MIN_SIDE);
    image_finish(values);
    return false;
}

static bool analyse(const struct identify_options *options, struct analysis *analysis,
                    struct error *error)
{
    const int count = options->files.count;
    const char *path = options->files.words[count - 1];
    struct image before = { 0 }, after, pattern;
    double noise, unused;
    bool good = false;
    if (!read_picture(&after, &noise, path, error))
        return false;
    if (count == 2) {
        noise *= 8; // other pictures say less of a kernel, so more of it is what is expected
        good = read_picture(&before, &unused, options->files.words[0], error);
    } else {
        pattern_init(&pattern, after.width, after.height);
        image_convert(&pattern, IMAGE_TYPE_F64, &before);
        image_finish(&pattern);
        good = true;
    }
    if (good && (before.width != after.width || before.height != after.height))
        good = error_set(error, "%s is %dx%d and %s %dx%d; both must have one size",
                         options->files.words[0], before.width, before.height, path, after.width,
                         after.height);
    else if (good && !analysis_make(analysis, &before, &after, noise, count == 1, error))
        good = error_prefix(error, "%s ", path);
    image_finish(&before);
    image_finish(&after);
    return good;
}

int identify_run(const struct identify_options *options, const struct draw_options *draw,
                 const struct outputs *outputs)
{
    struct analysis analysis;
    struct error error;
    if (is_pattern(options))
        return write_pattern(outputs_path(outputs, OUTPUT_PICTURE), draw);
    if (!analyse(options, &analysis, &error))
        return report_error(EXIT_USAGE, &error);
    progress_clear();
    if (!outputs_write(outputs, OUTPUT_JSON, &analysis))
        return EXIT_MACHINE;
    print_analysis(&analysis);
    if (options->sigma <= 0)
        return EXIT_SUCCESS;
    const double sigma = options->sigma, percent = 100 * (analysis.sigma / sigma - 1);
    const bool is_within = fabs(percent) <= options->percent;
    putchar('\n');
    wrap_sentence("%s the limit: sigma is %.2f %% %s %g px, %g %% allowed",
                  is_within ? "within" : "beyond", fabs(percent), percent < 0 ? "below" : "above",
                  sigma, options->percent);
    return is_within ? EXIT_SUCCESS : EXIT_FAILURE;
}
