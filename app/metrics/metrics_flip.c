// FLIP, by the sections of the paper: 4.1.1 filters colours by contrast sensitivity, 4.1.2 takes
// their distance, 4.1.3 maps it to 0..1, 4.2 finds edges and points, 4.3 joins both. Images are
// walked by rows, of which a few are kept, so that large ones need no more memory than they have.
#define LOG_MODULE "metrics"
#include "app/metrics/metrics.h"
#include "effects/colour.h"
#include "render/text/log.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pixels_per_degree = 67;
static const double pi = 3.14159265358979323846;

// REACH holds every kernel at 67 pixels per degree: three deviations of the widest.
enum { REACH = 10, TAPS = 2 * REACH + 1 };

struct kernel {
    double weights[TAPS];
};

// ---- 4.1.1 and 4.2: the kernels

// Normalised, of exp(-x^2 / (2 sigma^2)), out to `reach` texels.
static struct kernel make_gaussian(double sigma, int reach)
{
    struct kernel kernel = { 0 };
    double sum = 0;
    for (int x = -reach; x <= reach; x++)
        sum += kernel.weights[REACH + x] = exp(-x * x / (2 * sigma * sigma));
    for (int i = 0; i < TAPS; i++)
        kernel.weights[i] /= sum;
    return kernel;
}

// Makes the sums of its positive and of its negative weights 1 and -1.
static void normalise_halves(struct kernel *kernel)
{
    double above = 0, below = 0;
    for (int i = 0; i < TAPS; i++)
        *(kernel->weights[i] > 0 ? &above : &below) += fabs(kernel->weights[i]);
    for (int i = 0; i < TAPS; i++)
        kernel->weights[i] /= kernel->weights[i] > 0 ? above : below;
}

static struct kernel make_derivative(const struct kernel *gaussian)
{
    struct kernel kernel;
    for (int i = 0; i < TAPS; i++)
        kernel.weights[i] = -(i - REACH) * gaussian->weights[i];
    normalise_halves(&kernel);
    return kernel;
}

static struct kernel make_second_derivative(const struct kernel *gaussian, double sigma)
{
    struct kernel kernel;
    for (int i = 0; i < TAPS; i++) {
        const double x = (i - REACH) / sigma;
        kernel.weights[i] = (x * x - 1) * gaussian->weights[i];
    }
    normalise_halves(&kernel);
    return kernel;
}

// A Gaussian of the contrast sensitivity, a sqrt(pi / b) exp(-pi^2 x^2 / b), in texels. Returns its
// sum over the plane.
static double make_sensitivity(double a, double b, struct kernel *kernel)
{
    const double sigma = sqrt(b / 2) / pi * pixels_per_degree;
    *kernel = make_gaussian(sigma, REACH);
    const double along = 1 / kernel->weights[REACH]; // sum, where the middle is 1
    return a * sqrt(pi / b) * along * along;
}

// What is the same for every texel.
struct flip {
    struct kernel achromatic, red_green, blue_yellow[2];
    double blue_yellow_share[2];
    struct kernel smooth, edge, point;
    double to_linear[3][3]; // from XYZ as multiples of white's
    double most;            // 4.1.3: the distance of green and blue, which is the largest
};

// ---- 4.1.2: colours

// From XYZ to Y, Cx, Cz, or with their roots to L*a*b*.
static void opponents(const double xyz[3], double out[3])
{
    out[0] = 116 * xyz[1] - 16;
    out[1] = 500 * (xyz[0] - xyz[1]);
    out[2] = 200 * (xyz[1] - xyz[2]);
}

// Inverts colour_xyz by cofactors.
static void invert_xyz(double inverse[3][3])
{
    double column[3][3];
    for (int i = 0; i < 3; i++) {
        const double unit[3] = { i == 0, i == 1, i == 2 };
        colour_xyz(unit, column[i]);
    }
    double determinant = 0;
    for (int i = 0; i < 3; i++) {
        const double *b = column[(i + 1) % 3], *c = column[(i + 2) % 3];
        for (int j = 0; j < 3; j++)
            inverse[i][j] = b[(j + 1) % 3] * c[(j + 2) % 3] - b[(j + 2) % 3] * c[(j + 1) % 3];
    }
    for (int j = 0; j < 3; j++)
        determinant += inverse[0][j] * column[0][j];
    for (int i = 0; i < 9; i++)
        inverse[i / 3][i % 3] /= determinant;
}

// L*a*b* with colours that fade in the dark: R. W. G. Hunt, 1952.
static void hunt_lab(const double linear[3], double lab[3])
{
    colour_lab(linear, lab);
    lab[1] *= 0.01 * lab[0];
    lab[2] *= 0.01 * lab[0];
}

// hypot guards against overflow, which cannot be here, and takes five times as long.
static double length(double x, double y)
{
    return sqrt(x * x + y * y);
}

// HyAB, to the power of 0.7. S. Abasi, M. A. Tehran, M. D. Fairchild, Distance metrics for very
// large color differences, Color Research & Application 45(2), 2020.
static double distance(const double a[3], const double b[3])
{
    return pow(fabs(a[0] - b[0]) + length(a[1] - b[1], a[2] - b[2]), 0.7);
}

static void filtered_lab(const struct flip *flip, const double opponent[3], double lab[3])
{
    const double y = (opponent[0] + 16) / 116;
    const double xyz[3] = { opponent[1] / 500 + y, y, y - opponent[2] / 200 };
    double linear[3];
    for (int i = 0; i < 3; i++) {
        const double *row = flip->to_linear[i];
        linear[i] = fmin(fmax(row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2], 0), 1);
    }
    hunt_lab(linear, lab);
}

static struct flip make_flip(void)
{
    struct flip flip;
    double shares[2], green[3], blue[3];
    make_sensitivity(1, 0.0047, &flip.achromatic);
    make_sensitivity(1, 0.0053, &flip.red_green);
    shares[0] = make_sensitivity(34.1, 0.04, &flip.blue_yellow[0]);
    shares[1] = make_sensitivity(13.5, 0.025, &flip.blue_yellow[1]);
    for (int i = 0; i < 2; i++)
        flip.blue_yellow_share[i] = shares[i] / (shares[0] + shares[1]);
    const double sigma = 0.5 * 0.082 * pixels_per_degree;
    flip.smooth = make_gaussian(sigma, (int) ceil(3 * sigma));
    flip.edge = make_derivative(&flip.smooth);
    flip.point = make_second_derivative(&flip.smooth, sigma);
    invert_xyz(flip.to_linear);
    hunt_lab((const double[3]){ 0, 1, 0 }, green);
    hunt_lab((const double[3]){ 0, 0, 1 }, blue);
    flip.most = distance(green, blue);
    return flip;
}

// ---- rows

enum {
    ACHROMATIC,
    RED_GREEN,
    BLUE_YELLOW,
    BLUE_YELLOW_FINE,
    EDGE_X,
    EDGE_Y,
    POINT_X,
    POINT_Y,
    LINES
};

// One of the images, and what is known of the row that is looked at.
struct side {
    const struct image *image;
    double *kept; // the last TAPS rows, three lines each
    double *down; // one line, filtered along columns, with REACH texels more on both ends
    double *lines[LINES];
};

static double *take_line(size_t count)
{
    double *line = malloc(sizeof(*line) * count);
    if (!line)
        log_fatal("no memory for a line of %zu values", count);
    return line;
}

static void init_side(struct side *side, const struct image *image)
{
    const size_t width = (size_t) image->width;
    side->image = image;
    side->kept = take_line(width * 3 * TAPS);
    side->down = take_line(width + 2 * REACH);
    for (int i = 0; i < LINES; i++)
        side->lines[i] = take_line(width);
}

static void finish_side(struct side *side)
{
    free(side->kept);
    free(side->down);
    for (int i = 0; i < LINES; i++)
        free(side->lines[i]);
}

static double *kept_line(const struct side *side, int y, int channel)
{
    return side->kept + (size_t) (y % TAPS * 3 + channel) * (size_t) side->image->width;
}

static void keep_row(const struct side *side, int y)
{
    for (int x = 0; y < side->image->height && x < side->image->width; x++) {
        double display[3], linear[3], xyz[3], opponent[3];
        for (int c = 0; c < 3; c++)
            display[c] = fmin(fmax(image_at(side->image, x, y)[c], 0), 1);
        colour_decode(display, linear);
        colour_xyz(linear, xyz);
        opponents(xyz, opponent);
        for (int c = 0; c < 3; c++)
            kept_line(side, y, c)[x] = opponent[c];
    }
}

// Sums lines by the weights of a kernel, three at a time: that stores a third as often.
static void sum_lines(const double *const from[TAPS], const struct kernel *kernel, int width,
                      double *restrict out)
{
    _Static_assert(TAPS % 3 == 0, "no tap is left over");
    memset(out, 0, sizeof(*out) * (size_t) width);
    for (int i = 0; i < TAPS; i += 3) {
        const double *weights = &kernel->weights[i];
        const double w0 = weights[0], w1 = weights[1], w2 = weights[2];
        const double *restrict a = from[i], *restrict b = from[i + 1], *restrict c = from[i + 2];
        for (int x = 0; x < width; x++)
            out[x] += w0 * a[x] + w1 * b[x] + w2 * c[x];
    }
}

static int clamped(int i, int count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

// Border texels go on forever.
static void filter(const struct side *side, int channel, int y, const struct kernel *down,
                   const struct kernel *across, double *out)
{
    const int width = side->image->width;
    double *line = side->down + REACH;
    const double *from[TAPS];
    for (int i = 0; i < TAPS; i++)
        from[i] = kept_line(side, clamped(y + i - REACH, side->image->height), channel);
    sum_lines(from, down, width, line);
    for (int i = 1; i <= REACH; i++) {
        line[-i] = line[0];
        line[width - 1 + i] = line[width - 1];
    }
    for (int i = 0; i < TAPS; i++)
        from[i] = line + i - REACH;
    sum_lines(from, across, width, out);
}

static void filter_row(const struct flip *flip, const struct side *side, int y)
{
    double *const *lines = side->lines;
    filter(side, ACHROMATIC, y, &flip->achromatic, &flip->achromatic, lines[ACHROMATIC]);
    filter(side, RED_GREEN, y, &flip->red_green, &flip->red_green, lines[RED_GREEN]);
    filter(side, BLUE_YELLOW, y, &flip->blue_yellow[0], &flip->blue_yellow[0], lines[BLUE_YELLOW]);
    filter(side, BLUE_YELLOW, y, &flip->blue_yellow[1], &flip->blue_yellow[1],
           lines[BLUE_YELLOW_FINE]);
    filter(side, ACHROMATIC, y, &flip->smooth, &flip->edge, lines[EDGE_X]);
    filter(side, ACHROMATIC, y, &flip->edge, &flip->smooth, lines[EDGE_Y]);
    filter(side, ACHROMATIC, y, &flip->smooth, &flip->point, lines[POINT_X]);
    filter(side, ACHROMATIC, y, &flip->point, &flip->smooth, lines[POINT_Y]);
}

// ---- 4.1.3, 4.2, 4.3: a texel

static double color_difference(const struct flip *flip, const struct side sides[2], int x)
{
    double lab[2][3];
    for (int i = 0; i < 2; i++) {
        double *const *lines = sides[i].lines;
        const double *shares = flip->blue_yellow_share;
        const double opponent[3] = { lines[ACHROMATIC][x], lines[RED_GREEN][x],
                                     shares[0] * lines[BLUE_YELLOW][x] +
                                         shares[1] * lines[BLUE_YELLOW_FINE][x] };
        filtered_lab(flip, opponent, lab[i]);
    }
    const double far = 0.4 * flip->most, share = 0.95; // so much of 0..1 is for what is near
    const double value = distance(lab[0], lab[1]);
    return value < far ? share * value / far
                       : share + (value - far) / (flip->most - far) * (1 - share);
}

static double feature_difference(const struct side sides[2], int x, int along, int down)
{
    double *const *a = sides[0].lines, *const *b = sides[1].lines;
    return fabs(length(a[along][x], a[down][x]) - length(b[along][x], b[down][x])) / 116;
}

static double texel_difference(const struct flip *flip, const struct side sides[2], int x)
{
    const double edges = feature_difference(sides, x, EDGE_X, EDGE_Y);
    const double points = feature_difference(sides, x, POINT_X, POINT_Y);
    const double features = fmin(sqrt(fmax(edges, points) / sqrt(2)), 1);
    return pow(color_difference(flip, sides, x), 1 - features);
}

double metrics_flip(const struct image *a, const struct image *b)
{
    assert(a->width == b->width && a->height == b->height);
    const struct flip flip = make_flip();
    struct side sides[2];
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        init_side(&sides[i], i == 0 ? a : b);
        for (int y = 0; y < REACH; y++)
            keep_row(&sides[i], y);
    }
    for (int y = 0; y < a->height; y++) {
        for (int i = 0; i < 2; i++) {
            keep_row(&sides[i], y + REACH);
            filter_row(&flip, &sides[i], y);
        }
        for (int x = 0; x < a->width; x++)
            sum += texel_difference(&flip, sides, x);
    }
    for (int i = 0; i < 2; i++)
        finish_side(&sides[i]);
    return sum / a->width / a->height;
}
