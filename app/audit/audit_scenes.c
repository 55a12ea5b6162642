// Compares every scene with its expected picture: charts with arithmetic in double precision, with
// all choices and at both ends of all ranges; the others with stored means. A picture file and a
// scene with --scene-scale are compared with arithmetic, too.

#define LOG_MODULE "audit"
#include "app/audit/audit.h"
#include "effects/reference/reference.h"
#include "render/file/embedded.h"
#include "render/text/chance.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The edges and phases of a chart are floats, and a few texels lie exactly on an edge.
static const double chart_tolerance = 1e-3; // relative to the largest value
enum { WIDTH = 129, HEIGHT = 67, STRAYS = 2 };

static const double times[] = { 0, 0.37, 5.3 };
enum { TIMES = ARRAY_COUNT(times) };

struct finding {
    int runs;
    double worst;    // error / allowed error
    char first[256]; // the first picture with a larger error
};

static bool draw(struct renderer *renderer, const struct scene_choice *choice, double time,
                 int samples, float scale, const int size[2], struct image *image,
                 struct error *error)
{
    struct texture_pool *pool = &renderer->gpu.pool;
    void *state;
    char text[PARAM_PRINTED_SIZE];
    scene_print(choice, text, sizeof(text));
    log_debug("drawing %s at %g s", text, time);
    if (!scene_create(choice, &renderer->gpu, &state, error))
        return false;
    struct texture *texture = texture_pool_acquire(pool, size[0], size[1], FORMAT_RGBA32F);
    scene_draw(choice, state, &renderer->gpu, time, samples, scale, texture);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    texture_pool_end_frame(pool);
    scene_destroy(choice->scene, &renderer->gpu, state);
    return true;
}

static void add(struct finding *finding, const struct scene_choice *choice, double time,
                double share, const char *what)
{
    char text[PARAM_PRINTED_SIZE];
    finding->runs++;
    finding->worst = fmax(finding->worst, share);
    scene_print(choice, text, sizeof(text));
    if (share > 1 && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first), "%.100s at %g s: %s", text, time, what);
}

// ---- arithmetic

static void compare(const struct image *got, const struct image *expected,
                    const struct scene_choice *choice, double time, struct finding *finding)
{
    const double *a = got->texels;
    const double *b = expected->texels;
    const int count = 4 * expected->width * expected->height;
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, b[i]);
    const double allowed = chart_tolerance * largest;
    int beyond = 0, first = 0, last = -1; // of texels: the number, the first and the last one
    for (int i = 0; i < count; i++) {
        if (i / 4 == last || fabs(a[i] - b[i]) <= allowed)
            continue;
        last = i / 4;
        first = beyond++ == 0 ? last : first;
    }
    char what[96];
    snprintf(what, sizeof(what), "%d texels differ by more than %.3g, the first at %d, %d", beyond,
             allowed, first % got->width, first / got->width);
    add(finding, choice, time, (double) beyond / STRAYS, what);
}

// Draws a scene in the size of the expected picture, compares it, and releases `expected`.
static void check(struct renderer *renderer, const struct scene_choice *choice, double time,
                  float scale, struct image *expected, struct finding *finding)
{
    const int size[2] = { expected->width, expected->height };
    struct image got;
    struct error error;
    if (draw(renderer, choice, time, 0, scale, size, &got, &error)) {
        compare(&got, expected, choice, time, finding);
        image_finish(&got);
    } else {
        add(finding, choice, time, INFINITY, error.text);
    }
    image_finish(expected);
}

static bool try_chart(struct renderer *renderer, const struct scene_choice *choice,
                      struct finding *finding)
{
    struct image expected;
    for (int i = 0; i < (choice->scene->animated ? TIMES : 1); i++) {
        if (!reference_chart(choice, times[i], WIDTH, HEIGHT, &expected))
            return false;
        check(renderer, choice, times[i], 1, &expected, finding);
    }
    return true;
}

// ---- known means

// Draws the pictures of a scene in assets/known_means.txt. Each has its scene, time and samples,
// and the means of light over squares of the picture, row by row, red green blue.
static void try_known(struct renderer *renderer, const struct scene *scene, struct finding *finding)
{
    enum { COLUMNS = 6, ROWS = 4, VALUES = 3 * COLUMNS * ROWS, SIDE = 16 }; // of a square, texels
    static const int size[2] = { COLUMNS * SIDE, ROWS * SIDE };
    static const double relative = 0.002, absolute = 0.0004;
    const char *text = embedded_find("assets/known_means.txt")->text;
    struct scene_choice choice;
    char name[64];
    double time;
    int samples, length;
    while (sscanf(text, "%63s %lf %d%n", name, &time, &samples, &length) == 3) {
        struct image image = { 0 };
        struct error error;
        double sums[VALUES] = { 0 }, worst = 0;
        const bool is_of_scene = text_begins_with(name, scene->name);
        if (is_of_scene && (!scene_parse(&choice, name, &error) ||
                            !draw(renderer, &choice, time, samples, 1, size, &image, &error)))
            add(finding, &choice, time, INFINITY, error.text);
        for (int i = 0; i < 3 * image.width * image.height; i++) {
            const int x = i / 3 % size[0], y = i / 3 / size[0];
            sums[3 * (y / SIDE * COLUMNS + x / SIDE) + i % 3] += image_at(&image, x, y)[i % 3];
        }
        text += length;
        for (int i = 0; i < VALUES; i++) {
            char *end;
            const double mean = strtof(text, &end);
            const double off = fabs(sums[i] / (SIDE * SIDE) - mean);
            worst = fmax(worst, off / (absolute + relative * mean));
            text = end;
        }
        if (image.texels)
            add(finding, &choice, time, worst, "a part of the picture has another mean");
        image_finish(&image);
    }
}

// ---- pictures of another size

// Resizes with a tent as wide as the larger of the two texel sizes.
static void resize(const struct image *from, const int size[2], struct image *to)
{
    const double scale_x = (double) from->width / size[0];
    const double scale_y = (double) from->height / size[1];
    const double reach_x = fmax(scale_x, 1);
    const double reach_y = fmax(scale_y, 1);
    image_init(to, size[0], size[1], IMAGE_TYPE_F64);
    for (int n = 0; n < size[0] * size[1]; n++) {
        const double x = (n % size[0] + 0.5) * scale_x - 0.5;
        const double y = (n / size[0] + 0.5) * scale_y - 0.5;
        double *texel = (double *) to->texels + 4 * n;
        double weights = 0;
        for (int j = (int) floor(y - reach_y); j <= y + reach_y; j++)
            for (int i = (int) floor(x - reach_x); i <= x + reach_x; i++) {
                const double across = fmax(1 - fabs(i - x) / reach_x, 0);
                const double down = fmax(1 - fabs(j - y) / reach_y, 0);
                for (int c = 0; c < 4; c++)
                    texel[c] += across * down * image_clamped(from, i, j)[c];
                weights += across * down;
            }
        for (int c = 0; c < 4; c++)
            texel[c] /= weights;
    }
}

// Converts a picture file to light: white becomes the luminance `white`, and all other values are
// those that Reinhard's extended curve maps to the file's (E. Reinhard et al., Photographic tone
// reproduction for digital images, 2002, equation 4).
static void find_light(const struct image *file, double white, struct image *light)
{
    image_init(light, file->width, file->height, IMAGE_TYPE_F64);
    for (int i = 0; i < file->width * file->height; i++) {
        const uint8_t *from = (const uint8_t *) file->texels + 4 * i;
        double *to = (double *) light->texels + 4 * i;
        for (int c = 0; c < 3; c++)
            to[c] = reference_srgb_decode(from[c] / 255.0);
        // Solves y (1 + y / white^2) / (1 + y) = mapped for y.
        const double mapped = 0.2126 * to[0] + 0.7152 * to[1] + 0.0722 * to[2];
        const double half = white * white * (mapped - 1) / 2;
        const double y = half + sqrt(half * half + white * white * mapped);
        to[3] = from[3] / 255.0;
        for (int c = 0; c < 3; c++)
            to[c] *= to[3] * (mapped > 0 ? y / mapped : 1);
    }
}

static void try_file(struct renderer *renderer, struct finding *finding)
{
    // The first is the size of the file.
    static const int sizes[][2] = { { 61, 38 }, { WIDTH, HEIGHT }, { 23, 17 } };
    static const int whites[] = { 1, 8 };
    struct image file, light, expected;
    struct scene_choice choice;
    struct error error;
    char text[PARAM_TEXT_SIZE];
    uint64_t seed = 9;
    FILE *stream = tmpfile();
    if (!stream)
        log_fatal("cannot make a temporary file");
    image_init(&file, sizes[0][0], sizes[0][1], IMAGE_TYPE_U8);
    for (size_t i = 0; i < image_bytes(&file); i++)
        ((uint8_t *) file.texels)[i] = (uint8_t) (256 * chance_share(&seed));
    image_write_png(&file, stream);
    fflush(stream);
    for (int n = 0; n < 6; n++) {
        snprintf(text, sizeof(text), "image:file=/dev/fd/%d:fit=stretch:light=%d", fileno(stream),
                 whites[n % 2]);
        if (!scene_parse(&choice, text, &error))
            log_fatal("%s", error.text);
        find_light(&file, whites[n % 2], &light);
        resize(&light, sizes[n / 2], &expected);
        check(renderer, &choice, 0, 1, &expected, finding);
        image_finish(&light);
    }
    image_finish(&file);
    fclose(stream);
}

// Compares --scene-scale 0.5 with the smaller picture, enlarged evenly.
static void try_scale(struct renderer *renderer, struct finding *finding)
{
    static const int size[2] = { 128, 66 };
    struct image small, expected;
    struct scene_choice choice;
    struct error error;
    scene_parse(&choice, "zone_plate", &error);
    reference_chart(&choice, 0, size[0] / 2, size[1] / 2, &small);
    resize(&small, size, &expected);
    check(renderer, &choice, 0, 0.5f, &expected, finding);
    image_finish(&small);
}

// ---- all scenes

static void report_finding(struct audit_report *report, const char *what, const char *against,
                           const struct finding *finding)
{
    table_words(&report->table, "%s", what);
    table_words(&report->table, "%s", against);
    table_numbers(&report->table, finding->runs, 100 * finding->worst);
    if (finding->first[0])
        audit_fail(report, "%s", finding->first);
}

static void check_scene(struct audit_report *report, const struct scene *scene)
{
    struct renderer *renderer = report->renderer;
    struct finding finding = { 0 };
    struct scene_choice choice;
    struct error error;
    scene_parse(&choice, scene->name, &error);
    if (try_chart(renderer, &choice, &finding)) {
        param_for_each(row, scene->params)
            for (int i = 0; i < harness_values_count(row); i++) {
                struct scene_choice changed = choice;
                harness_values_set(row, changed.params, i);
                try_chart(renderer, &changed, &finding);
            }
        report_finding(report, scene->name, "arithmetic", &finding);
        return;
    }
    try_known(renderer, scene, &finding);
    if (finding.runs > 0)
        report_finding(report, scene->name, "known means", &finding);
}

static void check_scenes(struct audit_report *report)
{
    for (int i = 0; scenes[i]; i++)
        if (!scenes[i]->read)
            check_scene(report, scenes[i]);
    struct finding of_file = { 0 }, of_scale = { 0 };
    try_file(report->renderer, &of_file);
    report_finding(report, "image", "arithmetic", &of_file);
    try_scale(report->renderer, &of_scale);
    report_finding(report, "--scene-scale", "arithmetic", &of_scale);
}

const struct audit audit_scenes = {
    .name = "scenes",
    .summary = "pictures of scenes: charts compared with arithmetic, others with recorded means",
    .limits = "charts differ by at most a thousandth of their light, means by at most 0.2 %",
    .columns =
        (const struct table_column[]){
            { "scene", TABLE_WORDS },
            { "against", TABLE_WORDS },
            { "runs", 0 },
            { "most off, % of allowed", 1 },
            { 0 },
        },
    .refuses = { [AUDIT_CHAIN] = "it draws scenes alone",
                 [AUDIT_SCENE] = "it draws all that need no file",
                 [AUDIT_SIZE] = "its sizes are its own",
                 [AUDIT_FORMAT] = "scenes are drawn in floats" },
    .check = check_scenes,
};
