// Holds every scene that needs no file against what it should be: charts against arithmetic in
// double precision, with every choice and at both ends of every range, the others against means
// that were kept.

#include "app/audit/report/audit_values.h"
#include "app/audit/scenes/audits_of_scenes.h"
#include "app/audit/scenes/chart_reference.h"
#include "app/audit/scenes/known_means.h"

#include <math.h>
#include <stdio.h>
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

static double largest_of(const struct image *image)
{
    double most = 0;
    for (int i = 0; i < 4 * image->width * image->height; i++)
        most = fmax(most, ((const double *) image->texels)[i]);
    return most;
}

static void compare(const struct image *got, const struct image *expected,
                    const struct scene_choice *choice, double time, struct finding *finding)
{
    const double allowed = chart_tolerance * largest_of(expected);
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
        if (!chart_reference(choice, times[i], WIDTH, HEIGHT, &expected))
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

static void try_values(struct lab *lab, const struct scene_choice *base, const struct param *row,
                       struct finding *finding)
{
    for (int i = 0; i < audit_values_count(row); i++) {
        struct scene_choice choice = *base;
        audit_values_set(row, choice.params, i);
        try_chart(lab, &choice, finding);
    }
}

// ---- known means

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
            const double mean = known->means[cell][c];
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
    struct table *table = &report->table;
    table_words(table, "%s", scene->name);
    table_words(table, "%s", against);
    table_number(table, finding->runs);
    table_number(table, 100 * finding->worst);
    if (finding->first[0])
        audit_break(report, "%s", finding->first);
}

static void check_scene(struct lab *lab, struct audit_report *report, const struct scene *scene)
{
    struct finding finding = { 0 };
    struct scene_choice choice;
    struct error error;
    scene_parse(&choice, scene->name, &error);
    if (try_chart(lab, &choice, &finding)) {
        for (const struct param *row = scene->params; row && row->key; row++)
            try_values(lab, &choice, row, &finding);
        report_finding(report, scene, "arithmetic", &finding);
        return;
    }
    for (const struct known_means *known = known_means; known->scene; known++)
        if (strncmp(known->scene, scene->name, strlen(scene->name)) == 0)
            try_known(lab, known, &finding);
    if (finding.runs > 0)
        report_finding(report, scene, "known means", &finding);
}

static void check_scenes(struct lab *lab, struct audit_report *report)
{
    table_init(&report->table, columns);
    for (int i = 0; scenes[i]; i++)
        if (!scenes[i]->read)
            check_scene(lab, report, scenes[i]);
    snprintf(report->left_out, sizeof(report->left_out), "left out: scenes that read a file");
}

const struct audit audit_scenes = {
    .name = "scenes",
    .summary = "what scenes draw, charts against arithmetic, others against means that were kept",
    .promise = "charts are off by no more than a thousandth of their light, means by 0.5 %",
    .refuses = { [AUDIT_CHAIN] = "it draws scenes alone",
                 [AUDIT_SCENE] = "it draws all that need no file",
                 [AUDIT_SIZE] = "its sizes are its own",
                 [AUDIT_FORMAT] = "scenes are drawn in floats" },
    .check = check_scenes,
};
