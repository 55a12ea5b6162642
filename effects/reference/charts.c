#include "effects/reference/reference.h"
#include "render/scene/scene.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

struct chart {
    const struct scene_choice *choice;
    double time;
    int width, height;
};

static double value_of(const struct chart *chart, const char *key)
{
    const struct param *row = param_find(chart->choice->scene->params, key);
    return param_get(row, chart->choice->params, 0);
}

static void put_grey(double out[3], double grey)
{
    out[0] = out[1] = out[2] = grey;
}

// ---- cells

static double overlap(double a, double b, double c, double d)
{
    return fmax(fmin(b, d) - fmax(a, c), 0);
}

// Returns the part of a texel that is in a square with a corner at (from_x, from_y).
static double covered(double from_x, double from_y, double side, int x, int y)
{
    return overlap(x, x + 1, from_x, from_x + side) * overlap(y, y + 1, from_y, from_y + side);
}

// Returns the mean, over a texel, of a grid of square cells, the first of which begins at `corner`.
static double mean_of_cells(const struct chart *chart, double corner_x, double corner_y,
                            double side, int x, int y,
                            double (*cell)(const struct chart *chart, int column, int row))
{
    const int left = (int) floor((x - corner_x) / side), top = (int) floor((y - corner_y) / side);
    double sum = 0;
    for (int row = top; row <= top + 1; row++)
        for (int column = left; column <= left + 1; column++) {
            const double part =
                covered(corner_x + column * side, corner_y + row * side, side, x, y);
            sum += part > 0 ? part * cell(chart, column, row) : 0;
        }
    return sum;
}

// Returns pseudo-random noise, 0..1: pcg2d, M. Jarzynski and M. Olano, Hash Functions for GPU
// Rendering, JCGT 2020.
static double noise(int x, int y)
{
    const uint32_t a = 1664525, c = 1013904223;
    uint32_t v = (uint32_t) x * a + c, w = (uint32_t) y * a + c;
    for (int i = 0; i < 2; i++) {
        v += w * a;
        w += v * a;
        v ^= v >> 16;
        w ^= w >> 16;
    }
    return (v >> 8) / 16777215.0;
}

static int quarter(int cell)
{
    return (int) floor(cell / 4.0);
}

static double block(const struct chart *chart, int column, int row)
{
    const double share =
        0.6 * noise(quarter(column), quarter(row)) + 0.4 * noise(column + 7919, row + 7919);
    const double dark = value_of(chart, "dark");
    return dark + (value_of(chart, "bright") - dark) * share;
}

static void blocks(const struct chart *chart, int x, int y, double out[3])
{
    const double moved = value_of(chart, "speed") * chart->time;
    put_grey(out, mean_of_cells(chart, moved, moved, value_of(chart, "block"), x, y, block));
}

static double square(const struct chart *chart, int column, int row)
{
    return value_of(chart, (column + row) % 2 == 0 ? "dark" : "bright");
}

static void checker(const struct chart *chart, int x, int y, double out[3])
{
    put_grey(out, mean_of_cells(chart, chart->width / 2, chart->height / 2,
                                value_of(chart, "square"), x, y, square));
}

// ---- points

static void firefly(const struct chart *chart, int x, int y, double out[3])
{
    const double moved = value_of(chart, "speed") * chart->time;
    double part = 0;
    blocks(chart, x, y, out);
    for (int i = 0; i < 9; i++) { // a point that leaves on one side enters on the other
        const double from_x = fmod(chart->width / 2 + moved, chart->width);
        const double from_y = fmod(chart->height / 2 + moved, chart->height);
        part += covered(from_x + (i % 3 - 1) * chart->width, from_y + (i / 3 - 1) * chart->height,
                        1, x, y);
    }
    put_grey(out, out[0] + (value_of(chart, "level") - out[0]) * part);
}

static void impulse(const struct chart *chart, int x, int y, double out[3])
{
    put_grey(out,
             value_of(chart, "level") * covered(chart->width / 2 + value_of(chart, "x"),
                                                chart->height / 2 + value_of(chart, "y"), 1, x, y));
}

static void lights(const struct chart *chart, int x, int y, double out[3])
{
    for (int c = 0; c < 3; c++)
        out[c] = value_of(chart, "level") *
                 covered(chart->width * (c + 1) / 4, chart->height / 2, 1, x, y);
}

// ---- lines

struct polygon {
    int count;
    double corners[16][2];
};

// Clips a polygon to the half plane where sign * (coordinate - at) is 0 or more, for the coordinate
// along `axis` (I. E. Sutherland, G. W. Hodgman, Reentrant polygon clipping, 1974).
static void clip(struct polygon *polygon, int axis, double at, int sign)
{
    struct polygon kept = { 0 };
    for (int i = 0; i < polygon->count; i++) {
        const double *p = polygon->corners[i], *q = polygon->corners[(i + 1) % polygon->count];
        const double of_p = sign * (p[axis] - at), of_q = sign * (q[axis] - at);
        if (of_p >= 0)
            memcpy(kept.corners[kept.count++], p, sizeof(kept.corners[0]));
        if ((of_p >= 0) != (of_q >= 0)) {
            const double part = of_p / (of_p - of_q);
            for (int c = 0; c < 2; c++)
                kept.corners[kept.count][c] = p[c] + part * (q[c] - p[c]);
            kept.count++;
        }
    }
    *polygon = kept;
}

static double share_of_square(const struct chart *chart, int x, int y)
{
    const double half = 0.5 * value_of(chart, "square") * chart->height;
    const double angle = value_of(chart, "speed") * chart->time * pi / 180;
    struct polygon polygon = { .count = 4 };
    for (int i = 0; i < 4; i++) {
        const double turned = angle + (i + 0.5) * pi / 2;
        polygon.corners[i][0] = 0.5 * chart->width + sqrt(2) * half * cos(turned);
        polygon.corners[i][1] = 0.5 * chart->height + sqrt(2) * half * sin(turned);
    }
    clip(&polygon, 0, x, 1);
    clip(&polygon, 0, x + 1, -1);
    clip(&polygon, 1, y, 1);
    clip(&polygon, 1, y + 1, -1);
    double area = 0;
    for (int i = 0; i < polygon.count; i++) {
        const double *p = polygon.corners[i], *q = polygon.corners[(i + 1) % polygon.count];
        area += 0.5 * (p[0] * q[1] - p[1] * q[0]);
    }
    return fabs(area);
}

static void bars(const struct chart *chart, int x, int y, double out[3])
{
    const int bar = (int) lround(fmax(value_of(chart, "bar"), 1));
    const int period = bar + (int) lround(fmax(value_of(chart, "gap"), 1));
    const int middle = (chart->width - bar) / 2; // position of the bar
    const bool is_bar = ((x - middle) % period + period) % period < bar;
    put_grey(out, is_bar ? value_of(chart, "grey")
                         : value_of(chart, "level") * share_of_square(chart, x, y));
}

// ---- curves

static void zone_plate(const struct chart *chart, int x, int y, double out[3])
{
    const double radius = value_of(chart, "reach") * 0.5 * hypot(chart->width, chart->height);
    const double from = hypot(x + 0.5 - 0.5 * chart->width, y + 0.5 - 0.5 * chart->height);
    const double ring = from > radius ? 0 : cos(pi * from * from / (2 * radius));
    put_grey(out, value_of(chart, "level") * (0.5 + 0.5 * ring));
}

static void ramp(const struct chart *chart, int x, int y, double out[3])
{
    const bool down = value_of(chart, "along") > 0;
    const double along = ((down ? y : x) + 0.5) / (down ? chart->height : chart->width);
    const double from = value_of(chart, "from"), to = value_of(chart, "to");
    put_grey(out, reference_srgb_decode(from + (to - from) * along));
}

// ---- the list of charts

bool reference_chart(const struct scene_choice *choice, double time, int width, int height,
                     struct image *image)
{
    static const struct {
        const char *name;
        void (*texel)(const struct chart *chart, int x, int y, double out[3]);
    } all[] = {
        { "blocks", blocks }, { "firefly", firefly }, { "bars", bars },
        { "lights", lights }, { "impulse", impulse }, { "zone_plate", zone_plate },
        { "ramp", ramp },     { "checker", checker },
    };
    const struct chart chart = { choice, time, width, height };
    const size_t count = ARRAY_COUNT(all);
    size_t i = 0;
    while (i < count && strcmp(all[i].name, choice->scene->name) != 0)
        i++;
    if (i == count)
        return false;
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double *out = image_at(image, x, y);
            all[i].texel(&chart, x, y, out);
            for (int c = 0; c < 3; c++)
                out[c] = fmin(fmax(out[c], 0), 65504);
            out[3] = 1;
        }
    return true;
}
