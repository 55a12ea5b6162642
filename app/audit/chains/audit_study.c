#include "app/audit/chains/audit_study.h"

#include "app/audit/report/footage.h"

#include <stdio.h>
#include <string.h>

void audit_study_open(struct audit_study *study, struct lab *lab, enum texture_format format,
                      double time)
{
    struct texture_pool *pool = &lab->gpu.pool;
    const int width = lab->plan_options.width, height = lab->plan_options.height;
    study->lab = lab;
    study->time = time;
    study->format = format;
    study->pass_count = 0;
    study->source = texture_pool_acquire(pool, width, height, format);
    study->output = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
}

void audit_study_close(struct audit_study *study)
{
    struct texture_pool *pool = &study->lab->gpu.pool;
    gpu_set_watch(&study->lab->gpu, "");
    texture_pool_release(pool, study->source);
    texture_pool_release(pool, study->output);
    texture_pool_end_frame(pool);
}

bool audit_study_build(struct audit_study *study, bool linear, struct audit_report *report)
{
    struct lab *lab = study->lab;
    struct plan_options options = lab->plan_options;
    struct error error;
    options.format = study->format;
    options.linear = linear;
    if (lab_build_plan(lab, &study->plan, &lab->side.chain, &options, &error))
        return true;
    audit_break(report, "%s: %s", texture_format_name(study->format), error.text);
    return false;
}

void audit_study_draw_source(struct audit_study *study)
{
    struct lab *lab = study->lab;
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, study->time, lab->samples,
               lab->scene_scale, study->source);
}

void audit_study_draw(struct audit_study *study)
{
    struct lab *lab = study->lab;
    gpu_begin_frame(&lab->gpu, "frame");
    plan_run(&study->plan, &lab->gpu, study->source, study->output, 0);
    gpu_timer_end_frame(&lab->gpu.timer);
}

// ---- the passes of a frame

static void append_scope(char path[AUDIT_PATH_SIZE], const char *name)
{
    const size_t length = strlen(path);
    snprintf(path + length, AUDIT_PATH_SIZE - length, "%s%s", length > 0 ? "/" : "", name);
}

static void name_passes(struct audit_study *study, const struct gpu_frame *frame)
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
static int number_of(const struct audit_study *study, int pass)
{
    int number = 1;
    for (int i = 0; i < pass; i++)
        number += strcmp(study->passes[i], study->passes[pass]) == 0;
    return number;
}

void audit_study_find_passes(struct audit_study *study)
{
    struct gpu_timer *timer = &study->lab->gpu.timer;
    while (gpu_timer_collect(timer, true))
        continue;
    audit_study_draw(study);
    name_passes(study, gpu_timer_collect(timer, true));
}

const struct texture *audit_study_look(struct audit_study *study, int pass)
{
    struct gpu *gpu = &study->lab->gpu;
    if (pass == AUDIT_SCENE_PASS)
        return study->source;
    gpu_set_watch(gpu, study->passes[pass]);
    gpu->watch.number = number_of(study, pass);
    audit_study_draw(study);
    return gpu->watch.seen ? &gpu->watch.texture : NULL;
}

const char *audit_study_pass_name(const struct audit_study *study, int pass)
{
    return pass == AUDIT_SCENE_PASS ? "scene" : study->passes[pass];
}

// ---- moments

// A rare fault of an animation, such as a value that one facet gives in one position, needs a look
// at several moments, no whole number of frames apart.
enum { MOMENTS = 6, QUICK_MOMENTS = 2 };
static const double moments_apart = 1.6180339887;

static bool search_footage(struct audit_study *study, struct audit_report *report,
                           bool (*check)(struct audit_study *study, void *with), void *with)
{
    for (int i = 0; i < report->footage->count; i++) {
        struct error error;
        if (!footage_show(report->footage, i, study->lab, &error)) {
            audit_break(report, "%s", error.text);
            return true;
        }
        audit_study_draw_source(study);
        if (check(study, with))
            return true;
    }
    return false;
}

// Leaves the scene where it was found: at the first frame of footage.
static bool search_and_go_back(struct audit_study *study, struct audit_report *report,
                               bool (*check)(struct audit_study *study, void *with), void *with)
{
    struct error error;
    const bool found = search_footage(study, report, check, with);
    if (!footage_show(report->footage, 0, study->lab, &error))
        audit_break(report, "%s", error.text);
    return found;
}

bool audit_study_search(struct audit_study *study, struct audit_report *report,
                        bool (*check)(struct audit_study *study, void *with), void *with)
{
    const int most = report->options->audit.quick ? QUICK_MOMENTS : MOMENTS;
    const int moments = study->lab->scene.scene->animated ? most : 1;
    const double begin = study->time;
    if (report->footage && report->footage->count > 0)
        return search_and_go_back(study, report, check, with);
    for (int i = 0; i < moments; i++) {
        study->time = begin + i * moments_apart;
        audit_study_draw_source(study);
        if (check(study, with))
            return true;
    }
    study->time = begin;
    return false;
}
