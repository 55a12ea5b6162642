#include "app/audit/audit_tools.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void audit_break(struct audit_report *report, const char *format, ...)
{
    char text[sizeof(report->why)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fflush(stdout);
    fprintf(stderr, "halation: %s: %s\n", report->audit->name, text);
    if (report->broken++ == 0)
        memcpy(report->why, text, sizeof(text));
}

double audit_limit(const struct audit_report *report, const char *name)
{
    const struct audit_limit *limit = report->audit->limits;
    while (strcmp(limit->name, name) != 0)
        limit++;
    for (int i = report->options->limit_count - 1; i >= 0; i--)
        if (report->options->limits[i].name == limit->name)
            return report->options->limits[i].value;
    return limit->value;
}

enum texture_format audit_format(const struct audit_report *report)
{
    return report->options->format_given ? report->options->format : FORMAT_RGBA32F;
}

// ---- drawing

static void run_plan(struct gpu *gpu, const struct plan *plan, const struct image *source,
                     struct image *output)
{
    struct texture_pool *pool = &gpu->pool;
    const int width = source->width, height = source->height;
    struct texture *from = texture_pool_acquire(pool, width, height, plan->options.format);
    struct texture *to = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    texture_upload(from, source);
    plan_run(plan, gpu, from, to, 0);
    texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
}

bool audit_draw_chain(struct lab *lab, struct audit_report *report, const struct chain *chain,
                      bool linear, const struct image *source, struct image *output)
{
    struct plan plan;
    struct error error;
    const struct plan_options options = {
        .width = source->width,
        .height = source->height,
        .format = audit_format(report),
        .fuse = report->options->fuse,
        .linear = linear,
        .times = lab->plan_options.times,
    };
    if (lab_build_plan(lab, &plan, chain, &options, &error)) {
        run_plan(&lab->gpu, &plan, source, output);
        return true;
    }
    char text[AUDIT_CHAIN_SIZE];
    chain_print(chain, text, sizeof(text));
    audit_break(report, "%s: %s", text, error.text);
    return false;
}

static bool draw_text(struct lab *lab, struct audit_report *report, const char *text, bool linear,
                      const struct image *source, struct image *output)
{
    struct chain chain;
    struct error error;
    if (chain_parse(&chain, text, NULL, &error))
        return audit_draw_chain(lab, report, &chain, linear, source, output);
    audit_break(report, "%s: %s", text, error.text);
    return false;
}

bool audit_draw(struct lab *lab, struct audit_report *report, const char *chain,
                const struct image *source, struct image *output)
{
    return draw_text(lab, report, chain, true, source, output);
}

bool audit_draw_display(struct lab *lab, struct audit_report *report, const char *chain,
                        const struct image *source, struct image *output)
{
    return draw_text(lab, report, chain, false, source, output);
}

static void splat(struct image *image, const struct audit_place *place, int channel)
{
    const int left = (int) floor(place->x), top = (int) floor(place->y);
    const double right_share = place->x - left, bottom_share = place->y - top;
    for (int i = 0; i < 4; i++) {
        const double across = i % 2 ? right_share : 1 - right_share;
        const double down = i / 2 ? bottom_share : 1 - bottom_share;
        if (across * down > 0)
            image_at(image, left + i % 2, top + i / 2)[channel] += across * down;
    }
}

bool audit_draw_points(struct lab *lab, struct audit_report *report, const char *chain, int side,
                       const struct audit_place places[AUDIT_POINTS], struct image *output)
{
    struct image source;
    image_init(&source, side, side, IMAGE_TYPE_F64);
    for (int i = 0; i < AUDIT_POINTS; i++)
        splat(&source, &places[i], i);
    const bool drawn = audit_draw(lab, report, chain, &source, output);
    image_finish(&source);
    return drawn;
}

void audit_draw_lab_scene(struct lab *lab, double time, int width, int height, struct image *image)
{
    struct texture_pool *pool = &lab->gpu.pool;
    struct texture *texture = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, time, lab->samples, lab->scene_scale,
               texture);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    texture_pool_end_frame(pool);
}

bool audit_draw_scene(struct lab *lab, struct audit_report *report, const char *text, int width,
                      int height, struct image *image)
{
    const struct scene_choice before = lab->scene;
    struct scene_choice scene;
    struct error error;
    if (!scene_parse(&scene, text, &error) || !lab_set_scene(lab, &scene, &error)) {
        audit_break(report, "%s: %s", text, error.text);
        return false;
    }
    audit_draw_lab_scene(lab, 0, width, height, image);
    if (lab_set_scene(lab, &before, &error))
        return true;
    audit_break(report, "%s", error.text); // a file that went away
    image_finish(image);
    return false;
}

// ---- blurs

const struct effect *audit_blur(int i)
{
    for (const struct effect *const *effect = effects; *effect; effect++)
        if ((*effect)->blurs && i-- == 0)
            return *effect;
    return NULL;
}
