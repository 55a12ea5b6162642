#define LOG_MODULE "quality"
#include "app/measure/quality/quality.h"

#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- drawing

bool drawing_run(const struct drawing *drawing, const struct chain *chain, bool linear,
                 const struct image *source, struct image *output, struct error *error)
{
    struct plan plan;
    struct lab *lab = drawing->lab;
    const struct plan_options options = {
        .width = source->width,
        .height = source->height,
        .format = drawing->format,
        .fuse = drawing->fuse,
        .linear = linear,
        .times = lab->plan_options.times,
    };
    if (!lab_build_plan(lab, &plan, chain, &options, error))
        return false;
    struct texture_pool *pool = &lab->gpu.pool;
    struct texture *from =
        texture_pool_acquire(pool, source->width, source->height, drawing->format);
    struct texture *to = texture_pool_acquire(pool, source->width, source->height, FORMAT_RGBA32F);
    texture_upload(from, source);
    plan_run(&plan, &lab->gpu, from, to, 0);
    texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
    return true;
}

bool drawing_points(const struct drawing *drawing, const struct chain *chain, int side,
                    const struct drawing_place places[DRAWING_POINTS], struct image *output,
                    struct error *error)
{
    struct image source;
    image_init(&source, side, side, IMAGE_TYPE_F64);
    for (int i = 0; i < 4 * DRAWING_POINTS; i++) {
        const struct drawing_place *place = &places[i / 4];
        const int x = (int) floor(place->x) + i % 2, y = (int) floor(place->y) + i / 2 % 2;
        const double share = (1 - fabs(place->x - x)) * (1 - fabs(place->y - y));
        if (share > 0)
            image_at(&source, x, y)[i / 4] += share;
    }
    const bool drawn = drawing_run(drawing, chain, true, &source, output, error);
    image_finish(&source);
    return drawn;
}

void drawing_scene(struct lab *lab, double time, int width, int height, struct image *image)
{
    struct texture_pool *pool = &lab->gpu.pool;
    struct texture *texture = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, time, lab->samples, lab->scene_scale,
               texture);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    texture_pool_end_frame(pool);
}

void drawing_other_scene(struct lab *lab, const char *name, double time, int width, int height,
                         struct image *image)
{
    const struct scene_choice own = lab->scene;
    struct scene_choice other;
    struct error error;
    if (!scene_parse(&other, name, &error) || !lab_set_scene(lab, &other, &error))
        log_fatal("%s: %s", name, error.text); // the caller is wrong
    drawing_scene(lab, time, width, height, image);
    if (!lab_set_scene(lab, &own, &error))
        log_fatal("%s", error.text); // a file that went away
}

void drawing_round(const struct drawing *drawing, const struct image *from, struct image *to)
{
    struct texture_pool *pool = &drawing->lab->gpu.pool;
    struct texture *texture =
        texture_pool_acquire(pool, from->width, from->height, drawing->format);
    texture_upload(texture, from);
    texture_read(texture, IMAGE_TYPE_F64, to);
    texture_pool_release(pool, texture);
}

void drawing_settle(struct chain *chain, int height)
{
    for (int i = 0; i < chain->count; i++)
        for (const struct param *row = chain->steps[i].effect->params; row && row->key; row++) {
            struct length *length = param_field(row, chain->steps[i].params);
            if (row->type == PARAM_TYPE_LENGTH)
                *length = (struct length){ length_pixels(*length, height), 0 };
            else if (strcmp(row->key, "edge") == 0)
                param_set(row, chain->steps[i].params, 0, EDGE_CLAMP);
        }
}

// ---- width

// Filters that decimate treat even and odd texels differently, so a point stands in every place of
// a grid of 64 texels in turn, four a channel in each of four pictures.
enum { GRID = 64, STRIPS = 4, POINTS = GRID / STRIPS };

// Pictures are one texel high or wide: border texels go on forever, so this measures the profile of
// the blur at little cost. Returns the texel of a point in one of them.
static int point_at(int spacing, int strip, int point)
{
    const int shift = strip * GRID / STRIPS - GRID / 2;
    return point / DRAWING_POINTS * spacing + spacing / 2 + shift + point % DRAWING_POINTS;
}

bool width_moments(const struct drawing *drawing, const struct chain *chain, double sigma,
                   bool down, struct metrics_moments *moments, struct error *error)
{
    const int spacing = GRID * (int) ceil((14 * sigma + 2 * GRID) / GRID) + DRAWING_POINTS;
    const int length = POINTS / DRAWING_POINTS * spacing;
    struct image profile; // the mean along one axis, in a row of texels
    bool drawn = true;
    image_init(&profile, spacing - GRID, 1, IMAGE_TYPE_F64);
    for (int strip = 0; strip < STRIPS; strip++) {
        struct image source, output;
        image_init(&source, down ? 1 : length, down ? length : 1, IMAGE_TYPE_F64);
        double *lit = source.texels;
        for (int i = 0; i < POINTS; i++)
            lit[4 * point_at(spacing, strip, i) + i % DRAWING_POINTS] = 1;
        drawn = drawing_run(drawing, chain, true, &source, &output, error);
        image_finish(&source);
        if (!drawn)
            break;
        for (int i = 0; i < POINTS; i++) {
            const int first = point_at(spacing, strip, i) - profile.width / 2;
            const double *around = (double *) output.texels + 4 * first + i % DRAWING_POINTS;
            for (int x = 0; x < profile.width; x++)
                image_at(&profile, x, 0)[0] += around[4 * x] / GRID;
        }
        image_finish(&output);
    }
    *moments = metrics_moments(&profile, profile.width / 2, 0);
    image_finish(&profile);
    return drawn;
}

bool width_is_by_hand(const struct chain_step *step, int height)
{
    static const char words[] = "sigma is";
    char remark[EFFECT_WHY_SIZE] = "";
    if (step->effect->remark)
        step->effect->remark(step->params, height, remark);
    return strncmp(remark, words, strlen(words)) == 0;
}

// ---- shimmer

// The point moves along the diagonal by 5/8 px at a time, 40 px in all: more than the coarsest
// level is wide, and through every eighth of a pixel.
enum { FRAMES = 64, PICTURES = FRAMES / DRAWING_POINTS, WAY = 40 };

static const double frame_step = (double) WAY / FRAMES;

// Takes a frame out of a channel and moves it back, so that the point stands in the middle.
static void register_frame(const struct image *image, int channel,
                           const struct drawing_place *place, int reach, struct image *frame)
{
    const int left = (int) floor(place->x) - reach, top = (int) floor(place->y) - reach;
    struct image part;
    image_init(&part, 2 * reach + 2, 2 * reach + 2, IMAGE_TYPE_F64);
    for (int y = 0; y < part.height; y++)
        for (int x = 0; x < part.width; x++)
            image_at(&part, x, y)[0] = image_at(image, left + x, top + y)[channel];
    metrics_move(&part, floor(place->x) - place->x, floor(place->y) - place->y, frame);
    image_finish(&part);
}

// Draws the next frames, one a channel.
static bool add_picture(const struct drawing *drawing, const struct chain *chain, int picture,
                        int reach, struct metrics_motion_sum *sum, struct error *error)
{
    const int margin = 2 * reach + 2;
    struct drawing_place places[DRAWING_POINTS];
    struct image image;
    for (int i = 0; i < DRAWING_POINTS; i++)
        places[i].x = places[i].y = margin + (picture * DRAWING_POINTS + i) * frame_step;
    if (!drawing_points(drawing, chain, 2 * margin + WAY, places, &image, error))
        return false;
    for (int i = 0; i < DRAWING_POINTS; i++) {
        struct image frame;
        register_frame(&image, i, &places[i], reach, &frame);
        metrics_motion_add(sum, &frame);
        image_finish(&frame);
    }
    image_finish(&image);
    return true;
}

bool shimmer_motion(const struct drawing *drawing, const struct chain *chain, double sigma,
                    struct metrics_motion *motion, struct error *error)
{
    struct metrics_motion_sum sum = { .count = 0 };
    const int reach = (int) ceil(2.5 * sigma);
    bool drawn = true;
    for (int i = 0; i < PICTURES && drawn; i++)
        drawn = end_signal_came() ? error_set(error, "interrupted")
                                  : add_picture(drawing, chain, i, reach, &sum, error);
    if (sum.count > 0)
        *motion = metrics_motion_end(&sum);
    return drawn;
}

// ---- quality

const char *const quality_scenes[QUALITY_SCENES] = { "icosahedra", "harbour", "firefly" };

int quality_height(int height, double sigma)
{
    enum { LEAST_HEIGHT = 360, SIGMAS_HIGH = 12 };
    return (int) fmin(fmax(LEAST_HEIGHT, ceil(SIGMAS_HIGH * sigma)), height);
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

struct quality quality_measure(const struct drawing *drawing, const struct chain *chain,
                               const struct image *light, const struct quality_exact *exact)
{
    struct quality quality = { { NAN, NAN, NAN }, NAN, NAN };
    struct drawing of_points = *drawing;
    struct image drawn;
    struct metrics_moments moments;
    struct metrics_motion motion;
    struct error error;
    if (!quality_has_room(drawing->format))
        of_points.format = FORMAT_RGBA32F;
    if (drawing_run(drawing, chain, true, light, &drawn, &error)) {
        quality.nearness = quality_nearness(&drawn, exact);
        image_finish(&drawn);
    }
    if (!end_signal_came() &&
        width_moments(&of_points, chain, exact->sigma, false, &moments, &error))
        quality.sigma = moments.sigma_x;
    if (shimmer_motion(&of_points, chain, exact->sigma, &motion, &error))
        quality.shimmer = motion.rms;
    return quality;
}

// ---- the image of a point

// A blur of three sigma and more puts little further out than six.
int spread_reach(double sigma)
{
    return (int) ceil(6 * sigma) + SPREAD_GRID / 2;
}

void spread_init(struct spread *spread, int reach)
{
    *spread = (struct spread){ .reach = reach };
    image_init(&spread->sum, 2 * reach + 1, 2 * reach + 1, IMAGE_TYPE_F64);
}

void spread_finish(struct spread *spread)
{
    image_finish(&spread->sum);
    *spread = (struct spread){ 0 };
}

int spread_side(int reach)
{
    return 2 * reach + 1 + SPREAD_GRID;
}

// With six bits reversed the places meet every pair of phases on a grid of 2x2, of 4x4 and of 8x8
// texels equally often, and every row and column of 16.
void spread_places(int picture, int reach, struct drawing_place places[DRAWING_POINTS])
{
    for (int i = 0; i < DRAWING_POINTS; i++) {
        const int n = picture * DRAWING_POINTS + i;
        int reversed = 0; // the order of six bits
        for (int bit = 0; bit < 6; bit++)
            reversed |= (n >> bit & 1) << (5 - bit);
        places[i].x = reach + n % SPREAD_GRID;
        places[i].y = reach + reversed % SPREAD_GRID;
    }
}

// Adds what lies around a place, from the texel (left, top) on.
static void add_around(const struct spread *spread, const struct image *picture, int channel,
                       int left, int top, double light)
{
    const int side = spread->sum.width;
    for (int y = 0; y < side; y++) {
        const size_t row = 4 * ((size_t) (top + y) * (size_t) picture->width + (size_t) left);
        const double *doubles = (const double *) picture->texels + row;
        const float *floats = (const float *) picture->texels + row;
        double *sum = image_at(&spread->sum, 0, y);
        if (picture->type == IMAGE_TYPE_F64)
            for (int x = 0; x < side; x++)
                sum[4 * x] += doubles[4 * x + channel] / light;
        else
            for (int x = 0; x < side; x++)
                sum[4 * x] += (double) floats[4 * x + channel] / light;
    }
}

void spread_add(struct spread *spread, const struct image *picture, double light)
{
    struct drawing_place places[DRAWING_POINTS];
    spread_places(spread->pictures++, spread->reach, places);
    for (int c = 0; c < DRAWING_POINTS; c++)
        add_around(spread, picture, c, (int) places[c].x - spread->reach,
                   (int) places[c].y - spread->reach, light);
}

void spread_mean(const struct spread *spread, struct image *mean)
{
    const int side = spread->sum.width, places = spread->pictures * DRAWING_POINTS;
    image_init(mean, side, side, IMAGE_TYPE_F64);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            image_at(mean, x, y)[0] = image_at(&spread->sum, x, y)[0] / places;
}

// ---- against a Gaussian

struct spread_profile spread_profile_of(const struct image *mean, double sigma)
{
    struct spread_profile profile;
    metrics_radial_profile(mean, mean->width / 2, mean->height / 2, sigma / SPREAD_RINGS_PER_SIGMA,
                           SPREAD_RINGS, profile.values);
    return profile;
}

struct spread_profile spread_profile_of_gaussian(int reach, double sigma)
{
    struct image ideal;
    image_init(&ideal, 2 * reach + 1, 2 * reach + 1, IMAGE_TYPE_F64);
    metrics_fill_gaussian(&ideal, reach, reach, sigma);
    const struct spread_profile profile = spread_profile_of(&ideal, sigma);
    image_finish(&ideal);
    return profile;
}

// A ring without texels says nothing.
double spread_worst(const struct spread_profile *profile, const struct spread_profile *ideal)
{
    double worst = 0;
    for (int i = 0; i < SPREAD_RINGS; i++)
        worst = fmax(worst, fabs(profile->values[i] - ideal->values[i]));
    return worst / ideal->values[0];
}

// ---- how far it reaches

// Within a ring the light counts as if it lay evenly from its inner to its outer edge.
double spread_radius(const struct image *mean, double share)
{
    const int middle = mean->width / 2, count = (int) ceil(1.5 * middle) + 2;
    double *rings = memory_new((size_t) count, sizeof(*rings)); // a texel wide
    double all = 0, within = 0, radius = 0;
    for (int y = 0; y < mean->height; y++)
        for (int x = 0; x < mean->width; x++) {
            const double dx = x - middle, dy = y - middle, light = image_at(mean, x, y)[0];
            rings[(int) (sqrt(dx * dx + dy * dy) + 0.5)] += light;
            all += light;
        }
    for (int i = 0; i < count; i++) {
        if (rings[i] > 0 && within + rings[i] >= share * all) {
            radius = fmax(i - 0.5 + (share * all - within) / rings[i], 0);
            break;
        }
        within += rings[i];
    }
    free(rings);
    return radius;
}
