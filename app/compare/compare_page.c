#define LOG_MODULE "compare"
#include "app/compare/compare_page.h"

#include "app/compare/compare_results.h"
#include "app/compare/heat_map/colour_ramp.h"
#include "app/compare/heat_map/heat_map.h"
#include "app/measure/metrics/metrics.h"
#include "app/results/json_file.h"
#include "effects/colour.h"
#include "render/file/embedded.h"
#include "render/file/output_file.h"
#include "render/image/image.h"
#include "render/text/log.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- shown

// A picture from a file as a screen shows it.

struct shown {
    struct image image; // U8, straight alpha
    bool is_light;
};

static double middle_exposure(const double *values, size_t count)
{
    const double grey = 0.18;
    double sum = 0;
    for (size_t i = 0; i < count; i += 4)
        sum += 4 * fmax(colour_luminance(values + i), 0) / (double) count;
    return sum > 0 ? log2(grey / sum) : 0;
}

static void expose(struct image *image, double *exposure)
{
    double *values = image->texels;
    const size_t count = 4 * (size_t) image->width * (size_t) image->height;
    for (size_t i = 0; i < count; i++)
        values[i] = isfinite(values[i]) ? values[i] : 0;
    if (isnan(*exposure))
        *exposure = middle_exposure(values, count);
    for (size_t i = 0; i < count; i += 4) {
        metrics_expose(values + i, *exposure, values + i);
        colour_encode(values + i, values + i);
    }
}

// Reads display values of any depth, or light, which is shown at an exposure in stops. Where that
// is NaN it becomes the one that makes the mean luminance a middle grey of 0.18. The curve is that
// of HDR-FLIP (metrics_expose); what is not finite is dark.
static bool shown_read(struct shown *shown, const char *path, double *exposure, struct error *error)
{
    struct image read, light;
    *shown = (struct shown){ 0 };
    if (!image_read(&read, &shown->is_light, NULL, path, error))
        return false;
    if (!shown->is_light) {
        image_convert(&read, IMAGE_TYPE_U8, &shown->image);
        image_finish(&read);
        return true;
    }
    image_convert(&read, IMAGE_TYPE_F64, &light);
    image_finish(&read);
    expose(&light, exposure);
    image_convert(&light, IMAGE_TYPE_U8, &shown->image);
    image_finish(&light);
    return true;
}

static void shown_finish(struct shown *shown)
{
    image_finish(&shown->image);
}

// ---- base64

// Three bytes become four letters; "=" stands for those that the last ones lack.
// Writes bytes in base64: S. Josefsson, RFC 4648, 2006, with padding. The caller looks at ferror.
static void base64_write(const void *bytes, size_t size, FILE *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *at = bytes;
    for (size_t left = size; left > 0; left -= left < 3 ? left : 3, at += 3) {
        const uint32_t bits = (uint32_t) at[0] << 16 | (left > 1 ? (uint32_t) at[1] << 8 : 0) |
                              (left > 2 ? at[2] : 0u);
        putc(letters[bits >> 18], out);
        putc(letters[bits >> 12 & 63], out);
        putc(left > 1 ? letters[bits >> 6 & 63] : '=', out);
        putc(left > 2 ? letters[bits & 63] : '=', out);
    }
}

// ---- compare page

// Where the blocks stand that the page's script reads.
static const char marker[] = "<!-- what was compared -->\n";

enum { LARGE_MEBIBYTES = 64 };

// ---- blocks

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
    base64_write(bytes, size, out);
    fputs("</script>\n", out);
    free(bytes);
}

// ---- a case

// Returns the exposure, or NaN where nothing is light.
static double write_shown(const struct compare_case *one, int i, FILE *out)
{
    static const char *const names[2] = { "reference", "picture" };
    double exposure = (double) NAN;
    for (int which = 0; which < 2; which++) {
        struct shown shown;
        struct error error; // which the case says already
        if (!shown_read(&shown, one->paths[which], &exposure, &error))
            continue;
        write_picture(&shown.image, i, names[which], out);
        shown_finish(&shown);
    }
    return exposure;
}

static json_t *write_difference(const struct compare_case *one, int i, FILE *out)
{
    struct heat_map map;
    struct error error;
    char text[160];
    if (one->state != CASE_COMPARED || one->comparison.is_faulty ||
        !heat_map_make(&map, one, &error))
        return json_null();
    write_picture(&map.image, i, "difference", out);
    heat_map_describe(&map, one, text, sizeof(text));
    json_t *json = json_pack("{s:s, s:f, s:b}", "what", text, "top",
                             map.is_flip || one->comparison.is_light ? map.top : map.top * 255,
                             "is_flip", map.is_flip);
    heat_map_finish(&map);
    return json;
}

static void write_case(const struct compare_case *one, int i, FILE *out)
{
    const double exposure = write_shown(one, i, out);
    json_t *difference = write_difference(one, i, out);
    char id[32];
    snprintf(id, sizeof(id), "view-%d", i);
    json_file_print_block(
        json_pack("{s:o, s:o}", "exposure", json_file_number(exposure), "difference", difference),
        id, out);
}

// ---- the page

// Colours of the bar under a map, from the least difference on.
static json_t *describe_ramp(void)
{
    enum { STOPS = 16 };
    json_t *json = json_array();
    for (int i = 1; i <= STOPS; i++) {
        uint8_t colour[3];
        char text[8];
        colour_ramp_at(heat_map_place((double) i / STOPS), colour);
        snprintf(text, sizeof(text), "#%02x%02x%02x", colour[0], colour[1], colour[2]);
        json_array_append_new(json, json_string(text));
    }
    return json;
}

static void write_blocks(const struct compare_cases *cases, FILE *out)
{
    json_t *json = compare_results_describe(cases);
    json_object_set_new(json, "command", json_string(cases->command));
    json_object_set_new(json, "ramp", describe_ramp());
    json_file_print_block(json, "results", out);
    for (int i = 0; i < cases->count && !ferror(out); i++)
        write_case(&cases->all[i], i, out);
}

static void write_page(const struct compare_cases *cases, FILE *out)
{
    const struct embedded_file *page = embedded_find("assets/compare.html");
    const char *place = page ? strstr(page->text, marker) : NULL;
    assert(place);
    fwrite(page->text, 1, (size_t) (place - page->text), out);
    write_blocks(cases, out);
    fputs(place + strlen(marker), out);
}

bool compare_page_check_path(const char *path, struct error *error)
{
    return output_file_check_ending(path, ".html", error) && output_file_check(path, error);
}

bool compare_page_write(const struct compare_cases *cases, const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    write_page(cases, file.stream);
    const long mebibytes = ftell(file.stream) >> 20;
    if (!output_file_close(&file, error))
        return false;
    if (mebibytes >= LARGE_MEBIBYTES)
        log_note("%s has %ld MiB, which some browsers are slow with; compare fewer pictures at "
                 "once for smaller pages",
                 path, mebibytes);
    return true;
}
