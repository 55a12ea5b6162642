#define LOG_MODULE "compare"
#include "app/compare/compare.h"
#include "app/results/json_file.h"
#include "effects/colour.h"
#include "effects/metrics/metrics.h"
#include "render/file/embedded.h"
#include "render/file/file_path.h"
#include "render/image/image.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- results and JUnit

static json_t *describe_case(const struct compare_case *one)
{
    static const char *const states[] = { "compared", "compared", "missing", "broken" };
    const struct comparison *comparison = &one->comparison;
    char why[COMPARISON_TEXT_SIZE], names[64];
    compare_case_explain(one, why);
    json_t *json =
        json_file_object("name:t tolerance:t state:t within:b why:e?", one->name, one->tolerance,
                         states[one->state], compare_case_passed(one), why);
    if (one->state == CASE_COMPARED || one->state == CASE_FAULTY)
        json_file_add(json, "values:t width:i height:i", comparison->is_light ? "light" : "display",
                      comparison->width, comparison->height);
    if (one->state != CASE_COMPARED)
        return json;
    json_t *limits = json_object(), *channels = json_object(), *percentiles = json_array();
    json_file_add(json, "broken:t", comparison_exceeded_limits(comparison, names, sizeof(names)));
    for (int i = 0; i < TOLERANCE_LIMITS; i++) {
        const char *name = tolerance_params[i].key;
        json_object_set_new(json, name, json_file_number(comparison->values[i]));
        if (comparison->tolerance.given[i])
            json_object_set_new(limits, name, json_real(comparison->tolerance.limits[i]));
    }
    for (int c = 0; c < 4; c++) {
        const struct comparison_channel *channel = &comparison->channels[c];
        json_object_set_new(
            channels, image_channels[c],
            json_file_object("largest:n x:i y:i", channel->most, channel->x, channel->y));
    }
    for (int i = 0; i < COMPARISON_PERCENTILES; i++)
        json_array_append_new(percentiles,
                              json_file_object("percent:n difference:n", comparison_percentiles[i],
                                               comparison->percentiles[i]));
    json_file_add(json, "limits:o beyond:I channels:o percentiles:o", limits,
                  (json_int_t) comparison->beyond, channels, percentiles);
    return json;
}

static json_t *describe_cases(const struct compare_cases *cases)
{
    const struct compare_case *other = compare_cases_other_maker(cases);
    json_t *pictures = json_array();
    for (int i = 0; i < cases->count; i++)
        json_array_append_new(pictures, describe_case(&cases->all[i]));
    json_t *json = json_file_object("format:i program:t", 1, "halation " HALATION_VERSION);
    if (other)
        json_file_add(json, "drawn_by:o",
                      json_file_object("reference:t picture:t", other->comparison.makers[0],
                                       other->comparison.makers[1]));
    json_file_add(json, "pictures:o", pictures);
    return json;
}

bool compare_print_json(const void *cases, FILE *out)
{
    json_t *json = describe_cases(cases);
    const bool good = json_file_print(json, out);
    json_decref(json);
    return good;
}

bool compare_print_junit(const void *subject, FILE *out)
{
    const struct compare_cases *cases = subject;
    const struct compare_case *other = compare_cases_other_maker(cases);
    struct junit_suite suite = {
        .reference_by = other ? other->comparison.makers[0] : NULL,
        .picture_by = other ? other->comparison.makers[1] : NULL,
        .command = cases->command,
        .tolerance = compare_cases_tolerance(cases),
    };
    for (int i = 0; i < cases->count; i++) {
        const struct compare_case *one = &cases->all[i];
        struct junit_case *row = junit_add(&suite, one->name, one->seconds);
        struct step_writer writer = { row->details, sizeof(row->details), 0 };
        suite.seconds += one->seconds;
        if (compare_case_passed(one))
            continue;
        row->state = one->state == CASE_BROKEN ? JUNIT_BROKEN : JUNIT_FAILED;
        compare_case_explain(one, row->why);
        step_writef(&writer, "reference: %s", one->paths[0]);
        if (!cases->are_temporary)
            step_writef(&writer, "\npicture: %s", one->paths[1]);
        if (cases->maps && one->state == CASE_COMPARED)
            step_writef(&writer, cases->are_many ? "\nmap: %s%s.diff.png" : "\nmap: %s",
                        cases->maps, one->name);
    }
    junit_print(&suite, out);
    return true;
}

// ---- a page: its pictures, as a screen shows them

// Reads a picture as U8 with straight alpha: display values of any depth, or light at an exposure
// in stops. If the exposure is NaN, it is set so that the mean luminance becomes a middle grey of
// 0.18. The curve is that of HDR-FLIP (metrics_expose); values that are not finite become dark.
static bool read_shown(struct image *shown, const char *path, double *exposure, struct error *error)
{
    const double grey = 0.18;
    struct image read;
    bool is_light;
    if (!image_read(&read, &is_light, NULL, path, error))
        return false;
    if (is_light) {
        struct image light;
        image_convert(&read, IMAGE_TYPE_F64, &light);
        image_finish(&read);
        read = light;
        double *values = light.texels, mean = 0;
        const size_t count = 4 * (size_t) light.width * (size_t) light.height;
        for (size_t i = 0; i < count; i++)
            values[i] = isfinite(values[i]) ? values[i] : 0;
        for (size_t i = 0; i < count; i += 4)
            mean += 4 * fmax(colour_luminance(values + i), 0) / (double) count;
        if (isnan(*exposure))
            *exposure = mean > 0 ? log2(grey / mean) : 0;
        for (size_t i = 0; i < count; i += 4) {
            metrics_expose(values + i, *exposure, values + i);
            colour_encode(values + i, values + i);
        }
    }
    image_convert(&read, IMAGE_TYPE_U8, shown);
    image_finish(&read);
    return true;
}

static void write_picture(const struct image *image, int i, const char *which, FILE *out)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    if (!stream)
        log_fatal("no memory for a picture of the page");
    image_write_png(image, stream);
    if (fclose(stream) != 0)
        log_fatal("no memory for a picture of the page");
    fprintf(out, "<script type=\"text/plain\" id=\"%s-%d\">data:image/png;base64,", which, i);
    json_file_print_base64(bytes, size, out);
    fputs("</script>\n", out);
    free(bytes);
}

static void write_case(const struct compare_case *one, int i, FILE *out)
{
    static const char *const names[2] = { "reference", "picture" };
    double exposure = NAN; // stays NaN if no picture is light
    struct heat_map map;
    struct error error; // the case has it already
    json_t *difference = NULL;
    char id[32], text[160];
    for (int which = 0; which < 2; which++) {
        struct image shown;
        if (!read_shown(&shown, one->paths[which], &exposure, &error))
            continue;
        write_picture(&shown, i, names[which], out);
        image_finish(&shown);
    }
    if (one->state == CASE_COMPARED && heat_map_make(&map, one, &error)) {
        write_picture(&map.image, i, "difference", out);
        heat_map_describe(&map, one, text, sizeof(text));
        difference = json_file_object(
            "what:t top:n is_flip:b", text,
            map.is_flip || one->comparison.is_light ? map.top : map.top * 255, map.is_flip);
        image_finish(&map.image);
    }
    snprintf(id, sizeof(id), "view-%d", i);
    json_file_print_block(json_file_object("exposure:n difference:o", exposure,
                                           difference ? difference : json_null()),
                          id, out);
}

// ---- the whole page

// Colours of the bar under a map, from the least difference on; and the size of a large page.
enum { RAMP_STOPS = 16, LARGE_MEBIBYTES = 64 };

bool compare_print_page(const void *subject, FILE *out)
{
    const struct compare_cases *cases = subject;
    const struct embedded_file *page = embedded_find("assets/compare.html");
    json_t *results = describe_cases(cases), *ramp = json_array();
    assert(page);
    const char *rest = embedded_print_until(page->text, "<!-- what was compared -->\n", out);
    for (int i = 1; i <= RAMP_STOPS; i++) {
        uint8_t colour[3];
        char text[8];
        heat_map_colour((double) i / RAMP_STOPS, colour);
        snprintf(text, sizeof(text), "#%02x%02x%02x", colour[0], colour[1], colour[2]);
        json_array_append_new(ramp, json_file_text(text, "a name"));
    }
    json_file_add(results, "command:t ramp:o", cases->command, ramp);
    json_file_print_block(results, "results", out);
    for (int i = 0; i < cases->count && !ferror(out); i++)
        write_case(&cases->all[i], i, out);
    fputs(rest, out);
    const long mebibytes = ftell(out) >> 20;
    if (mebibytes >= LARGE_MEBIBYTES)
        log_note("the page has %ld MiB, which some browsers are slow with; compare fewer pictures "
                 "at once for smaller pages",
                 mebibytes);
    return true;
}

// ---- maps

bool compare_write_maps(const void *subject, const char *path)
{
    const struct compare_cases *cases = subject;
    struct error error;
    bool written = true;
    int count = 0;
    for (int i = 0; i < cases->count && written; i++) {
        const struct compare_case *one = &cases->all[i];
        char name[NAME_MAX + sizeof(".diff.png")];
        snprintf(name, sizeof(name), "%s.diff.png", one->name);
        char *file = cases->are_many ? file_path_join(path, name) : memory_copy(path);
        if (one->state == CASE_COMPARED && (one->comparison.is_exceeded || !cases->are_many)) {
            written = heat_map_write(one, file, &error);
            count++;
        } else if (!cases->are_many) { // the sizes differ
            log_note("%s is not written: %s", path, one->why.text);
        } else if (unlink(file) != 0 && errno != ENOENT) {
            written = error_set(&error, "%s: %s", file, strerror(errno));
        }
        free(file);
    }
    return (written && count == 0) || report_write(written, path, &error);
}
