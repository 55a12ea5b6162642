#include "app/lab/text/processors.h"
#include "app/measure/metrics/metrics.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

// Gives the weights of the four texels around a place that lies `share` behind the second.
static void cubic_weights(double share, double weights[4])
{
    const double a = -0.5;
    for (int i = 0; i < 4; i++) {
        const double x = fabs(i - 1 - share);
        if (x < 1)
            weights[i] = ((a + 2) * x - (a + 3)) * x * x + 1;
        else
            weights[i] = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
    }
}

static void sample(const struct image *image, double x, double y, double out[4])
{
    const int left = (int) floor(x), top = (int) floor(y);
    double across[4], down[4];
    cubic_weights(x - left, across);
    cubic_weights(y - top, down);
    for (int c = 0; c < 4; c++)
        out[c] = 0;
    for (int i = 0; i < 16; i++) {
        const double *texel = image_clamped(image, left - 1 + i % 4, top - 1 + i / 4);
        for (int c = 0; c < 4; c++)
            out[c] += across[i % 4] * down[i / 4] * texel[c];
    }
}

struct move {
    const struct image *from, *to;
    double x, y;
};

static void move_rows(void *data, int begin, int end)
{
    const struct move *move = data;
    for (int row = begin; row < end; row++)
        for (int column = 0; column < move->to->width; column++)
            sample(move->from, column - move->x, row - move->y, image_at(move->to, column, row));
}

void metrics_move(const struct image *from, double x, double y, struct image *to)
{
    struct move move = { from, to, x, y };
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    processors_share(to->height, move_rows, &move);
}

// ---- change

static double largest(const struct image *image)
{
    double most = -INFINITY;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            most = fmax(most, image_at(image, x, y)[0]);
    return most;
}

void metrics_motion_add(struct metrics_motion_sum *sum, const struct image *frame)
{
    const double peak = largest(frame);
    const bool is_first = sum->count++ == 0;
    if (is_first)
        image_init(&sum->sums, frame->width, frame->height, IMAGE_TYPE_F64);
    sum->low = is_first ? peak : fmin(sum->low, peak);
    sum->high = is_first ? peak : fmax(sum->high, peak);
    sum->peaks += peak;
    for (int y = 0; y < frame->height; y++)
        for (int x = 0; x < frame->width; x++) {
            const double value = image_at(frame, x, y)[0];
            double *sums = image_at(&sum->sums, x, y);
            sums[0] += value;
            sums[1] += value * value;
            sums[2] += is_first ? 0 : (value - sums[3]) * (value - sums[3]);
            sums[3] = value;
        }
}

struct metrics_motion metrics_motion_end(struct metrics_motion_sum *sum)
{
    double changes = 0, means = 0, squares = 0, steps = 0;
    assert(sum->count > 0);
    for (int y = 0; y < sum->sums.height; y++)
        for (int x = 0; x < sum->sums.width; x++) {
            const double *sums = image_at(&sum->sums, x, y);
            const double mean = sums[0] / sum->count, square = sums[1] / sum->count;
            changes += fmax(square - mean * mean, 0);
            means += mean * mean;
            squares += square;
            steps += sums[2] / fmax(sum->count - 1, 1);
        }
    image_finish(&sum->sums);
    return (struct metrics_motion){
        .rms = sqrt(changes / means),
        .peak = (sum->high - sum->low) / (sum->peaks / sum->count),
        .from_frame_to_frame = sqrt(steps / squares),
    };
}

struct metrics_motion metrics_motion(const struct image frames[], int count)
{
    struct metrics_motion_sum sum = { .count = 0 };
    for (int i = 0; i < count; i++)
        metrics_motion_add(&sum, &frames[i]);
    return metrics_motion_end(&sum);
}
