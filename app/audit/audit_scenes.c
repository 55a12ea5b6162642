// Compares every scene with its expected picture: charts with arithmetic in double precision, with
// all choices and at both ends of all ranges; the others with stored means. A picture file and a
// scene with --scene-scale are compared with arithmetic, too.

#define _XOPEN_SOURCE 700 // mkdtemp
#define LOG_MODULE    "audit"
#include "app/audit/audit.h"
#include "effects/reference/reference.h"
#include "render/file/embedded.h"
#include "render/file/end_signal.h"
#include "render/text/chance.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The edges and phases of a chart are floats, and a few texels lie exactly on an edge.
static const double chart_tolerance = 1e-3; // relative to the largest value
enum { WIDTH = 129, HEIGHT = 67, STRAYS = 2 };

static const double times[] = { 0, 0.37, 5.3 };
enum { TIMES = sizeof(times) / sizeof(times[0]) };

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

// ---- charts

static void compare(const struct image *got, const struct image *expected,
                    const struct scene_choice *choice, double time, struct finding *finding)
{
    double largest = 0;
    for (int i = 0; i < 4 * expected->width * expected->height; i++)
        largest = fmax(largest, ((const double *) expected->texels)[i]);
    const double allowed = chart_tolerance * largest;
    int beyond = 0, first = 0;
    for (int i = 0; i < got->width * got->height; i++) {
        const double *a = (const double *) got->texels + 4 * i;
        const double *b = (const double *) expected->texels + 4 * i;
        double off = 0;
        for (int c = 0; c < 4; c++)
            off = isfinite(a[c]) ? fmax(off, fabs(a[c] - b[c])) : INFINITY;
        if (off > allowed && beyond++ == 0)
            first = i;
    }
    char what[96];
    snprintf(what, sizeof(what), "%d texels differ by more than %.3g, the first at %d, %d", beyond,
             allowed, first % got->width, first / got->width);
    add(finding, choice, time, (double) beyond / STRAYS, what);
}

static bool try_chart(struct renderer *renderer, const struct scene_choice *choice,
                      struct finding *finding)
{
    static const int size[2] = { WIDTH, HEIGHT };
    struct image got, expected;
    struct error error;
    for (int i = 0; i < (choice->scene->animated ? TIMES : 1); i++) {
        if (!reference_chart(choice, times[i], WIDTH, HEIGHT, &expected))
            return false;
        if (draw(renderer, choice, times[i], 0, 1, size, &got, &error)) {
            compare(&got, &expected, choice, times[i], finding);
            image_finish(&got);
        } else {
            add(finding, choice, times[i], INFINITY, error.text);
        }
        image_finish(&expected);
    }
    return true;
}

// ---- known means

// Expected pictures of scenes that have no short formula, from assets/known_means.txt: means of
// light over squares of the picture, row by row, red green blue.
enum {
    KNOWN_COLUMNS = 6,
    KNOWN_ROWS = 4,
    KNOWN_CELLS = KNOWN_COLUMNS * KNOWN_ROWS,
    KNOWN_SIDE = 16, // of a square, in texels
};

struct known_means {
    char scene[64];
    double time;
    int samples;
    float means[KNOWN_CELLS][3];
};

// Reads a scene, its time and samples, and the means. Returns the rest of the text; NULL: the end.
static const char *read_known(const char *text, struct known_means *known)
{
    int length = 0;
    if (sscanf(text, "%63s %lf %d%n", known->scene, &known->time, &known->samples, &length) < 3)
        return NULL;
    text += length;
    for (int i = 0; i < 3 * KNOWN_CELLS; i++) {
        char *end;
        known->means[i / 3][i % 3] = strtof(text, &end);
        text = end;
    }
    return text;
}

static void try_known(struct renderer *renderer, const struct known_means *known,
                      struct finding *finding)
{
    static const int size[2] = { KNOWN_COLUMNS * KNOWN_SIDE, KNOWN_ROWS * KNOWN_SIDE };
    static const double relative = 0.005, absolute = 0.001;
    struct scene_choice choice;
    struct image image;
    struct error error;
    double worst = 0;
    scene_parse(&choice, known->scene, &error);
    if (!draw(renderer, &choice, known->time, known->samples, 1, size, &image, &error)) {
        add(finding, &choice, known->time, INFINITY, error.text);
        return;
    }
    for (int i = 0; i < 3 * KNOWN_CELLS; i++) {
        const int cell = i / 3;
        const int left = cell % KNOWN_COLUMNS * KNOWN_SIDE, top = cell / KNOWN_COLUMNS * KNOWN_SIDE;
        const double mean = (double) known->means[cell][i % 3];
        double sum = 0;
        for (int y = top; y < top + KNOWN_SIDE; y++)
            for (int x = left; x < left + KNOWN_SIDE; x++)
                sum += image_at(&image, x, y)[i % 3];
        worst = fmax(worst,
                     fabs(sum / (KNOWN_SIDE * KNOWN_SIDE) - mean) / (absolute + relative * mean));
    }
    add(finding, &choice, known->time, worst, "a part of the picture has another mean");
    image_finish(&image);
}

// ---- pictures of another size

// Resizes one axis with a tent as wide as the larger of the two texel sizes.
static void resize_axis(const struct image *from, struct image *to, bool down)
{
    const int count = down ? from->height : from->width, length = down ? to->height : to->width;
    const double scale = (double) count / length, reach = fmax(scale, 1);
    for (int n = 0; n < to->width * to->height; n++) {
        const int x = n % to->width, y = n / to->width;
        const double centre = ((down ? y : x) + 0.5) * scale - 0.5;
        double sum[4] = { 0 }, weights = 0;
        for (int i = (int) floor(centre - reach); i <= (int) ceil(centre + reach); i++) {
            const double weight = fmax(1 - fabs(i - centre) / reach, 0);
            const int at = i < 0 ? 0 : i < count ? i : count - 1;
            const double *texel = image_at(from, down ? x : at, down ? at : y);
            for (int c = 0; c < 4; c++)
                sum[c] += weight * texel[c];
            weights += weight;
        }
        for (int c = 0; c < 4; c++)
            image_at(to, x, y)[c] = sum[c] / weights;
    }
}

static void resize(const struct image *from, const int size[2], struct image *to)
{
    struct image rows;
    image_init(&rows, size[0], from->height, IMAGE_TYPE_F64);
    image_init(to, size[0], size[1], IMAGE_TYPE_F64);
    resize_axis(from, &rows, false);
    resize_axis(&rows, to, true);
    image_finish(&rows);
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

static void try_file(struct renderer *renderer, const char *path, struct finding *finding)
{
    // The first is the size of the file.
    static const int sizes[][2] = { { 61, 38 }, { WIDTH, HEIGHT }, { 23, 17 } };
    static const int whites[] = { 1, 8 };
    struct image file, got, light, expected;
    struct scene_choice choice;
    struct error error;
    char text[PARAM_TEXT_SIZE];
    uint64_t seed = 9;
    image_init(&file, sizes[0][0], sizes[0][1], IMAGE_TYPE_U8);
    for (size_t i = 0; i < image_bytes(&file); i++)
        ((uint8_t *) file.texels)[i] = (uint8_t) (256 * chance_share(&seed));
    bool is_there = image_write(&file, NULL, path, &error);
    for (int n = 0; n < 6 && is_there; n++) {
        const int *size = sizes[n / 2];
        snprintf(text, sizeof(text), "image:file=\"%s\":fit=stretch:light=%d", path, whites[n % 2]);
        is_there = scene_parse(&choice, text, &error) &&
                   draw(renderer, &choice, 0, 0, 1, size, &got, &error);
        if (!is_there)
            break;
        find_light(&file, whites[n % 2], &light);
        resize(&light, size, &expected);
        compare(&got, &expected, &choice, 0, finding);
        image_finish(&light);
        image_finish(&expected);
        image_finish(&got);
    }
    if (!is_there)
        log_fatal("%s", error.text);
    image_finish(&file);
    unlink(path);
}

// Compares --scene-scale 0.5 with the smaller picture, enlarged evenly.
static void try_scale(struct renderer *renderer, struct finding *finding)
{
    static const int size[2] = { 128, 66 };
    struct image got, small, expected;
    struct scene_choice choice;
    struct error error;
    if (!scene_parse(&choice, "zone_plate", &error) ||
        !draw(renderer, &choice, 0, 0, 0.5f, size, &got, &error))
        log_fatal("%s", error.text);
    reference_chart(&choice, 0, size[0] / 2, size[1] / 2, &small);
    resize(&small, size, &expected);
    compare(&got, &expected, &choice, 0, finding);
    image_finish(&small);
    image_finish(&expected);
    image_finish(&got);
}

// ---- all scenes

static const struct table_column columns[] = {
    { "scene", TABLE_WORDS },
    { "against", TABLE_WORDS },
    { "runs", 0 },
    { "most off, % of allowed", 1 },
    { 0 },
};

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
        for (const struct param *row = scene->params; row && row->key; row++)
            for (int i = 0; i < harness_values_count(row); i++) {
                struct scene_choice changed = choice;
                harness_values_set(row, changed.params, i);
                try_chart(renderer, &changed, &finding);
            }
        report_finding(report, scene->name, "arithmetic", &finding);
        return;
    }
    struct known_means known;
    const char *text = embedded_find("assets/known_means.txt")->text;
    while ((text = read_known(text, &known)))
        if (strncmp(known.scene, scene->name, strlen(scene->name)) == 0)
            try_known(renderer, &known, &finding);
    if (finding.runs > 0)
        report_finding(report, scene->name, "known means", &finding);
}

static void check_scenes(struct audit_report *report)
{
    for (int i = 0; scenes[i]; i++)
        if (!scenes[i]->read)
            check_scene(report, scenes[i]);
    const char *parent = getenv("TMPDIR");
    char folder[PARAM_TEXT_SIZE / 2], path[PARAM_TEXT_SIZE];
    snprintf(folder, sizeof(folder), "%s/halation-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder))
        log_fatal("cannot make the folder %s", folder);
    end_signal_remove_file(folder);
    struct finding of_file = { 0 }, of_scale = { 0 };
    snprintf(path, sizeof(path), "%s/picture.png", folder);
    try_file(report->renderer, path, &of_file);
    report_finding(report, "image", "arithmetic", &of_file);
    try_scale(report->renderer, &of_scale);
    report_finding(report, "--scene-scale", "arithmetic", &of_scale);
    rmdir(folder);
    end_signal_forget_file(folder);
}

const struct audit audit_scenes = {
    .name = "scenes",
    .summary = "pictures of scenes: charts compared with arithmetic, others with recorded means",
    .limits = "charts differ by at most a thousandth of their light, means by at most 0.5 %",
    .columns = columns,
    .refuses = { [AUDIT_CHAIN] = "it draws scenes alone",
                 [AUDIT_SCENE] = "it draws all that need no file",
                 [AUDIT_SIZE] = "its sizes are its own",
                 [AUDIT_FORMAT] = "scenes are drawn in floats" },
    .check = check_scenes,
};
