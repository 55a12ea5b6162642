#include "app/measure/quality/shimmer.h"

#include "render/file/end_signal.h"

#include <math.h>

// The point moves along the diagonal by 5/8 px at a time, 40 px in all: more than the coarsest
// level is wide, and through every eighth of a pixel.
enum { FRAMES = 64, PICTURES = FRAMES / DRAWING_POINTS, WAY = 40 };

static const double frame_step = (double) WAY / FRAMES;

static int reach_of_frame(double sigma)
{
    return (int) ceil(2.5 * sigma);
}

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
    bool drawn = true;
    for (int i = 0; i < PICTURES && drawn; i++)
        drawn = end_signal_came()
                    ? error_set(error, "interrupted")
                    : add_picture(drawing, chain, i, reach_of_frame(sigma), &sum, error);
    if (sum.count > 0)
        *motion = metrics_motion_end(&sum);
    return drawn;
}
