#include "effects/metrics/kernel_fit.h"

#include "effects/metrics/metrics.h"
#include "render/file/processors.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// ---- Fourier transforms

struct wave {
    double re, im;
};

// A periodic plane, whose sides are powers of two.
struct plane {
    int width, height;
    struct wave *at;
};

static int count_of(const struct plane *plane)
{
    return plane->width * plane->height;
}

// Returns an empty plane of the size of another.
static struct plane make_plane(struct plane plane)
{
    plane.at = memory_new((size_t) count_of(&plane), sizeof(struct wave));
    return plane;
}

enum { BLOCK = 8 }; // lines

struct transform {
    const struct plane *plane;
    int direction; // -1 forward, 1 back
    bool down;
};

// J. W. Cooley, J. W. Tukey, An algorithm for the machine calculation of complex Fourier series,
// 1965. A block of lines is copied at a time, so that columns are read as rows of caches are.
static void transform_blocks(void *data, int begin, int end)
{
    const struct transform *transform = data;
    const struct plane *plane = transform->plane;
    const int count = transform->down ? plane->height : plane->width;
    const int along = transform->down ? plane->width : 1,
              aside = transform->down ? 1 : plane->width;
    struct wave *lines = memory_new((size_t) (count * BLOCK), sizeof(*lines));
    struct wave *roots = memory_new((size_t) count, sizeof(*roots));
    for (int i = 0; i < count; i++) {
        const double angle = transform->direction * 2 * PI * i / count;
        roots[i] = (struct wave){ cos(angle), sin(angle) };
    }
    for (int block = begin; block < end; block++) {
        struct wave *first = plane->at + block * BLOCK * aside;
        for (int i = 0, reversed = 0; i < count; i++) {
            for (int n = 0; n < BLOCK; n++)
                lines[n * count + reversed] = first[i * along + n * aside];
            int bit = count >> 1;
            for (; reversed & bit; bit >>= 1)
                reversed ^= bit;
            reversed |= bit;
        }
        for (int half = 1; half < count; half *= 2)
            for (int i = 0; i < BLOCK * count; i += 2 * half)
                for (int k = 0; k < half; k++) {
                    struct wave *even = &lines[i + k], *odd = even + half;
                    const struct wave root = roots[k * (count / 2 / half)];
                    const struct wave turned = { root.re * odd->re - root.im * odd->im,
                                                 root.re * odd->im + root.im * odd->re };
                    *odd = (struct wave){ even->re - turned.re, even->im - turned.im };
                    *even = (struct wave){ even->re + turned.re, even->im + turned.im };
                }
        for (int i = 0; i < count; i++)
            for (int n = 0; n < BLOCK; n++)
                first[i * along + n * aside] = lines[n * count + i];
    }
    free(lines);
    free(roots);
}

static void transform(const struct plane *plane, int direction)
{
    for (int down = 0; down < 2; down++) {
        struct transform lines = { plane, direction, down };
        parallel_for((down ? plane->width : plane->height) / BLOCK, transform_blocks, &lines);
    }
    for (int i = 0; direction > 0 && i < count_of(plane); i++) {
        plane->at[i].re /= count_of(plane);
        plane->at[i].im /= count_of(plane);
    }
}

// Writes channel 0 into a plane that is large enough, 0 around it.
static struct plane plane_of(const struct image *image)
{
    struct plane plane = { BLOCK, BLOCK, NULL };
    while (plane.width < image->width)
        plane.width *= 2;
    while (plane.height < image->height)
        plane.height *= 2;
    plane = make_plane(plane);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            plane.at[y * plane.width + x].re = image_at(image, x, y)[0];
    return plane;
}

// Returns the place in a plane of the i-th value of a kernel.
static double *value_at(const struct plane *plane, int reach, int i)
{
    const int row = 2 * reach + 1;
    const int x = (i % row - reach) & (plane->width - 1);
    const int y = (i / row - reach) & (plane->height - 1);
    return &plane->at[y * plane->width + x].re;
}

// ---- windows

// Fills the window with weights that fall from 1 in the middle of the image to 0 at `margin` texels
// from its border.
static void fill_window(const struct plane *window, const struct image *image, double margin)
{
    const double width = image->width - 2 * margin, height = image->height - 2 * margin;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const double u = (x + 0.5 - margin) / width, v = (y + 0.5 - margin) / height;
            if (u > 0 && u < 1 && v > 0 && v < 1)
                window->at[y * window->width + x].re = pow(sin(PI * u) * sin(PI * v), 2);
        }
}

// Subtracts the weighted mean, if `is_centred`, and multiplies by the weights. Returns the mean.
static double weigh(const struct plane *plane, const struct plane *window, bool is_centred)
{
    double sum = 0, weights = 0;
    for (int i = 0; i < count_of(plane); i++) {
        sum += plane->at[i].re * window->at[i].re;
        weights += window->at[i].re;
    }
    const double mean = sum / weights, zero = is_centred ? mean : 0;
    for (int i = 0; i < count_of(plane); i++)
        plane->at[i] = (struct wave){ (plane->at[i].re - zero) * window->at[i].re, 0 };
    return mean;
}

// ---- rings of equal frequency

enum { RINGS = 512 };

// Returns the ring of an element of a spectrum. Ring i has i / (RINGS - 1) of the highest
// frequency, 1 / sqrt(2) per texel along the diagonal.
static int ring_of(const struct plane *plane, int i)
{
    const int x = i % plane->width, y = i / plane->width;
    const double u = (x < plane->width / 2 ? x : plane->width - x) / (double) plane->width;
    const double v = (y < plane->height / 2 ? y : plane->height - y) / (double) plane->height;
    return (int) (sqrt(2 * (u * u + v * v)) * (RINGS - 1));
}

static double product(struct wave a, struct wave b)
{
    return a.re * b.re + a.im * b.im;
}

double kernel_fit_width(const struct image *before, const struct image *after)
{
    enum { STEPS = 400 };
    const double narrowest = 0.1, widest = 250, least = 0.5;
    const struct plane from = plane_of(before), to = plane_of(after);
    const struct plane window = make_plane(from);
    double shared[RINGS] = { 0 }, power[RINGS] = { 0 }, other[RINGS] = { 0 };
    double all = 0, best = 0, most = 0;
    fill_window(&window, before, 0);
    weigh(&from, &window, true);
    weigh(&to, &window, true);
    transform(&from, -1);
    transform(&to, -1);
    for (int i = 0; i < count_of(&from); i++) {
        const int ring = ring_of(&from, i);
        shared[ring] += product(from.at[i], to.at[i]);
        power[ring] += product(from.at[i], from.at[i]);
        other[ring] += product(to.at[i], to.at[i]);
    }
    // Large structures have most of the power, and are changed least.
    for (int ring = 0; ring < RINGS; ring++) {
        const double weight = 1 / (sqrt(power[ring]) + 1e-9);
        shared[ring] *= weight;
        power[ring] *= weight;
        all += weight * other[ring];
    }
    for (int step = 0; step < STEPS; step++) {
        const double sigma = narrowest * pow(widest / narrowest, (double) step / STEPS);
        double common = 0, squares = 0;
        for (int ring = 0; ring < RINGS; ring++) {
            const double angle = sqrt(2) * PI * sigma * (ring + 0.5) / (RINGS - 1);
            const double gain = exp(-angle * angle / 2);
            common += gain * shared[ring];
            squares += gain * gain * power[ring];
        }
        const double explained = common > 0 ? common * common / (squares * all) : 0;
        best = explained > most ? step > 0 ? sigma : 0 : best;
        most = fmax(explained, most);
    }
    free(from.at);
    free(to.at);
    free(window.at);
    return most > least ? best : NAN;
}

// ---- least squares

struct problem {
    int reach;
    double ridge;          // variance of the noise / that of the kernel's values at the point
    struct plane from;     // spectrum of the picture before
    struct plane window;   // weights of the texels
    struct plane gaussian; // the kernel that is expected
    struct plane envelope; // standard deviation of its values / that at the point
    double power[RINGS];   // mean power of the picture before in the window
    double mean;           // of the picture before in the window
};

// Convolves with the picture before or, with a sign of -1, correlates with it.
static void combine(const struct plane *with, double sign, const struct plane *plane)
{
    transform(plane, -1);
    for (int i = 0; i < count_of(plane); i++) {
        const struct wave a = plane->at[i], b = with->at[i];
        plane->at[i] =
            (struct wave){ a.re * b.re - sign * a.im * b.im, a.im * b.re + sign * a.re * b.im };
    }
    transform(plane, 1);
}

static void multiply(const struct plane *plane, const struct plane *by)
{
    for (int i = 0; i < count_of(plane); i++)
        plane->at[i] = (struct wave){ plane->at[i].re * by->at[i].re, 0 };
}

// Divides by the power of each ring, which is nearly the inverse of the normal equations.
static void precondition(const struct problem *problem, const struct plane *plane)
{
    transform(plane, -1);
    for (int i = 0; i < count_of(plane); i++) {
        const double power = problem->power[ring_of(plane, i)] + problem->ridge;
        plane->at[i] = (struct wave){ plane->at[i].re / power, plane->at[i].im / power };
    }
    transform(plane, 1);
}

static double inner(const struct plane *a, const struct plane *b)
{
    double sum = 0;
    for (int i = 0; i < count_of(a); i++)
        sum += a->at[i].re * b->at[i].re;
    return sum;
}

// Computes a = share * a + more * b.
static void mix(const struct plane *a, double share, const struct plane *b, double more)
{
    for (int i = 0; i < count_of(a); i++)
        a->at[i].re = share * a->at[i].re + more * b->at[i].re;
}

static void copy(const struct plane *from, const struct plane *to)
{
    memcpy(to->at, from->at, (size_t) count_of(from) * sizeof(struct wave));
}

// Fills a plane with a Gaussian around its first texel.
static void fill_gaussian(const struct plane *plane, double sigma, int reach)
{
    for (int i = 0; i < count_of(plane); i++) {
        double x = i % plane->width, y = i / plane->width;
        x = fmin(x, plane->width - x);
        y = fmin(y, plane->height - y);
        if (hypot(x, y) <= reach)
            plane->at[i].re = exp(-(x * x + y * y) / (2 * sigma * sigma));
    }
}

static void problem_init(struct problem *problem, const struct image *before, double width,
                         double noise, bool has_offset)
{
    const int side = before->width < before->height ? before->width : before->height;
    const double share = 0.3, spread = 2.5; // of the kernel's peak, and of its width
    double counts[RINGS] = { 0 }, sum = 0;
    *problem = (struct problem){
        .reach = (int) fmin(5 * width + 4, 0.4 * side),
        .ridge = pow(noise * 2 * PI * width * width / share, 2),
        .from = plane_of(before),
    };
    const struct plane spectrum = plane_of(before), *from = &problem->from;
    problem->window = make_plane(*from);
    problem->gaussian = make_plane(*from);
    problem->envelope = make_plane(*from);
    fill_window(&problem->window, before, fmin(spread * width + 1, 0.25 * side));
    fill_gaussian(&problem->gaussian, width, problem->reach);
    fill_gaussian(&problem->envelope, spread * width + 1, problem->reach);
    problem->mean = weigh(&spectrum, &problem->window, has_offset);
    transform(&spectrum, -1);
    for (int i = 0; i < count_of(from); i++) {
        const int ring = ring_of(from, i);
        problem->power[ring] += product(spectrum.at[i], spectrum.at[i]);
        counts[ring]++;
        sum += problem->gaussian.at[i].re;
    }
    for (int i = 0; i < RINGS; i++)
        problem->power[i] /= fmax(counts[i], 1);
    for (int i = 0; i < count_of(from); i++) {
        problem->gaussian.at[i].re /= sum;
        if (i % from->width >= before->width || i / from->width >= before->height)
            from->at[i].re = problem->mean;
    }
    transform(from, -1);
    free(spectrum.at);
}

// Conjugate gradients: M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving
// linear systems, 1952. They need 8 to 30 steps.
// With `has_offset`, an offset of all texels is found, too.
static void fit_kernel(struct kernel_fit *fit, const struct image *before,
                       const struct image *after, double width, double noise, bool has_offset)
{
    enum { MAX_STEPS = 60 };
    struct problem problem;
    problem_init(&problem, before, width, noise, has_offset);
    const struct plane *from = &problem.from, *window = &problem.window,
                       *envelope = &problem.envelope;
    const struct plane kernel = make_plane(*from), gradient = plane_of(after),
                       step = make_plane(*from), scaled = make_plane(*from);
    double slope = 0, next = INFINITY;
    // The gradient without any kernel is what the steps are small against.
    copy(&gradient, &scaled);
    weigh(&scaled, window, has_offset);
    combine(from, -1, &scaled);
    multiply(&scaled, envelope);
    copy(&scaled, &step);
    precondition(&problem, &scaled);
    const double small = 1e-11 * inner(&scaled, &step);
    copy(&problem.gaussian, &scaled);
    combine(from, 1, &scaled);
    mix(&gradient, 1, &scaled, -1);
    weigh(&gradient, window, has_offset);
    combine(from, -1, &gradient);
    multiply(&gradient, envelope);
    for (int i = 0; i <= MAX_STEPS && next > small; i++) {
        copy(&gradient, &scaled);
        precondition(&problem, &scaled);
        next = inner(&gradient, &scaled);
        mix(&step, i == 0 ? 0 : next / slope, &scaled, 1);
        slope = next;
        copy(&step, &scaled);
        multiply(&scaled, envelope);
        combine(from, 1, &scaled);
        weigh(&scaled, window, has_offset);
        combine(from, -1, &scaled);
        multiply(&scaled, envelope);
        mix(&scaled, 1, &step, problem.ridge);
        const double length = slope / inner(&step, &scaled);
        mix(&kernel, 1, &step, length);
        mix(&gradient, 1, &scaled, -length);
    }

    multiply(&kernel, envelope);
    mix(&kernel, 1, &problem.gaussian, 1);
    *fit = (struct kernel_fit){ .reach = problem.reach };
    const int reach = fit->reach, row = 2 * reach + 1;
    fit->values = memory_new((size_t) (row * row), sizeof(double));
    for (int i = 0; i < row * row; i++)
        fit->values[i] = *value_at(&kernel, reach, i);
    // The differences that remain, weighted once.
    const struct plane to = plane_of(after), rest = plane_of(after);
    combine(from, 1, &kernel);
    mix(&rest, 1, &kernel, -1);
    copy(&rest, &step);
    copy(&to, &scaled);
    fit->offset = weigh(&step, window, has_offset);
    fit->mean = problem.mean;
    weigh(&scaled, window, true);
    fit->squares = inner(&step, &rest) / inner(&scaled, &to);
    const struct plane all[] = { *from,  *window,  *envelope, problem.gaussian,
                                 kernel, gradient, step,      scaled,
                                 to,     rest };
    for (size_t i = 0; i < ARRAY_COUNT(all); i++)
        free(all[i].at);
}

// Far tails and an offset are hardly told apart, but their sum is exact. So a contrast that is
// nearly kept is assumed to be kept, which gives the offset.
static double correct_offset(double contrast, double offset, double mean)
{
    const double most = 0.003, other = offset + (contrast - 1) * mean, most_other = 0.01;
    return fabs(contrast - 1) < most && fabs(other) < most_other * mean ? other : NAN;
}

void kernel_fit_init(struct kernel_fit *fit, const struct image *before, const struct image *after,
                     double width, double noise, const struct kernel_tails *tails)
{
    double contrast = 0;
    fit_kernel(fit, before, after, width, noise, true);
    const int row = 2 * fit->reach + 1;
    for (int i = 0; i < row * row; i++)
        contrast += fit->values[i];
    for (int i = 0; i < KERNEL_TAILS; i++)
        contrast += tails->shares[i];
    const double offset = correct_offset(contrast, fit->offset, fit->mean);
    if (isnan(offset))
        return;
    struct image without;
    image_init(&without, after->width, after->height, IMAGE_TYPE_F64);
    for (int y = 0; y < after->height; y++)
        for (int x = 0; x < after->width; x++)
            image_at(&without, x, y)[0] = image_at(after, x, y)[0] - offset;
    kernel_fit_finish(fit);
    fit_kernel(fit, before, &without, width, noise, false);
    image_finish(&without);
}

void kernel_fit_finish(struct kernel_fit *fit)
{
    free(fit->values);
    *fit = (struct kernel_fit){ 0 };
}

void kernel_fit_apply(const struct kernel_fit *fit, const struct image *before, struct image *to)
{
    const int reach = fit->reach, row = 2 * reach + 1;
    const struct plane from = plane_of(before), kernel = make_plane(from);
    for (int i = 0; i < row * row; i++)
        *value_at(&kernel, reach, i) = fit->values[i];
    transform(&kernel, -1);
    combine(&kernel, 1, &from);
    image_init(to, before->width, before->height, IMAGE_TYPE_F64);
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            image_at(to, x, y)[0] = from.at[y * from.width + x].re;
    free(from.at);
    free(kernel.at);
}

// ---- tails

// Blurs by a Gaussian, and leaves every n-th texel of every n-th row.
static struct image reduce(const struct image *image, double sigma, int n)
{
    struct image whole, part;
    metrics_blur(image, sigma, &whole);
    image_init(&part, image->width / n, image->height / n, IMAGE_TYPE_F64);
    for (int y = 0; y < part.height; y++)
        for (int x = 0; x < part.width; x++)
            image_at(&part, x, y)[0] = image_at(&whole, n * x, n * y)[0];
    image_finish(&whole);
    return part;
}

// Pictures that are compared: the one after the blur, then the one before it, blurred by Gaussians.
// The narrow ones are the core, whose details do not count, since all pictures are smoothed.
enum { TAILS = 5, PICTURES = TAILS + KERNEL_TAILS };

// Improves the shares, 0 or more, of the Gaussians whose sum is nearest to the first picture, by
// coordinate descent. Returns the sum of squares that is left.
static double fit_shares(double products[PICTURES][PICTURES], int count, double shares[PICTURES])
{
    enum { SWEEPS = 200000 };
    double rest = products[0][0];
    for (int sweep = 0; sweep <= SWEEPS; sweep++)
        for (int i = 1; i < count; i++) {
            double slope = products[0][i];
            for (int j = 1; j < count; j++)
                slope -= shares[j] * products[i][j];
            if (sweep < SWEEPS)
                shares[i] = fmax(0, shares[i] + slope / products[i][i]);
            else
                rest -= shares[i] * (products[0][i] + slope);
        }
    return rest;
}

bool kernel_tails_split(struct kernel_tails *tails, const struct image *before, struct image *after,
                        double width)
{
    const double narrowest = 0.6, step = 1.5, smooth = 2; // of the width
    const double least = 0.05;                            // of its square
    const double most_left = 0.65; // of what the core alone leaves; it is near 1 without tails
    const double of_means = 0.1;   // their weight; with more, the sweeps converge slowly
    const int n = width >= 4 ? 4 : width >= 2 ? 2 : 1;
    struct image from = reduce(before, smooth * width, n);
    const int side = from.width < from.height ? from.width : from.height;
    const int margin = (int) fmax(7 * width / n, 0.2 * side);
    struct image pictures[PICTURES] = { reduce(after, smooth * width, n) };
    double widths[PICTURES], shares[PICTURES] = { 0 };
    double means[PICTURES] = { 0 }, products[PICTURES][PICTURES] = { 0 };
    double texels = 0, contrast = 0, wider = 0;
    int count = 1;
    for (double sigma = narrowest * width / n; count < PICTURES && 4 * sigma < side;
         sigma *= step) {
        widths[count] = sigma * n;
        metrics_blur(&from, sigma, &pictures[count++]);
    }
    for (int y = margin; y < from.height - margin; y++)
        for (int x = margin; x < from.width - margin; x++, texels++)
            for (int i = 0; i < count; i++) {
                const double value = image_at(&pictures[i], x, y)[0];
                means[i] += value;
                for (int j = 0; j <= i; j++)
                    products[i][j] += value * image_at(&pictures[j], x, y)[0];
            }
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++)
            products[j][i] = products[i][j] -= means[i] * means[j] / texels;
    double offset = means[0];
    const double of_core = fit_shares(products, count < TAILS ? count : TAILS, shares);
    const double of_all = fit_shares(products, count, shares);
    for (int i = 1; i < count; i++) {
        contrast += shares[i];
        offset -= shares[i] * means[i];
    }
    offset = correct_offset(contrast, offset, means[1]);
    if (!isnan(offset)) {
        means[0] -= offset;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                products[i][j] += of_means * means[i] * means[j] / texels;
        fit_shares(products, count, shares);
    }
    for (int i = TAILS; i < count; i++)
        wider += shares[i] * widths[i] * widths[i];
    const bool has_tails = wider > least * width * width && of_all < most_left * of_core;
    for (int i = TAILS; i < count && has_tails; i++) {
        struct image haze;
        metrics_blur(before, widths[i], &haze);
        for (int y = 0; y < after->height; y++)
            for (int x = 0; x < after->width; x++)
                image_at(after, x, y)[0] -= shares[i] * image_at(&haze, x, y)[0];
        tails->widths[i - TAILS] = widths[i];
        tails->shares[i - TAILS] = shares[i];
        image_finish(&haze);
    }
    for (int i = 0; i < count; i++)
        image_finish(&pictures[i]);
    image_finish(&from);
    return has_tails;
}

double *kernel_fit_line(const struct kernel_fit *fit, const struct kernel_tails *tails, bool down,
                        int *reach)
{
    const double far = 4; // sigmas
    const int row = 2 * fit->reach + 1;
    *reach = fit->reach;
    for (int i = 0; i < KERNEL_TAILS; i++)
        if (tails->shares[i] > 0)
            *reach = (int) fmax(*reach, far * tails->widths[i]);
    const int count = 2 * *reach + 1;
    double *line = memory_new((size_t) count, sizeof(double));
    double *tail = memory_new((size_t) count, sizeof(double));
    for (int i = 0; i < row * row; i++)
        line[*reach - fit->reach + (down ? i / row : i % row)] += fit->values[i];
    for (int i = 0; i < KERNEL_TAILS; i++) {
        metrics_gaussian(tail, count, *reach, tails->widths[i]);
        for (int x = 0; x < count; x++)
            line[x] += tails->shares[i] * tail[x];
    }
    free(tail);
    return line;
}
