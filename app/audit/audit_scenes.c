// Holds every scene that needs no file against what it should be: charts against arithmetic in
// double precision, with every choice and at both ends of every range, the others against means
// that were kept.

#define LOG_MODULE "audit"
#include "app/audit/audit_report.h"
#include "effects/reference/reference.h"
#include "render/file/embedded.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A chart's edges and phases are floats, and a few texels lie on one.
static const double chart_tolerance = 1e-3; // of the largest value
enum { WIDTH = 129, HEIGHT = 67, STRAYS = 2 };

static const double times[] = { 0, 0.37, 5.3 };
enum { TIMES = sizeof(times) / sizeof(times[0]) };

struct finding {
    int runs;
    double worst;    // of what is allowed
    char first[256]; // the first that is further off
};

static bool draw(struct lab *lab, const struct scene_choice *choice, double time, int samples,
                 const int size[2], struct image *image, struct error *error)
{
    struct texture_pool *pool = &lab->gpu.pool;
    void *state;
    char text[PARAM_PRINTED_SIZE];
    scene_print(choice, text, sizeof(text));
    log_debug("drawing %s at %g s", text, time);
    if (!scene_create(choice, &lab->gpu, &state, error))
        return false;
    struct texture *texture = texture_pool_acquire(pool, size[0], size[1], FORMAT_RGBA32F);
    scene_draw(choice, state, &lab->gpu, time, samples, 1, texture);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    texture_pool_end_frame(pool);
    scene_destroy(choice->scene, &lab->gpu, state);
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

static bool try_chart(struct lab *lab, const struct scene_choice *choice, struct finding *finding)
{
    static const int size[2] = { WIDTH, HEIGHT };
    struct image got, expected;
    struct error error;
    for (int i = 0; i < (choice->scene->animated ? TIMES : 1); i++) {
        if (!reference_chart(choice, times[i], WIDTH, HEIGHT, &expected))
            return false;
        if (draw(lab, choice, times[i], 0, size, &got, &error)) {
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

// What scenes that no short reference draws looked like, in assets/known_means.txt: means of light
// over squares of the picture, row by row, red green blue.
enum {
    KNOWN_COLUMNS = 6,
    KNOWN_ROWS = 4,
    KNOWN_CELLS = KNOWN_COLUMNS * KNOWN_ROWS,
    KNOWN_SIDE = 16, // of a square, texels
};

struct known_means {
    char scene[64];
    double time;
    int samples;
    float means[KNOWN_CELLS][3];
};

// Reads a scene, its time and samples, and the means. Returns what follows; NULL: there is none.
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

static double mean_of(const struct image *image, int cell, int channel)
{
    const int left = cell % KNOWN_COLUMNS * KNOWN_SIDE, top = cell / KNOWN_COLUMNS * KNOWN_SIDE;
    double sum = 0;
    for (int y = top; y < top + KNOWN_SIDE; y++)
        for (int x = left; x < left + KNOWN_SIDE; x++)
            sum += image_at(image, x, y)[channel];
    return sum / (KNOWN_SIDE * KNOWN_SIDE);
}

static void try_known(struct lab *lab, const struct known_means *known, struct finding *finding)
{
    static const int size[2] = { KNOWN_COLUMNS * KNOWN_SIDE, KNOWN_ROWS * KNOWN_SIDE };
    static const double relative = 0.005, absolute = 0.001;
    struct scene_choice choice;
    struct image image;
    struct error error;
    double worst = 0;
    if (!scene_parse(&choice, known->scene, &error))
        return;
    if (!draw(lab, &choice, known->time, known->samples, size, &image, &error)) {
        add(finding, &choice, known->time, INFINITY, error.text);
        return;
    }
    for (int cell = 0; cell < KNOWN_CELLS; cell++)
        for (int c = 0; c < 3; c++) {
            const double mean = (double) known->means[cell][c];
            worst =
                fmax(worst, fabs(mean_of(&image, cell, c) - mean) / (absolute + relative * mean));
        }
    add(finding, &choice, known->time, worst, "a part of the picture has another mean");
    image_finish(&image);
}

// ---- all scenes

static const struct table_column columns[] = {
    { "scene", TABLE_WORDS },
    { "against", TABLE_WORDS },
    { "runs", 0 },
    { "most off, % of allowed", 1 },
    { 0 },
};

static void report_finding(struct audit_report *report, const struct scene *scene,
                           const char *against, const struct finding *finding)
{
    table_words(&report->table, "%s", scene->name);
    table_words(&report->table, "%s", against);
    table_numbers(&report->table, finding->runs, 100 * finding->worst);
    if (finding->first[0])
        audit_break(report, "%s", finding->first);
}

static void check_scene(struct audit_report *report, const struct scene *scene)
{
    struct lab *lab = report->lab;
    struct finding finding = { 0 };
    struct scene_choice choice;
    struct error error;
    scene_parse(&choice, scene->name, &error);
    if (try_chart(lab, &choice, &finding)) {
        for (const struct param *row = scene->params; row && row->key; row++)
            for (int i = 0; i < harness_values_count(row); i++) {
                struct scene_choice changed = choice;
                harness_values_set(row, changed.params, i);
                try_chart(lab, &changed, &finding);
            }
        report_finding(report, scene, "arithmetic", &finding);
        return;
    }
    struct known_means known;
    const char *text = embedded_find("assets/known_means.txt")->text;
    while ((text = read_known(text, &known)))
        if (strncmp(known.scene, scene->name, strlen(scene->name)) == 0)
            try_known(lab, &known, &finding);
    if (finding.runs > 0)
        report_finding(report, scene, "known means", &finding);
}

static void check_scenes(struct audit_report *report)
{
    for (int i = 0; scenes[i]; i++)
        if (!scenes[i]->read)
            check_scene(report, scenes[i]);
    snprintf(report->left_out, sizeof(report->left_out), "left out: scenes that read a file");
}

const struct audit audit_scenes = {
    .name = "scenes",
    .summary = "what scenes draw, charts against arithmetic, others against means that were kept",
    .promise = "charts are off by no more than a thousandth of their light, means by 0.5 %",
    .columns = columns,
    .refuses = { [AUDIT_CHAIN] = "it draws scenes alone",
                 [AUDIT_SCENE] = "it draws all that need no file",
                 [AUDIT_SIZE] = "its sizes are its own",
                 [AUDIT_FORMAT] = "scenes are drawn in floats" },
    .check = check_scenes,
};
