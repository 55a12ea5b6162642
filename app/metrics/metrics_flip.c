// FLIP, by the sections of the paper: 4.1.1 filters colours by contrast sensitivity (flip_kernels),
// 4.1.2 takes their distance and 4.1.3 maps it to 0..1 (flip_colours), 4.2 finds edges and points,
// 4.3 joins both.
#include "app/metrics/flip_colours.h"
#include "app/metrics/flip_rows.h"
#include "app/metrics/metrics.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

struct flip {
    struct flip_colours colours;
    struct flip_kernels kernels;
    struct flip_rows pictures[2];
};

static double color_difference(const struct flip *flip, int x)
{
    const double wide = flip->kernels.blue_yellow_share;
    double opponents[2][3];
    for (int i = 0; i < 2; i++) {
        float *const *lines = flip->pictures[i].lines;
        opponents[i][0] = (double) lines[FLIP_LINE_ACHROMATIC][x];
        opponents[i][1] = (double) lines[FLIP_LINE_RED_GREEN][x];
        opponents[i][2] = wide * (double) lines[FLIP_LINE_BLUE_YELLOW][x] +
                          (1 - wide) * (double) lines[FLIP_LINE_BLUE_YELLOW_FINE][x];
    }
    return flip_colours_difference(&flip->colours, opponents[0], opponents[1]);
}

static double feature(const struct flip_rows *rows, int x, enum flip_line across,
                      enum flip_line down)
{
    const double a = (double) rows->lines[across][x], b = (double) rows->lines[down][x];
    return sqrt(a * a + b * b) / 116;
}

static double feature_difference(const struct flip *flip, int x)
{
    const struct flip_rows *a = &flip->pictures[0], *b = &flip->pictures[1];
    const double edges = fabs(feature(a, x, FLIP_LINE_EDGE_X, FLIP_LINE_EDGE_Y) -
                              feature(b, x, FLIP_LINE_EDGE_X, FLIP_LINE_EDGE_Y));
    const double points = fabs(feature(a, x, FLIP_LINE_POINT_X, FLIP_LINE_POINT_Y) -
                               feature(b, x, FLIP_LINE_POINT_X, FLIP_LINE_POINT_Y));
    return fmin(sqrt(fmax(edges, points) / sqrt(2)), 1);
}

// Raises a line of the map to what the row has more.
static void add_row(const struct flip *flip, int y, float *line)
{
    const int width = flip->pictures[0].image->width;
    for (int i = 0; i < 2; i++)
        flip_rows_filter(&flip->pictures[i], &flip->kernels, y);
    for (int x = 0; x < width; x++) {
        const double here = pow(color_difference(flip, x), 1 - feature_difference(flip, x));
        line[x] = fmaxf(line[x], (float) here);
    }
}

static void add_rows(const struct flip *flip, float *map)
{
    const struct image *image = flip->pictures[0].image;
    bool differs[FLIP_TAPS] = { false };
    int differing = 0; // how many of those that a row's filters see
    for (int y = -FLIP_REACH; y < image->height; y++) {
        const int next = y + FLIP_REACH;
        for (int i = 0; i < 2; i++)
            flip_rows_keep(&flip->pictures[i], next);
        bool *is_next = &differs[next % FLIP_TAPS];
        differing -= *is_next;
        *is_next = next < image->height &&
                   !flip_rows_are_same(&flip->pictures[0], &flip->pictures[1], next);
        differing += *is_next;
        if (y >= 0 && differing > 0)
            add_row(flip, y, map + (size_t) y * (size_t) image->width);
    }
}

// Compares the pictures as they are shown once.
static void add_showing(const struct image *const images[2], const double *exposure, float *map)
{
    struct flip flip = { .colours = flip_colours_make(), .kernels = flip_kernels_make() };
    for (int i = 0; i < 2; i++)
        flip_rows_init(&flip.pictures[i], images[i], exposure);
    add_rows(&flip, map);
    for (int i = 0; i < 2; i++)
        flip_rows_finish(&flip.pictures[i]);
}

static void fill_map(const struct image *a, const struct image *b, bool is_light, float *map)
{
    const struct image *const images[2] = { a, b };
    if (!is_light) {
        add_showing(images, NULL, map);
        return;
    }
    const struct metrics_exposures exposures = metrics_exposures(a);
    for (int i = 0; i < exposures.count; i++) {
        const double step = (exposures.last - exposures.first) / (exposures.count - 1);
        const double exposure = exposures.first + i * step;
        add_showing(images, &exposure, map);
    }
}

float *metrics_flip_map(const struct image *a, const struct image *b, bool is_light)
{
    assert(a->width == b->width && a->height == b->height);
    const size_t count = (size_t) a->width * (size_t) a->height;
    float *map = memory_new(count, sizeof(*map));
    fill_map(a, b, is_light, map);
    return map;
}

double metrics_flip(const struct image *a, const struct image *b, bool is_light)
{
    const size_t count = (size_t) a->width * (size_t) a->height;
    float *map = metrics_flip_map(a, b, is_light);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double) map[i];
    free(map);
    return sum / (double) count;
}
