// Runs the chain and scene of the command line with the images between the steps in each format,
// and compares with the same in RGBA32F.

#include "app/audit/audits.h"
#include "app/metrics/metrics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                               FORMAT_R11F_G11F_B10F, FORMAT_RGBA8 };

enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

enum { PATH_SIZE = GPU_SCOPE_NAME_SIZE * 2, MAX_PASSES = GPU_TIMER_MAX_SCOPES };

// A chain made ready in one format.
struct study {
    struct lab *lab;
    double time;
    struct plan plan;
    struct texture *source, *output;
    int pass_count;
    char passes[MAX_PASSES][PATH_SIZE]; // as gpu_set_watch wants them
};

static void draw_source(struct study *study)
{
    struct lab *lab = study->lab;
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, study->time, lab->samples,
               lab->scene_scale, study->source);
}

static void draw_study(struct study *study)
{
    struct lab *lab = study->lab;
    gpu_begin_frame(&lab->gpu, "frame");
    plan_run(&study->plan, &lab->gpu, study->source, study->output, 0);
    gpu_timer_end_frame(&lab->gpu.timer);
}

// ---- the passes of a frame

static void append_scope(char path[PATH_SIZE], const char *name)
{
    const size_t length = strlen(path);
    snprintf(path + length, PATH_SIZE - length, "%s%s", length > 0 ? "/" : "", name);
}

static void find_passes(struct study *study, const struct gpu_frame *frame)
{
    const char *open[GPU_TIMER_MAX_DEPTH + 1];
    study->pass_count = 0;
    for (int i = 1; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        const bool is_leaf = i + 1 == frame->count || scope[1].depth <= scope->depth;
        open[scope->depth] = scope->name;
        if (!is_leaf)
            continue;
        char *path = study->passes[study->pass_count++];
        path[0] = '\0';
        for (int depth = 1; depth <= scope->depth; depth++)
            append_scope(path, open[depth]);
    }
}

// Returns which of the passes with the same path it is, from 1.
static int number_of(const struct study *study, int pass)
{
    int number = 1;
    for (int i = 0; i < pass; i++)
        number += strcmp(study->passes[i], study->passes[pass]) == 0;
    return number;
}

static bool is_finite(const struct texture *texture)
{
    struct image image;
    bool finite = true;
    texture_read(texture, IMAGE_TYPE_F32, &image);
    const float *values = image.texels;
    const size_t count = 4 * (size_t) image.width * (size_t) image.height;
    for (size_t i = 0; i < count && finite; i++)
        finite = isfinite(values[i]);
    image_finish(&image);
    return finite;
}

// Names the first of the scene and its passes that puts out a value that is not finite, or NULL.
static const char *find_not_finite(struct study *study)
{
    struct gpu *gpu = &study->lab->gpu;
    const char *found = is_finite(study->source) ? NULL : "scene";
    for (int i = 0; i < study->pass_count && !found; i++) {
        gpu_set_watch(gpu, study->passes[i]);
        gpu->watch.number = number_of(study, i);
        draw_study(study);
        if (gpu->watch.seen && !is_finite(&gpu->watch.texture))
            found = study->passes[i];
    }
    gpu_set_watch(gpu, "");
    return found;
}

// ---- one format

// A rare fault of an animation, such as a value that one facet gives in one position, needs a look
// at several moments, no whole number of frames apart.
enum { MOMENTS = 6 };
static const double moments_apart = 1.6180339887;

struct outcome {
    struct image light, picture; // what the chain puts out last as light, and as display values
    char not_finite[PATH_SIZE];  // the first such pass; "" for none
    double not_finite_time;
};

static void find_moment(struct study *study, double begin, struct outcome *outcome)
{
    const int moments = study->lab->scene.scene->animated ? MOMENTS : 1;
    const char *pass = NULL;
    for (int i = 0; i < moments && !pass; i++) {
        study->time = begin + i * moments_apart;
        if (i > 0)
            draw_source(study);
        pass = find_not_finite(study);
    }
    snprintf(outcome->not_finite, PATH_SIZE, "%s", pass ? pass : "");
    outcome->not_finite_time = study->time;
    study->time = begin;
}

static bool build_chain(struct study *study, enum texture_format format, bool linear,
                        struct audit_report *report)
{
    struct lab *lab = study->lab;
    struct plan_options options = lab->plan_options;
    struct error error;
    options.format = format;
    options.linear = linear;
    if (lab_build_plan(lab, &study->plan, &lab->side.chain, &options, &error))
        return true;
    audit_break(report, "%s: %s", texture_format_name(format), error.text);
    return false;
}

static bool draw_both(struct study *study, enum texture_format format, struct audit_report *report,
                      struct outcome *outcome)
{
    struct gpu_timer *timer = &study->lab->gpu.timer;
    if (!build_chain(study, format, true, report))
        return false;
    draw_source(study);
    draw_study(study);
    texture_read(study->output, IMAGE_TYPE_F64, &outcome->light);
    if (!build_chain(study, format, false, report))
        return false;
    while (gpu_timer_collect(timer, true))
        continue;
    draw_study(study);
    texture_read(study->output, IMAGE_TYPE_F64, &outcome->picture);
    find_passes(study, gpu_timer_collect(timer, true));
    find_moment(study, study->time, outcome);
    return true;
}

static bool run_format(struct lab *lab, enum texture_format format, struct audit_report *report,
                       struct outcome *outcome)
{
    static struct study study;
    struct texture_pool *pool = &lab->gpu.pool;
    const int width = lab->plan_options.width, height = lab->plan_options.height;
    study.lab = lab;
    study.time = report->options->time;
    study.source = texture_pool_acquire(pool, width, height, format);
    study.output = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    const bool done = draw_both(&study, format, report, outcome);
    texture_pool_release(pool, study.source);
    texture_pool_release(pool, study.output);
    texture_pool_end_frame(pool);
    return done;
}

// ---- all of them

static const struct sheet_column columns[] = {
    { "format", SHEET_WORDS },
    { "light, mean", 6 },
    { "light, largest", 4 },
    { "picture, mean", 4 }, // of 255
    { "picture, largest", 1 },
    { "not finite", SHEET_WORDS }, // the first such pass
    { 0 },
};

static void report_format(struct audit_report *report, enum texture_format format,
                          const struct outcome *outcome, const struct outcome *exact)
{
    struct sheet *sheet = &report->sheet;
    const char *name = texture_format_name(format);
    const struct metrics_difference light = metrics_difference(&outcome->light, &exact->light);
    const struct metrics_difference picture =
        metrics_difference(&outcome->picture, &exact->picture);
    sheet_words(sheet, "%s", name);
    sheet_number(sheet, light.mean);
    sheet_number(sheet, light.most);
    sheet_number(sheet, 255 * picture.mean);
    sheet_number(sheet, 255 * picture.most);
    sheet_words(sheet, "%s", outcome->not_finite[0] ? outcome->not_finite : "none");
    if (outcome->not_finite[0])
        audit_break(report, "in %s, '%s' puts out values that are not finite, at %.2f s", name,
                    outcome->not_finite, outcome->not_finite_time);
}

static void finish_outcome(struct outcome *outcome)
{
    image_finish(&outcome->light);
    image_finish(&outcome->picture);
}

static void check_precision(struct lab *lab, struct audit_report *report)
{
    struct outcome exact = { .not_finite = "" };
    sheet_init(&report->sheet, columns);
    for (int i = 0; i < FORMATS; i++) {
        struct outcome outcome = { .not_finite = "" };
        const bool is_exact = formats[i] == FORMAT_RGBA32F;
        const bool done = run_format(lab, formats[i], report, is_exact ? &exact : &outcome);
        if (done)
            report_format(report, formats[i], is_exact ? &exact : &outcome, &exact);
        finish_outcome(&outcome);
        if (!done)
            break;
    }
    finish_outcome(&exact);
}

const struct audit audit_precision = {
    .name = "precision",
    .summary = "the chain with images between the steps in each format, against rgba32f",
    .promise = "the scene, at several moments, and every pass put out finite values",
    .check = check_precision,
};
