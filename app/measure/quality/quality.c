#define LOG_MODULE "quality"
#include "app/measure/quality/quality.h"

#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>
#include <string.h>

// ---- drawing

static struct plan_options options_of(const struct drawing *drawing, bool linear, int width,
                                      int height)
{
    return (struct plan_options){
        .width = width,
        .height = height,
        .format = drawing->format,
        .fuse = drawing->fuse,
        .linear = linear,
        .times = drawing->renderer->plan_options.times,
    };
}

bool drawing_run(const struct drawing *drawing, const struct chain *chain, bool linear,
                 const struct image *source, struct image *output, struct error *error)
{
    struct plan plan;
    struct renderer *renderer = drawing->renderer;
    const struct plan_options options = options_of(drawing, linear, source->width, source->height);
    if (!renderer_build_plan(renderer, &plan, chain, &options, error))
        return false;
    struct texture_pool *pool = &renderer->gpu.pool;
    struct texture *from =
        texture_pool_acquire(pool, source->width, source->height, drawing->format);
    struct texture *to = texture_pool_acquire(pool, source->width, source->height, FORMAT_RGBA32F);
    texture_upload(from, source);
    plan_run(&plan, NULL, &renderer->gpu, from, to, 0);
    texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
    return true;
}

// Runs the chain on a square black picture of `side` texels with a point of light 1 in each
// channel; the output is light. A point between texel centres is distributed to the texels around
// it.
static bool draw_points(const struct drawing *drawing, const struct chain *chain, int side,
                        const struct spread_place places[SPREAD_POINTS], struct image *output,
                        struct error *error)
{
    struct image source;
    image_init(&source, side, side, IMAGE_TYPE_F64);
    for (int i = 0; i < 4 * SPREAD_POINTS; i++) {
        const struct spread_place *place = &places[i / 4];
        const int x = (int) floor(place->x) + i % 2;
        const int y = (int) floor(place->y) + i / 2 % 2;
        const double share = (1 - fabs(place->x - x)) * (1 - fabs(place->y - y));
        if (share > 0)
            image_at(&source, x, y)[i / 4] += share;
    }
    const bool drawn = drawing_run(drawing, chain, true, &source, output, error);
    image_finish(&source);
    return drawn;
}

bool drawing_prepare_spread(const struct drawing *drawing, const struct chain *chain,
                            const struct spread *spread)
{
    const int side = spread_side(spread->reach);
    const struct plan_options options = options_of(drawing, true, side, side);
    return renderer_prepare_plan(drawing->renderer, chain, &options) == 0;
}

bool drawing_add_spread(const struct drawing *drawing, const struct chain *chain,
                        struct spread *spread, struct error *error)
{
    struct spread_place places[SPREAD_POINTS];
    struct image image;
    spread_places(spread->pictures, spread->reach, places);
    if (!draw_points(drawing, chain, spread_side(spread->reach), places, &image, error))
        return false;
    spread_add(spread, &image);
    image_finish(&image);
    return true;
}

void drawing_scene(struct renderer *renderer, double time, int width, int height,
                   struct image *image)
{
    struct texture_pool *pool = &renderer->gpu.pool;
    struct texture *texture = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    scene_draw(&renderer->scene, renderer->scene_state, &renderer->gpu, time, renderer->samples,
               renderer->scene_scale, texture);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    texture_pool_end_frame(pool);
}

void drawing_other_scene(struct renderer *renderer, const char *name, double time, int width,
                         int height, struct image *image)
{
    const struct scene_choice own = renderer->scene;
    struct scene_choice other;
    struct error error;
    if (!scene_parse(&other, name, &error) || !renderer_set_scene(renderer, &other, &error))
        log_fatal("%s: %s", name, error.text); // a fault of the caller
    drawing_scene(renderer, time, width, height, image);
    if (!renderer_set_scene(renderer, &own, &error))
        log_fatal("%s", error.text); // a file was removed
}

void drawing_round(struct gpu *gpu, enum texture_format format, const struct image *from,
                   struct image *to)
{
    struct texture *texture = texture_pool_acquire(&gpu->pool, from->width, from->height, format);
    texture_upload(texture, from);
    texture_read(texture, IMAGE_TYPE_F64, to);
    texture_pool_release(&gpu->pool, texture);
}

void drawing_settle(struct chain *chain, int height)
{
    for (int i = 0; i < chain->count; i++) {
        struct chain_step *step = &chain->steps[i];
        param_for_each(row, step->effect->params) {
            struct length *length = param_field(row, step->params);
            if (row->type == PARAM_TYPE_LENGTH)
                *length = (struct length){ length_pixels(*length, height), 0 };
            else if (strcmp(row->key, "edge") == 0)
                param_set(row, step->params, 0, EDGE_CLAMP);
        }
    }
}

// ---- width

// Filters that decimate treat even and odd texels differently, so there is a point at each of 64
// positions of a grid: in each of four pictures, four per channel.
enum { GRID = 64, STRIPS = 4, POINTS = GRID / STRIPS };

// Pictures are one texel high or wide and border texels are repeated, so the profile of the blur is
// measured at little cost. Returns the texel of a point in one of them.
static int point_at(int spacing, int strip, int point)
{
    const int shift = strip * GRID / STRIPS - GRID / 2;
    return point / SPREAD_POINTS * spacing + spacing / 2 + shift + point % SPREAD_POINTS;
}

bool width_moments(const struct drawing *drawing, const struct chain *chain, double sigma,
                   bool down, struct metrics_moments *moments, struct error *error)
{
    const int spacing = GRID * (int) ceil((14 * sigma + 2 * GRID) / GRID) + SPREAD_POINTS;
    const int length = POINTS / SPREAD_POINTS * spacing;
    struct image profile; // the mean along one axis, in a row of texels
    bool drawn = true;
    image_init(&profile, spacing - GRID, 1, IMAGE_TYPE_F64);
    for (int strip = 0; strip < STRIPS; strip++) {
        struct image source, output;
        image_init(&source, down ? 1 : length, down ? length : 1, IMAGE_TYPE_F64);
        double *lit = source.texels;
        for (int i = 0; i < POINTS; i++)
            lit[4 * point_at(spacing, strip, i) + i % SPREAD_POINTS] = 1;
        drawn = drawing_run(drawing, chain, true, &source, &output, error);
        image_finish(&source);
        if (!drawn)
            break;
        for (int i = 0; i < POINTS; i++) {
            const int first = point_at(spacing, strip, i) - profile.width / 2;
            const double *around = (double *) output.texels + 4 * first + i % SPREAD_POINTS;
            for (int x = 0; x < profile.width; x++)
                image_at(&profile, x, 0)[0] += around[4 * x] / GRID;
        }
        image_finish(&output);
    }
    *moments = metrics_moments(&profile);
    image_finish(&profile);
    return drawn;
}

// ---- shimmer

// The point moves along the diagonal by 5/8 px per frame, 40 px in all: more than the width of the
// coarsest level, and through each eighth of a pixel.
enum { FRAMES = 64, PICTURES = FRAMES / SPREAD_POINTS, WAY = 40 };

static const double frame_step = (double) WAY / FRAMES;

bool shimmer_motion(const struct drawing *drawing, const struct chain *chain, double sigma,
                    struct metrics_motion *motion, struct error *error)
{
    struct metrics_motion_sum sum = { .count = 0 };
    const int reach = (int) ceil(2.5 * sigma);
    const int margin = 2 * reach + 2;
    bool drawn = true;
    for (int picture = 0; picture < PICTURES && drawn; picture++) {
        struct spread_place places[SPREAD_POINTS]; // of the next frames, one per channel
        struct image image;
        for (int i = 0; i < SPREAD_POINTS; i++)
            places[i].x = places[i].y = margin + (picture * SPREAD_POINTS + i) * frame_step;
        drawn = end_signal_received()
                    ? error_set(error, "interrupted")
                    : draw_points(drawing, chain, 2 * margin + WAY, places, &image, error);
        for (int i = 0; i < SPREAD_POINTS && drawn; i++) {
            // The frame is copied from its channel and moved back, so that its point is in the
            // middle.
            const double left = floor(places[i].x);
            const double top = floor(places[i].y);
            struct image part, frame;
            image_init(&part, 2 * reach + 2, 2 * reach + 2, IMAGE_TYPE_F64);
            for (int y = 0; y < part.height; y++)
                for (int x = 0; x < part.width; x++)
                    image_at(&part, x, y)[0] =
                        image_at(&image, (int) left - reach + x, (int) top - reach + y)[i];
            metrics_move(&part, left - places[i].x, top - places[i].y, &frame);
            metrics_motion_add(&sum, &frame);
            image_finish(&part);
            image_finish(&frame);
        }
        if (drawn)
            image_finish(&image);
    }
    if (sum.count > 0)
        *motion = metrics_motion_end(&sum);
    return drawn;
}

// ---- quality

const char *const quality_scenes[QUALITY_SCENES] = { "icosahedra", "harbour", "firefly" };

int quality_height(int height, double sigma)
{
    enum { MIN_HEIGHT = 360, SIGMAS_HIGH = 12 };
    return (int) fmin(fmax(MIN_HEIGHT, ceil(SIGMAS_HIGH * sigma)), height);
}

void quality_exact_init(struct quality_exact *exact, const struct image *light, double sigma)
{
    exact->sigma = sigma;
    metrics_blur(light, sigma, &exact->image);
    metrics_encode_clipped(&exact->image);
}

void quality_exact_finish(struct quality_exact *exact)
{
    image_finish(&exact->image);
}

struct quality_nearness quality_nearness(struct image *light, const struct quality_exact *exact)
{
    metrics_encode_clipped(light);
    const struct metrics_difference difference = metrics_difference(light, &exact->image);
    return (struct quality_nearness){
        .decibels = metrics_psnr(&difference, 1),
        .similarity = metrics_similarity(light, &exact->image).ssim,
        .largest = difference.most,
    };
}

bool quality_has_room(enum texture_format format)
{
    return format == FORMAT_RGBA32F || format == FORMAT_RGBA16F;
}

// Returns the drawing with a format that can store the image of a point.
static struct drawing drawing_of_points(struct drawing drawing)
{
    if (!quality_has_room(drawing.format))
        drawing.format = FORMAT_RGBA32F;
    return drawing;
}

double quality_shimmer(const struct drawing *drawing, const struct chain *chain, double sigma)
{
    const struct drawing of_points = drawing_of_points(*drawing);
    struct metrics_motion motion;
    struct error error;
    return shimmer_motion(&of_points, chain, sigma, &motion, &error) ? motion.rms : NAN;
}

double quality_width(const struct drawing *drawing, const struct chain *chain, double sigma)
{
    const struct drawing of_points = drawing_of_points(*drawing);
    struct metrics_moments moments;
    struct error error;
    return width_moments(&of_points, chain, sigma, false, &moments, &error) ? moments.sigma_x : NAN;
}
