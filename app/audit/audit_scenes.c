// Holds every scene that needs no file against what it should be: charts against arithmetic in
// double precision, with every choice and at both ends of every range, the others against means
// that were kept.

#include "app/audit/audit_report.h"

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

// ---- known means

// What scenes that no short reference draws looked like: means of light over squares of the
// picture, row by row, red green blue.
enum {
    KNOWN_COLUMNS = 6,
    KNOWN_ROWS = 4,
    KNOWN_CELLS = KNOWN_COLUMNS * KNOWN_ROWS,
    KNOWN_SIDE = 16, // of a square, texels
};

struct known_means {
    const char *scene;
    double time;
    int samples;
    float means[KNOWN_CELLS][3];
};

static const struct known_means
    known_means[] = {
        { "icosahedra:arrangement=grid",
          0,
          0,
          { { 0.02529f, 0.1186f, 0.1417f },  { 0.2156f, 0.2037f, 0.2232f },
            { 0.6854f, 0.5167f, 0.5244f },   { 0.2523f, 0.02704f, 0.03893f },
            { 0.1331f, 0.02068f, 0.09867f }, { 0.0159f, 0.01227f, 0.05628f },
            { 0.04517f, 0.2597f, 0.654f },   { 0.2741f, 0.1762f, 0.1752f },
            { 0.4354f, 0.3357f, 0.484f },    { 0.1307f, 0.02604f, 1.175f },
            { 1.197f, 0.4331f, 0.1266f },    { 0.03289f, 0.1879f, 0.1471f },
            { 0.03653f, 0.2823f, 0.7153f },  { 0.1937f, 0.191f, 0.2332f },
            { 0.0899f, 0.07962f, 0.1892f },  { 0.02159f, 0.02902f, 0.1041f },
            { 0.04286f, 0.2988f, 0.2146f },  { 0.01089f, 0.177f, 0.101f },
            { 0.04699f, 0.02461f, 0.1953f }, { 0.01495f, 0.1108f, 0.1267f },
            { 0.4516f, 0.01253f, 0.0556f },  { 0.1818f, 0.1419f, 0.149f },
            { 0.2007f, 0.1121f, 0.05784f },  { 0.1051f, 0.05033f, 0.01756f } } },
        { "icosahedra:background=pale:seed=3",
          2.5,
          4,
          { { 0.763f, 0.7387f, 0.7692f },  { 0.7705f, 0.5403f, 0.6327f },
            { 0.702f, 0.7503f, 0.8259f },  { 0.8182f, 0.7598f, 0.8207f },
            { 0.7712f, 0.762f, 0.8217f },  { 0.7662f, 0.8088f, 0.8762f },
            { 0.7103f, 0.7638f, 0.8916f }, { 0.6641f, 0.7093f, 0.7491f },
            { 0.7772f, 0.7335f, 0.7288f }, { 0.7067f, 0.6323f, 0.6721f },
            { 0.5783f, 0.5799f, 0.6131f }, { 0.7845f, 0.812f, 0.8543f },
            { 1.104f, 0.5627f, 0.6222f },  { 0.7773f, 0.7735f, 0.8012f },
            { 0.7179f, 0.487f, 0.5169f },  { 0.8961f, 0.8507f, 0.8559f },
            { 0.7341f, 0.7269f, 0.7429f }, { 0.4248f, 0.4135f, 0.4377f },
            { 0.8057f, 0.8165f, 1.008f },  { 0.2852f, 0.965f, 2.104f },
            { 0.3471f, 0.3957f, 0.6144f }, { 0.6549f, 0.6488f, 0.6924f },
            { 0.8117f, 0.7788f, 0.758f },  { 0.8418f, 0.8376f, 0.8557f } } },
        { "harbour", 0, 0, { { 0.04263f, 0.04526f, 0.06459f }, { 0.07329f, 0.07056f, 0.1045f },
                             { 0.09531f, 0.09394f, 0.1687f },  { 0.1027f, 0.09598f, 0.1665f },
                             { 0.1042f, 0.09632f, 0.166f },    { 0.2359f, 0.1029f, 0.06504f },
                             { 0.2136f, 0.1894f, 0.272f },     { 0.6932f, 0.5144f, 0.4191f },
                             { 0.3375f, 0.242f, 0.3021f },     { 0.4722f, 0.2828f, 0.2906f },
                             { 0.5034f, 0.3047f, 0.2894f },    { 1.381f, 0.7605f, 0.383f },
                             { 0.2669f, 0.1851f, 0.1534f },    { 0.2684f, 0.1737f, 0.1417f },
                             { 0.3798f, 0.2315f, 0.1708f },    { 3.019f, 1.693f, 0.7274f },
                             { 1.72f, 0.9597f, 0.4814f },      { 0.5653f, 0.3302f, 0.1649f },
                             { 0.07612f, 0.0648f, 0.08017f },  { 0.1424f, 0.1001f, 0.09109f },
                             { 0.1073f, 0.07816f, 0.08514f },  { 0.1153f, 0.07594f, 0.0797f },
                             { 0.1172f, 0.07549f, 0.07281f },  { 0.155f, 0.07169f, 0.04301f } } },
        { 0 },
    };

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
            for (int i = 0; i < audit_values_count(row); i++) {
                struct scene_choice changed = choice;
                audit_values_set(row, changed.params, i);
                try_chart(lab, &changed, &finding);
            }
        report_finding(report, scene, "arithmetic", &finding);
        return;
    }
    for (const struct known_means *known = known_means; known->scene; known++)
        if (strncmp(known->scene, scene->name, strlen(scene->name)) == 0)
            try_known(lab, known, &finding);
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
