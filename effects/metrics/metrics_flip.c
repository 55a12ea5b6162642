// FLIP, by the sections of the paper: 4.1.1 filters colours by contrast sensitivity,
// 4.1.2 takes their distance and 4.1.3 maps it to 0..1, 4.2 finds edges and points, 4.3 joins both.
#include "effects/colour.h"
#include "effects/metrics/metrics.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- colours

// Computes L*a*b* with the chroma reduced for dark colours (Hunt effect; R. W. G. Hunt, 1952).
static void hunt_lab(const double linear[3], double lab[3])
{
    colour_lab(linear, lab);
    lab[1] *= 0.01 * lab[0];
    lab[2] *= 0.01 * lab[0];
}

// Returns the HyAB distance to the power of 0.7. S. Abasi, M. A. Tehran, M. D. Fairchild, Distance
// metrics for very large color differences, Color Research & Application 45(2), 2020. hypot would
// take five times as long; its protection against overflow is not needed here.
static double distance(const double a[3], const double b[3])
{
    const double x = a[1] - b[1], y = a[2] - b[2];
    return pow(fabs(a[0] - b[0]) + sqrt(x * x + y * y), 0.7);
}

// ---- flip rows

// The state of one picture. FLIP processes it row by row and holds only the rows that the filters
// reach.

// The reach is three standard deviations of the widest filter.
enum { FLIP_REACH = 10, FLIP_TAPS = 2 * FLIP_REACH + 1 };

enum flip_kernel_name {
    FLIP_ACHROMATIC,
    FLIP_RED_GREEN,
    FLIP_BLUE_YELLOW,
    FLIP_BLUE_YELLOW_FINE,
    FLIP_SMOOTH,
    FLIP_EDGE,
    FLIP_POINT,
    FLIP_KERNEL_COUNT
};

struct flip_kernel {
    int reach; // weights further away are 0; 1, 4, 7 or 10, so that the number of taps is a
               // multiple of three
    float weights[FLIP_TAPS]; // weights[FLIP_REACH] is that of the middle
};

enum flip_line {
    FLIP_LINE_ACHROMATIC,
    FLIP_LINE_RED_GREEN,
    FLIP_LINE_BLUE_YELLOW,
    FLIP_LINE_BLUE_YELLOW_FINE,
    FLIP_LINE_EDGE_Y,
    FLIP_LINE_POINT_Y,
    FLIP_LINE_EDGE_X,
    FLIP_LINE_POINT_X,
    FLIP_LINE_COUNT
};

struct flip_rows {
    const struct image *image; // borrowed
    const double *exposure;    // stops; NULL: the image has display values
    float *stored; // ring buffer of the last FLIP_TAPS rows, three lines each; owned, with the rest
    float *down;   // a line filtered along columns, with FLIP_REACH more values at both ends
    float *lines[FLIP_LINE_COUNT]; // the last filtered row
};

struct flip {
    double to_linear[3][3]; // matrix from XYZ, relative to that of white, to linear RGB
    double most;            // distance between green and blue, the largest of any two colours
    struct flip_kernel kernels[FLIP_KERNEL_COUNT];
    double blue_yellow_share; // weight of FLIP_BLUE_YELLOW; FLIP_BLUE_YELLOW_FINE has 1 minus it
    struct flip_rows pictures[2];
};

static void make_colours(struct flip *flip)
{
    double green[3], blue[3];
    for (int i = 0; i < 3; i++) {
        const double unit[3] = { i == 0, i == 1, i == 2 };
        double xyz[3];
        colour_xyz(unit, xyz);
        for (int j = 0; j < 3; j++)
            flip->to_linear[j][i] = xyz[j];
    }
    colour_invert(flip->to_linear, 3);
    hunt_lab((const double[3]){ 0, 1, 0 }, green);
    hunt_lab((const double[3]){ 0, 0, 1 }, blue);
    flip->most = distance(green, blue);
}

// ---- flip kernels

// The filters of FLIP at 67 pixels per degree: three low-pass filters of the contrast sensitivity
// of the eye (section 4.1.1 of the paper), and three that detect edges and points (4.2). All are
// one-dimensional: a filter of the paper is the product of one along rows and one along columns or,
// for blue and yellow, the sum of two such products.

static const double pixels_per_degree = 67;
static const double pi = 3.14159265358979323846;

// Scales the positive weights to a sum of 1 and the negative ones to a sum of -1, and shortens the
// filter by the weights at its ends that are too small for a float.
static struct flip_kernel make_kernel(const double weights[FLIP_TAPS])
{
    const double least = 1e-9;
    struct flip_kernel kernel = { .reach = 1 };
    double above = 0, below = 0;
    for (int i = 0; i < FLIP_TAPS; i++)
        *(weights[i] < 0 ? &below : &above) += fabs(weights[i]);
    for (int i = 0; i < FLIP_TAPS; i++) {
        const double weight = weights[i] / (weights[i] < 0 ? below : above);
        const int from_middle = i < FLIP_REACH ? FLIP_REACH - i : i - FLIP_REACH;
        if (fabs(weight) < least)
            continue;
        kernel.weights[i] = (float) weight;
        while (kernel.reach < from_middle)
            kernel.reach += 3;
    }
    return kernel;
}

// Computes a Gaussian of the contrast sensitivity, a sqrt(pi / b) exp(-pi^2 x^2 / b), with x in
// texels. Returns its sum over both axes.
static double make_sensitivity(double a, double b, struct flip_kernel *kernel)
{
    double weights[FLIP_TAPS];
    metrics_gaussian(weights, FLIP_TAPS, FLIP_REACH, sqrt(b / 2) / pi * pixels_per_degree);
    *kernel = make_kernel(weights);
    // The middle is 1 before the division by the sum.
    return a * sqrt(pi / b) / (weights[FLIP_REACH] * weights[FLIP_REACH]);
}

static void make_kernels(struct flip *flip)
{
    struct flip_kernel *kernels = flip->kernels;
    make_sensitivity(1, 0.0047, &kernels[FLIP_ACHROMATIC]);
    make_sensitivity(1, 0.0053, &kernels[FLIP_RED_GREEN]);
    const double wide = make_sensitivity(34.1, 0.04, &kernels[FLIP_BLUE_YELLOW]);
    const double fine = make_sensitivity(13.5, 0.025, &kernels[FLIP_BLUE_YELLOW_FINE]);
    flip->blue_yellow_share = wide / (wide + fine);
    // The filters of edges and points are the first and second derivatives of a Gaussian, with the
    // Gaussian itself along the other axis.
    const double sigma = 0.5 * 0.082 * pixels_per_degree;
    const int reach = (int) ceil(3 * sigma);
    double weights[FLIP_TAPS] = { 0 }, edge[FLIP_TAPS], point[FLIP_TAPS];
    metrics_gaussian(weights + FLIP_REACH - reach, 2 * reach + 1, reach, sigma);
    for (int i = 0; i < FLIP_TAPS; i++) {
        const double x = (i - FLIP_REACH) / sigma;
        edge[i] = -x * weights[i];
        point[i] = (x * x - 1) * weights[i];
    }
    kernels[FLIP_SMOOTH] = make_kernel(weights);
    kernels[FLIP_EDGE] = make_kernel(edge);
    kernels[FLIP_POINT] = make_kernel(point);
}

// ---- flip rows

static float *stored_line(const struct flip_rows *rows, int y, int channel)
{
    return rows->stored + (size_t) (y % FLIP_TAPS * 3 + channel) * (size_t) rows->image->width;
}

// Stores row y, which the filters need for the rows from y - FLIP_REACH to y + FLIP_REACH: Y, Cx
// and Cz of the linear colours, an achromatic value of -16 to 100 and two opponent ones, to which
// the low-pass filters apply. With the cube roots of XYZ the same formula gives L*a*b*. Rows must
// be stored in order.
static void store_row(const struct flip_rows *rows, int y)
{
    float *const lines[3] = { stored_line(rows, y, 0), stored_line(rows, y, 1),
                              stored_line(rows, y, 2) };
    for (int x = 0; x < rows->image->width; x++) {
        const double *texel = image_at(rows->image, x, y);
        double display[3], linear[3], xyz[3];
        for (int c = 0; c < 3; c++)
            display[c] = fmin(fmax(texel[c], 0), 1);
        if (rows->exposure)
            metrics_expose(texel, *rows->exposure, linear);
        else
            colour_decode(display, linear);
        colour_xyz(linear, xyz);
        lines[0][x] = (float) (116 * xyz[1] - 16);
        lines[1][x] = (float) (500 * (xyz[0] - xyz[1]));
        lines[2][x] = (float) (200 * (xyz[1] - xyz[2]));
    }
}

// Computes the sum of lines weighted by a kernel. Three lines are added at a time, which needs a
// third of the stores; lines[FLIP_REACH] is the middle.
static void sum_lines(const float *const lines[FLIP_TAPS], const struct flip_kernel *kernel,
                      int width, float *restrict out)
{
    memset(out, 0, sizeof(*out) * (size_t) width);
    for (int i = FLIP_REACH - kernel->reach; i < FLIP_REACH + kernel->reach; i += 3) {
        const float *weights = &kernel->weights[i];
        const float w0 = weights[0], w1 = weights[1], w2 = weights[2];
        const float *restrict a = lines[i], *restrict b = lines[i + 1], *restrict c = lines[i + 2];
        for (int x = 0; x < width; x++)
            out[x] += w0 * a[x] + w1 * b[x] + w2 * c[x];
    }
}

static void filter_down(const struct flip_rows *rows, int channel, int y,
                        const struct flip_kernel *kernel)
{
    const int width = rows->image->width, height = rows->image->height;
    float *line = rows->down + FLIP_REACH;
    const float *lines[FLIP_TAPS];
    for (int i = 0; i < FLIP_TAPS; i++) {
        const int at = y + i - FLIP_REACH;
        lines[i] = stored_line(rows, at < 0 ? 0 : at < height ? at : height - 1, channel);
    }
    sum_lines(lines, kernel, width, line);
    for (int i = 1; i <= FLIP_REACH; i++) {
        line[-i] = line[0];
        line[width - 1 + i] = line[width - 1];
    }
}

// Fills rows->lines with the filtered row y. Border texels are repeated outside the image.
static void filter_row(const struct flip *flip, const struct flip_rows *rows, int y)
{
    // Channel, kernel along columns, kernel along rows. A kernel along columns that equals the
    // previous one is not applied again.
    static const struct {
        int channel;
        enum flip_kernel_name down, across;
    } filters[FLIP_LINE_COUNT] = {
        [FLIP_LINE_ACHROMATIC] = { 0, FLIP_ACHROMATIC, FLIP_ACHROMATIC },
        [FLIP_LINE_RED_GREEN] = { 1, FLIP_RED_GREEN, FLIP_RED_GREEN },
        [FLIP_LINE_BLUE_YELLOW] = { 2, FLIP_BLUE_YELLOW, FLIP_BLUE_YELLOW },
        [FLIP_LINE_BLUE_YELLOW_FINE] = { 2, FLIP_BLUE_YELLOW_FINE, FLIP_BLUE_YELLOW_FINE },
        [FLIP_LINE_EDGE_Y] = { 0, FLIP_EDGE, FLIP_SMOOTH },
        [FLIP_LINE_POINT_Y] = { 0, FLIP_POINT, FLIP_SMOOTH },
        [FLIP_LINE_EDGE_X] = { 0, FLIP_SMOOTH, FLIP_EDGE },
        [FLIP_LINE_POINT_X] = { 0, FLIP_SMOOTH, FLIP_POINT },
    };
    const float *taps[FLIP_TAPS];
    for (int i = 0; i < FLIP_TAPS; i++)
        taps[i] = rows->down + i;
    for (int i = 0; i < FLIP_LINE_COUNT; i++) {
        if (i == 0 || filters[i].down != filters[i - 1].down)
            filter_down(rows, filters[i].channel, y, &flip->kernels[filters[i].down]);
        sum_lines(taps, &flip->kernels[filters[i].across], rows->image->width, rows->lines[i]);
    }
}

// ---- metrics flip

static double color_difference(const struct flip *flip, int x)
{
    const double wide = flip->blue_yellow_share;
    double lab[2][3];
    for (int i = 0; i < 2; i++) {
        float *const *lines = flip->pictures[i].lines;
        const double y = ((double) lines[FLIP_LINE_ACHROMATIC][x] + 16) / 116;
        const double blue_yellow = wide * lines[FLIP_LINE_BLUE_YELLOW][x] +
                                   (1 - wide) * lines[FLIP_LINE_BLUE_YELLOW_FINE][x];
        const double xyz[3] = { (double) lines[FLIP_LINE_RED_GREEN][x] / 500 + y, y,
                                y - blue_yellow / 200 };
        double linear[3];
        colour_multiply(flip->to_linear, xyz, linear);
        for (int c = 0; c < 3; c++)
            linear[c] = fmin(fmax(linear[c], 0), 1);
        hunt_lab(linear, lab[i]);
    }
    // differences up to `near` are mapped to 0..`share`
    const double most = flip->most, near = 0.4 * most, share = 0.95;
    const double value = distance(lab[0], lab[1]);
    return value < near ? share * value / near
                        : share + (value - near) / (most - near) * (1 - share);
}

static double feature(const struct flip_rows *rows, int x, enum flip_line across,
                      enum flip_line down)
{
    const double a = rows->lines[across][x], b = rows->lines[down][x];
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

static void add_rows(const struct flip *flip, float *map)
{
    const struct flip_rows *a = &flip->pictures[0], *b = &flip->pictures[1];
    const int width = a->image->width, height = a->image->height;
    const size_t bytes = sizeof(float) * 3 * (size_t) width;
    bool differs[FLIP_TAPS] = { false };
    // Number of rows within the reach of the filters that differ between the pictures.
    int differing = 0;
    for (int y = -FLIP_REACH; y < height; y++) {
        const int next = y + FLIP_REACH;
        bool *is_next = &differs[next % FLIP_TAPS];
        differing -= *is_next;
        *is_next = false;
        if (next < height) {
            store_row(a, next);
            store_row(b, next);
            *is_next = memcmp(stored_line(a, next, 0), stored_line(b, next, 0), bytes) != 0;
        }
        differing += *is_next;
        if (y < 0 || differing == 0)
            continue;
        filter_row(flip, a, y);
        filter_row(flip, b, y);
        for (int x = 0; x < width; x++) {
            float *most = &map[(size_t) y * (size_t) width + (size_t) x];
            const double here = pow(color_difference(flip, x), 1 - feature_difference(flip, x));
            *most = fmaxf(*most, (float) here);
        }
    }
}

// Compares the pictures at one exposure, and raises each value of the map to the difference.
static void add_exposure(const struct image *const images[2], const double *exposure, float *map)
{
    const size_t width = (size_t) images[0]->width;
    struct flip flip;
    make_colours(&flip);
    make_kernels(&flip);
    for (int i = 0; i < 2; i++) {
        struct flip_rows *rows = &flip.pictures[i];
        *rows = (struct flip_rows){ .image = images[i], .exposure = exposure };
        rows->stored = memory_new((3 * FLIP_TAPS + FLIP_LINE_COUNT + 1) * width + 2 * FLIP_REACH,
                                  sizeof(float));
        for (size_t line = 0; line < FLIP_LINE_COUNT; line++)
            rows->lines[line] = rows->stored + (3 * FLIP_TAPS + line) * width;
        rows->down = rows->lines[FLIP_LINE_COUNT - 1] + width;
    }
    add_rows(&flip, map);
    for (int i = 0; i < 2; i++)
        free(flip.pictures[i].stored);
}

float *metrics_flip_map(const struct image *a, const struct image *b, bool is_light)
{
    assert(a->width == b->width && a->height == b->height);
    const struct image *const images[2] = { a, b };
    float *map = memory_new((size_t) a->width * (size_t) a->height, sizeof(*map));
    if (!is_light) {
        add_exposure(images, NULL, map);
        return map;
    }
    const struct metrics_exposures exposures = metrics_exposures(a);
    for (int i = 0; i < exposures.count; i++) {
        const double step = (exposures.last - exposures.first) / (exposures.count - 1);
        const double exposure = exposures.first + i * step;
        add_exposure(images, &exposure, map);
    }
    return map;
}

double metrics_flip(const struct image *a, const struct image *b, bool is_light)
{
    const size_t count = (size_t) a->width * (size_t) a->height;
    float *map = metrics_flip_map(a, b, is_light);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += map[i];
    free(map);
    return sum / (double) count;
}
