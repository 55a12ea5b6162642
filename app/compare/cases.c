#include "app/compare/compare.h"
#include "effects/metrics/metrics.h"
#include "render/file/file_path.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- two pictures

void picture_pair_finish(struct picture_pair *pair)
{
    for (int i = 0; i < 2; i++) {
        image_finish(&pair->images[i]);
        image_texts_finish(&pair->texts[i]);
    }
}

bool picture_pair_read(struct picture_pair *pair, char *const paths[2], struct error *error)
{
    enum image_type types[2];
    bool is_light[2];
    *pair = (struct picture_pair){ 0 };
    for (int i = 0; i < 2; i++) {
        struct image image;
        if (!image_read(&image, &is_light[i], &pair->texts[i], paths[i], error))
            return false;
        types[i] = image.type;
        image_convert(&image, IMAGE_TYPE_F64, &pair->images[i]);
        image_finish(&image);
    }
    if (is_light[0] != is_light[1])
        return error_set(error,
                         "%s holds light and %s display values; compare pictures of one kind",
                         paths[!is_light[0]], paths[is_light[0]]);
    pair->is_light = is_light[0];
    if (types[0] != types[1])
        log_note("%s has %d bits a channel and %s %d; both are compared as 0..1", paths[0],
                 types[0] == IMAGE_TYPE_U16 ? 16 : 8, paths[1],
                 types[1] == IMAGE_TYPE_U16 ? 16 : 8);
    return true;
}

void picture_pair_blur(struct picture_pair *pair)
{
    const double sigma = 4; // pixels
    for (int i = 0; i < 2; i++) {
        struct image blurred;
        metrics_blur(&pair->images[i], sigma, &blurred);
        image_finish(&pair->images[i]);
        pair->images[i] = blurred;
    }
}

static bool check_finite(const struct image *image, const char *which, struct error *error)
{
    const double *values = image->texels;
    unsigned long long count = 0;
    int first = 0;
    for (int i = 0; i < image->width * image->height; i++, values += 4)
        if (!isfinite(values[0] + values[1] + values[2] + values[3]))
            first = count++ == 0 ? i : first;
    return count == 0 || error_set(error,
                                   "the %s picture is not finite in %llu of its texels, the first "
                                   "at (%d, %d)",
                                   which, count, first % image->width, first / image->width);
}

bool picture_pair_check(const struct picture_pair *pair, struct error *error)
{
    const struct image *a = &pair->images[0];
    const struct image *b = &pair->images[1];
    if (a->width != b->width || a->height != b->height)
        return error_set(error, "the sizes differ: %dx%d and %dx%d", a->width, a->height, b->width,
                         b->height);
    return check_finite(a, "first", error) && check_finite(b, "second", error);
}

// ---- differences of texels

const double comparison_percentiles[COMPARISON_PERCENTILES] = { 50, 95, 99 };

static void compare_texels(const struct picture_pair *pair, struct comparison *comparison)
{
    const double most = comparison->tolerance.limits[TOLERANCE_MAX] * (1 + 1e-6);
    const double *a = pair->images[0].texels;
    const double *b = pair->images[1].texels;
    const size_t width = (size_t) pair->images[0].width;
    const size_t count = width * (size_t) pair->images[0].height;
    double *differences = memory_new(count, sizeof(*differences)); // by texel, the largest of four
    for (size_t i = 0; i < count; i++) {
        for (int c = 0; c < 4; c++) {
            const double here = fabs(*a++ - *b++);
            differences[i] = fmax(differences[i], here);
            if (here > comparison->channels[c].most * (1 + 1e-9)) // equal steps may be rounded
                comparison->channels[c] =
                    (struct comparison_channel){ here, (int) (i % width), (int) (i / width) };
        }
        comparison->beyond += differences[i] > most;
    }
    for (int p = 0; p < COMPARISON_PERCENTILES; p++) {
        const double rank = ceil(comparison_percentiles[p] / 100 * (double) count);
        comparison->percentiles[p] = metrics_select(differences, count, (size_t) rank - 1);
    }
    free(differences);
    comparison->values[TOLERANCE_SHARE] = (double) comparison->beyond / (double) count;
}

// ---- the whole pictures

static void measure(struct picture_pair *pair, bool needs_flip, struct comparison *comparison)
{
    const struct image *a = &pair->images[0];
    const struct image *b = &pair->images[1];
    double *values = comparison->values;
    double peak = 1;
    if (comparison->tolerance.is_blurred)
        picture_pair_blur(pair);
    compare_texels(pair, comparison);
    const struct metrics_difference difference = metrics_difference(a, b);
    const struct metrics_difference alpha = { .rms = difference.rms_of_alpha };
    if (pair->is_light)
        peak = 0;
    for (int i = 0; i < 4 * a->width * a->height && pair->is_light; i++)
        if (i % 4 < 3)
            peak = fmax(peak, ((const double *) a->texels)[i]);
    for (int c = 0; c < 4; c++)
        values[TOLERANCE_MAX] = fmax(values[TOLERANCE_MAX], comparison->channels[c].most);
    values[TOLERANCE_MEAN] = difference.mean;
    // A loss in alpha counts, too.
    values[TOLERANCE_PSNR] = fmin(metrics_psnr(&difference, peak), metrics_psnr(&alpha, 1));
    needs_flip |= comparison->tolerance.given[TOLERANCE_FLIP];
    values[TOLERANCE_FLIP] = needs_flip ? metrics_flip(a, b, pair->is_light) : NAN;
    for (int i = 0; i < 2 && pair->is_light; i++)
        metrics_encode_clipped(&pair->images[i]);
    const struct metrics_similarity similarity = metrics_similarity(a, b);
    values[TOLERANCE_SSIM] = similarity.ssim;
    values[TOLERANCE_STRUCTURE] = similarity.structure;
}

// Returns true if the i-th limit is exceeded. `limit` becomes the one to name. `max` alone never
// is: the share counts the texels above it. A share limit of 0 is named as the `max` that the user
// gave.
static bool exceeds(const struct comparison *comparison, int i, enum tolerance_limit *limit)
{
    const struct tolerance *tolerance = &comparison->tolerance;
    const bool is_max = i == TOLERANCE_SHARE && tolerance->given[TOLERANCE_MAX] &&
                        tolerance->limits[TOLERANCE_SHARE] <= 0;
    *limit = is_max ? TOLERANCE_MAX : (enum tolerance_limit) i;
    return i != TOLERANCE_MAX &&
           tolerance_is_exceeded(tolerance, (enum tolerance_limit) i, comparison->values[i]);
}

const char *comparison_exceeded_limits(const struct comparison *comparison, char *out, size_t size)
{
    struct step_writer writer = { out, size, 0 };
    enum tolerance_limit limit;
    out[0] = '\0';
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        if (exceeds(comparison, i, &limit))
            step_writef(&writer, "%s%s", writer.length ? ", " : "", tolerance_params[limit].key);
    return out;
}

void compare_case_explain(const struct compare_case *one, char out[COMPARISON_TEXT_SIZE])
{
    const struct comparison *comparison = &one->comparison;
    struct step_writer writer = { out, COMPARISON_TEXT_SIZE, 0 };
    enum tolerance_limit limit;
    step_write(&writer, one->state == CASE_COMPARED ? "" : one->why.text);
    for (int i = 0; i < TOLERANCE_LIMITS && one->state == CASE_COMPARED; i++) {
        char text[128];
        if (!exceeds(comparison, i, &limit))
            continue;
        tolerance_explain(&comparison->tolerance, limit, comparison->values[limit],
                          comparison->is_light, text, sizeof(text));
        step_writef(&writer, "%s%s", writer.length ? "; " : "", text);
    }
    step_writef(&writer, "%s%s", writer.length && comparison->recipe[0] ? "; " : "",
                comparison->recipe);
}

// ---- one case

// A picture whose texts have a chain but no shaders was drawn with the built-in ones.
static const char *find_text(const struct picture_pair *pair, int which, const char *key)
{
    const struct image_texts *texts = &pair->texts[which];
    const char *found = image_texts_find(texts, key);
    const bool is_built_in = strcmp(key, "shaders") == 0 && image_texts_find(texts, "chain");
    return found || !is_built_in ? found : "built-in";
}

// Writes the texts that both files have and that differ.
static void compare_recipes(const struct picture_pair *pair, bool is_exceeded,
                            char out[COMPARISON_TEXT_SIZE])
{
    static const char *const keys[] = { "files",     "shaders",  "chain",    "scene", "size",
                                        "time",      "format",   "fuse",     "msaa",  "scene-scale",
                                        "hook-size", "Software", "renderer", "driver" };
    enum { ALL = ARRAY_COUNT(keys) };
    const int count = is_exceeded ? ALL : 2; // other shaders that give the same are worth a word
    struct step_writer writer = { out, COMPARISON_TEXT_SIZE, 0 };
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *was = find_text(pair, 0, keys[i]);
        const char *is = find_text(pair, 1, keys[i]);
        if (was && is && strcmp(was, is) != 0)
            step_writef(&writer, "%s %s %.350s, not %.350s",
                        writer.length ? ";" : "the reference was made with", keys[i], was, is);
    }
}

void compare_case_run(struct compare_case *one, bool needs_flip)
{
    struct comparison *comparison = &one->comparison;
    const char *renderers[2];
    char names[64];
    struct picture_pair pair;
    struct stat status;
    if (one->state == CASE_BROKEN)
        return;
    for (int i = 0; i < 2; i++)
        if (stat(one->paths[i], &status) != 0) {
            one->state = CASE_MISSING;
            error_set(&one->why, "%s: %s", one->paths[i], strerror(errno));
        }
    if (one->state == CASE_MISSING)
        return;
    if (!picture_pair_read(&pair, one->paths, &one->why) ||
        !tolerance_parse(&comparison->tolerance, one->tolerance, pair.is_light, &one->why)) {
        one->state = CASE_BROKEN;
        picture_pair_finish(&pair);
        return;
    }
    comparison->is_light = pair.is_light;
    comparison->width = pair.images[0].width;
    comparison->height = pair.images[0].height;
    if (picture_pair_check(&pair, &one->why))
        measure(&pair, needs_flip, comparison);
    else
        one->state = CASE_FAULTY;
    comparison->is_exceeded =
        one->state == CASE_FAULTY || *comparison_exceeded_limits(comparison, names, sizeof(names));
    compare_recipes(&pair, comparison->is_exceeded, comparison->recipe);
    for (int i = 0; i < 2; i++) {
        const char *driver = find_text(&pair, i, "driver");
        renderers[i] = find_text(&pair, i, "renderer");
        if (renderers[i] && driver)
            snprintf(comparison->makers[i], COMPARISON_MAKER_SIZE, "%.120s, %.120s", renderers[i],
                     driver);
    }
    comparison->is_of_other_renderer =
        renderers[0] && renderers[1] && strcmp(renderers[0], renderers[1]) != 0;
    picture_pair_finish(&pair);
}

bool compare_case_passed(const struct compare_case *one)
{
    return one->state == CASE_COMPARED && !one->comparison.is_exceeded;
}

// ---- all cases

const struct compare_case *compare_cases_other_maker(const struct compare_cases *cases)
{
    for (int i = 0; i < cases->count; i++) {
        const char *reference = cases->all[i].comparison.makers[0];
        const char *picture = cases->all[i].comparison.makers[1];
        if (*reference && *picture && strcmp(reference, picture) != 0)
            return &cases->all[i];
    }
    return NULL;
}

void compare_cases_add(struct compare_cases *cases, const char *name, char *reference,
                       char *picture, const char *tolerance)
{
    cases->all = memory_room(cases->all, cases->count, sizeof(*cases->all));
    cases->all[cases->count++] = (struct compare_case){
        .name = memory_copy(name),
        .paths = { reference, picture },
        .tolerance = tolerance,
    };
}

static int by_name(const void *a, const void *b)
{
    const struct compare_case *one = a;
    const struct compare_case *other = b;
    return strcmp(one->name, other->name);
}

static bool has_case(const struct compare_cases *cases, const char *name)
{
    for (int i = 0; i < cases->count; i++)
        if (strcmp(cases->all[i].name, name) == 0)
            return true;
    return false;
}

bool compare_cases_find(struct compare_cases *cases, const char *const paths[2],
                        const char *tolerance, struct error *error)
{
    struct stat status[2];
    *cases = (struct compare_cases){ .command = "--compare" };
    for (int i = 0; i < 2; i++)
        if (stat(paths[i], &status[i]) != 0)
            return error_set(error, "%s: %s", paths[i], strerror(errno));
    cases->are_many = S_ISDIR(status[0].st_mode);
    if (cases->are_many != S_ISDIR(status[1].st_mode))
        return error_set(error, "%s is a folder and %s a file; compare two of one kind",
                         paths[!cases->are_many], paths[cases->are_many]);
    if (!cases->are_many) {
        compare_cases_add(cases, paths[1], memory_copy(paths[0]), memory_copy(paths[1]), tolerance);
        return true;
    }
    bool is_in_both = false; // at least one name
    for (int i = 0; i < 2; i++) {
        DIR *folder = opendir(paths[i]);
        const struct dirent *entry;
        if (!folder)
            return error_set(error, "%s: %s", paths[i], strerror(errno));
        while ((entry = readdir(folder))) {
            const char *name = entry->d_name;
            if (has_case(cases, name))
                is_in_both = true;
            else if (image_has_ending(name))
                compare_cases_add(cases, name, file_path_join(paths[0], name),
                                  file_path_join(paths[1], name), tolerance);
        }
        closedir(folder);
    }
    if (!is_in_both) {
        error_set(error, "%s and %s have no picture of one name, that is a file of ", paths[0],
                  paths[1]);
        names_list(error, &image_endings);
        return false;
    }
    qsort(cases->all, (size_t) cases->count, sizeof(*cases->all), by_name);
    return true;
}

void compare_cases_finish(struct compare_cases *cases)
{
    for (int i = 0; i < cases->count; i++) {
        free(cases->all[i].name);
        free(cases->all[i].paths[0]);
        free(cases->all[i].paths[1]);
    }
    free(cases->all);
    *cases = (struct compare_cases){ 0 };
}

const char *compare_cases_tolerance(const struct compare_cases *cases)
{
    const char *first = cases->count > 0 ? cases->all[0].tolerance : NULL;
    for (int i = 1; i < cases->count; i++)
        if (strcmp(cases->all[i].tolerance, first) != 0)
            return NULL;
    return first;
}

int compare_cases_status(const struct compare_cases *cases)
{
    int status = EXIT_SUCCESS;
    for (int i = 0; i < cases->count; i++) {
        if (cases->all[i].state == CASE_BROKEN)
            return EXIT_USAGE;
        if (!compare_case_passed(&cases->all[i]))
            status = EXIT_FAILURE;
    }
    return status;
}
