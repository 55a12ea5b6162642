// Two audits of the chain and scene of the command line, from the outputs of all passes.
// `precision` runs the chain with each format of the images between the steps, and compares with
// RGBA32F. `nan` finds the first step and pass that outputs a value that is not finite, and the
// texel.

#include "app/audit/audit.h"
#include "app/measure/pass_stats.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the passes of a frame

// The output of one pass.
struct pass_output {
    char path[PASS_PATH_SIZE];
    int width, height;
    double least, most; // of the finite values
    int bad;            // number of texels with a value that is not finite
    int x, y, channel;  // of the first such texel
    double value;
};

struct study {
    struct audit_report *report;
    struct renderer *renderer;
    double time; // of the scene
    enum texture_format format;
    struct plan plan;
    struct texture *source, *output; // borrowed from the pool
    struct pass_stats passes;
    int output_count;                                 // up to the first pass with such a texel
    struct pass_output outputs[GPU_TIMER_MAX_SCOPES]; // the first is the scene
};

static void draw_source(struct study *study)
{
    struct renderer *renderer = study->renderer;
    scene_draw(&renderer->scene, renderer->scene_state, &renderer->gpu, study->time,
               renderer->samples, renderer->scene_scale, study->source);
}

static struct study *open_study(struct audit_report *report, enum texture_format format)
{
    struct study *study = memory_new(1, sizeof(*study));
    struct texture_pool *pool = &report->renderer->gpu.pool;
    const struct plan_options *size = &report->renderer->plan_options;
    study->report = report;
    study->renderer = report->renderer;
    study->time = report->draw->time;
    study->format = format;
    study->source = texture_pool_acquire(pool, size->width, size->height, format);
    study->output = texture_pool_acquire(pool, size->width, size->height, FORMAT_RGBA32F);
    draw_source(study);
    return study;
}

static void close_study(struct study *study)
{
    struct gpu *gpu = &study->renderer->gpu;
    gpu_reset_snapshot(gpu, "");
    texture_pool_release(&gpu->pool, study->source);
    texture_pool_release(&gpu->pool, study->output);
    texture_pool_end_frame(&gpu->pool);
    pass_stats_finish(&study->passes);
    free(study);
}

static void draw(struct study *study)
{
    struct gpu *gpu = &study->renderer->gpu;
    gpu_begin_frame(gpu, "frame");
    plan_run(&study->plan, NULL, gpu, study->source, study->output, 0);
    gpu_timer_end_frame(&gpu->timer);
}

// Builds the plan of the chain, and draws it. If it does not fit, counts a failure and returns
// false.
static bool build(struct study *study, bool linear)
{
    struct renderer *renderer = study->renderer;
    struct plan_options options = renderer->plan_options;
    struct error error;
    options.format = study->format;
    options.linear = linear;
    if (!renderer_build_plan(renderer, &study->plan, &renderer->side.chain, &options, &error)) {
        audit_fail(study->report, "%s: %s", texture_format_name(study->format), error.text);
        return false;
    }
    while (gpu_timer_collect(&renderer->gpu.timer, true))
        continue;
    draw(study);
    pass_stats_finish(&study->passes);
    pass_stats_init(&study->passes, 1);
    pass_stats_add(&study->passes, gpu_timer_collect(&renderer->gpu.timer, true));
    return true;
}

// ---- values that are not finite

static void look_at(const struct texture *texture, struct pass_output *output)
{
    struct image image;
    int last = -1; // the last texel that was counted
    texture_read(texture, IMAGE_TYPE_F64, &image);
    output->width = image.width;
    output->height = image.height;
    for (int i = 0; i < 4 * image.width * image.height; i++) {
        const double value = ((const double *) image.texels)[i];
        const int texel = i / 4;
        if (isfinite(value)) {
            output->least = fmin(output->least, value);
            output->most = fmax(output->most, value);
            continue;
        }
        if (output->bad == 0) {
            output->x = texel % image.width;
            output->y = texel / image.width;
            output->channel = i % 4;
            output->value = value;
        }
        output->bad += texel != last;
        last = texel;
    }
    image_finish(&image);
}

// Reads the outputs of the scene and of the passes up to the first with a value that is not finite,
// each in a frame of its own. A pass that did not run has no values.
static bool find_bad(struct study *study)
{
    struct gpu *gpu = &study->renderer->gpu;
    bool is_found = false;
    draw_source(study);
    study->output_count = 0;
    for (int i = 0; i < study->passes.count && !is_found; i++) {
        const struct pass_place *place = &study->passes.scopes[i].place;
        struct pass_output *output = &study->outputs[study->output_count];
        if (i > 0 && !pass_stats_is_innermost(&study->passes, i))
            continue;
        study->output_count++;
        *output = (struct pass_output){ .least = NAN, .most = NAN };
        strcpy(output->path, i > 0 ? place->path : "scene");
        if (i > 0) {
            gpu_select_snapshot(gpu, place->path, place->number);
            draw(study);
        }
        if (i == 0 || gpu->snapshot.seen)
            look_at(i > 0 ? &gpu->snapshot.texture : study->source, output);
        is_found = output->bad > 0;
    }
    return is_found;
}

// Searches every frame of numbered files, and then returns the scene to the first frame. Other
// scenes are searched at several times from the study's time on, which are not a whole number of
// frames apart, since a rare fault may need a facet at one position. Returns true if a value is not
// finite; the study then has its time and pass.
static bool search(struct study *study)
{
    enum { MOMENTS = 6, QUICK_MOMENTS = 2 };
    static const double moments_apart = 1.6180339887;
    struct audit_report *report = study->report;
    const int footage = report->footage->count;
    int moments = report->options->quick ? QUICK_MOMENTS : MOMENTS;
    if (footage > 0)
        moments = footage;
    else if (!study->renderer->scene.scene->animated)
        moments = 1;
    const double begin = study->time;
    bool is_found = false, is_there = true;
    for (int i = 0; i < moments && is_there && !is_found; i++) {
        if (footage > 0)
            is_there = audit_show_footage(report, i);
        else
            study->time = begin + i * moments_apart;
        is_found = is_there && find_bad(study);
    }
    if (footage > 0)
        audit_show_footage(report, 0);
    return is_found;
}

// ---- precision

struct outcome {
    struct image light, picture;     // the last images that are light and display values
    char not_finite[PASS_PATH_SIZE]; // the first such pass; "": none
    double not_finite_time;
};

static bool run_format(struct audit_report *report, enum texture_format format,
                       struct outcome *outcome)
{
    struct study *study = open_study(report, format);
    bool done = build(study, true);
    if (done) {
        texture_read(study->output, IMAGE_TYPE_F64, &outcome->light);
        done = build(study, false);
    }
    if (done) {
        texture_read(study->output, IMAGE_TYPE_F64, &outcome->picture);
        if (search(study)) {
            strcpy(outcome->not_finite, study->outputs[study->output_count - 1].path);
            outcome->not_finite_time = study->time;
        }
    }
    close_study(study);
    return done;
}

// The reference, rgba32f, is always drawn.
static void check_precision(struct audit_report *report)
{
    const struct draw_options *request = report->draw;
    struct outcome outcomes[HARNESS_FORMATS] = { 0 };
    for (int i = 0; i < HARNESS_FORMATS; i++) {
        if (i > 0 && request->format_given && request->format != harness_formats[i])
            continue;
        if (!run_format(report, harness_formats[i], &outcomes[i]))
            break;
        const struct outcome *outcome = &outcomes[i], *exact = &outcomes[0];
        const char *name = texture_format_name(harness_formats[i]), *bad = outcome->not_finite;
        const struct metrics_difference light = metrics_difference(&outcome->light, &exact->light);
        const struct metrics_difference picture =
            metrics_difference(&outcome->picture, &exact->picture);
        const double mean = 255 * picture.mean;
        table_words(&report->table, "%s", name);
        table_numbers(&report->table, light.mean, light.most, mean, 255 * picture.most);
        table_words(&report->table, "%s", bad[0] ? bad : "none");
        if (bad[0])
            audit_fail(report, "in %s, '%s' writes values that are not finite, at %.2f s", name,
                       bad, outcome->not_finite_time);
        if (!(mean <= report->limits->precision_mean))
            audit_fail(report, "in %s the picture differs by %.4f of 255 on average", name, mean);
    }
    for (int i = 0; i < HARNESS_FORMATS; i++) {
        image_finish(&outcomes[i].light);
        image_finish(&outcomes[i].picture);
    }
}

const struct audit audit_precision = {
    .name = "precision",
    .summary = "the chain with intermediate images in each format, compared with rgba32f",
    .limits = "the scene, at several moments, and every pass have finite values",
    .columns =
        (const struct table_column[]){
            { "format", TABLE_WORDS },
            { "light, mean", 6 },
            { "light, largest", 4 },
            { "picture, mean", 4 }, // of 255
            { "picture, largest", 1 },
            { "not finite", TABLE_WORDS }, // the first such pass
            { 0 },
        },
    .check = check_precision,
};

// ---- nan

static void check_nan(struct audit_report *report)
{
    struct table *table = &report->table;
    struct study *study = open_study(report, report->renderer->plan_options.format);
    if (build(study, false)) {
        search(study);
        for (int i = 0; i < study->output_count; i++) {
            const struct pass_output *output = &study->outputs[i];
            table_words(table, "%s", output->path);
            table_words(table, "%dx%d", output->width, output->height);
            table_numbers(table, output->least, output->most, output->bad);
            if (output->bad == 0) {
                table_words(table, "none");
                continue;
            }
            table_words(table, "%d, %d", output->x, output->y);
            audit_fail(report,
                       "in %s, '%s' is the first that writes %s, in %s at %d, %d, at %.2f s",
                       texture_format_name(study->format), output->path,
                       isnan(output->value) ? "NaN"
                       : output->value > 0  ? "infinity"
                                            : "-infinity",
                       image_channels[output->channel], output->x, output->y, study->time);
        }
    }
    close_study(study);
}

const struct audit audit_nan = {
    .name = "nan",
    .summary =
        "values of the scene and of every pass of the chain, up to the first that is not finite",
    .limits = "at several moments, or in every frame of footage, all values are finite",
    .columns =
        (const struct table_column[]){
            { "pass", TABLE_WORDS },
            { "size", TABLE_WORDS },
            { "least", 4 },
            { "most", 4 },
            { "not finite texels", 0 },
            { "first at", TABLE_WORDS },
            { 0 },
        },
    .check = check_nan,
};
