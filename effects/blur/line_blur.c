#include "effects/blur/line_blur.h"

#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- what passes are made of

struct line_pass *line_blur_add(struct line_blur *blur, double step, int count,
                                const struct line_tap taps[])
{
    assert(blur->count < LINE_MAX_PASSES && count <= LINE_MAX_TAPS - blur->tap_count);
    struct line_pass *pass = &blur->passes[blur->count++];
    *pass = (struct line_pass){ .step = step, .first = blur->tap_count, .count = count };
    for (int i = 0; i < count; i++)
        blur->taps[blur->tap_count++] = taps[i];
    return pass;
}

void line_blur_add_weights(struct line_blur *blur, int radius, const double weights[])
{
    struct line_tap *taps = memory_new((size_t) (2 * radius + 1), sizeof(*taps));
    for (int i = -radius; i <= radius; i++)
        taps[radius + i] = (struct line_tap){ i, weights[abs(i)] };
    line_blur_add(blur, 1, 2 * radius + 1, taps);
    free(taps);
}

void line_blur_add_gaussian(struct line_blur *blur, int radius, double sigma)
{
    double *weights = memory_new((size_t) radius + 1, sizeof(*weights)), sum = 0;
    for (int i = 0; i <= radius; i++)
        sum += (i > 0 ? 2 : 1) * (weights[i] = exp(-i * i / (2 * sigma * sigma)));
    for (int i = 0; i <= radius; i++)
        weights[i] /= sum;
    line_blur_add_weights(blur, radius, weights);
    free(weights);
}

// Returns the position of the centre of output texel j, in input texels, whose centres are at
// integers.
static double centre_of(const struct line_pass *pass, double j)
{
    return (j + 0.5) * pass->step - 0.5;
}

static double tap_place(const struct line_pass *pass, const struct line_tap *tap, int j)
{
    return centre_of(pass, j) + (pass->mirrors && j % 2 != 0 ? -tap->at : tap->at);
}

enum { MAX_TEXELS = 4 };

// Computes the weights of the texels that interpolation at `place` reads, and returns the index of
// the first of these texels.
static int filter_at(double place, enum line_filter filter, double shares[MAX_TEXELS])
{
    const int texel = (int) floor(place);
    const double f = place - texel, g = 1 - f;
    const double linear[] = { g, f, 0, 0 };
    const double cubic[] = { g * g * g / 6, (4 - 6 * f * f + 3 * f * f * f) / 6,
                             (4 - 6 * g * g + 3 * g * g * g) / 6, f * f * f / 6 };
    memcpy(shares, filter == LINE_CUBIC ? cubic : linear, sizeof(linear));
    return filter == LINE_CUBIC ? texel - 1 : texel;
}

// ---- width

// The variance of a recursive filter that runs forward and then backward: twice that of one run,
// which follows from the derivatives of the logarithm of its transform.
static double feedback_variance(const double feedback[3])
{
    double rest = 1, mean = 0, squares = 0;
    for (int k = 1; k <= 3; k++) {
        rest -= feedback[k - 1];
        mean += k * feedback[k - 1];
        squares += k * k * feedback[k - 1];
    }
    return 2 * (squares / rest + pow(mean / rest, 2));
}

// Returns the variance of a pass in squared input texels, averaged over all phases.
static double pass_variance(const struct line_blur *blur, const struct line_pass *pass)
{
    // Positions of output texels relative to the input texels: 1 on the way down, two for each
    // halving on the way up.
    const int steps = pass->step < 1 ? (int) lround(1 / pass->step) : 1;
    const int phases = pass->mirrors && steps == 1 ? 2 : steps;
    double mean = 0, squares = 0;
    if (pass->count == 0)
        return feedback_variance(pass->feedback);
    for (int i = 0; i < phases * pass->count; i++) {
        const struct line_tap *tap = &blur->taps[pass->first + i / phases];
        double shares[MAX_TEXELS];
        const int first = filter_at(tap_place(pass, tap, i % phases), pass->filter, shares);
        for (int k = 0; k < MAX_TEXELS; k++) {
            const double distance = first + k - centre_of(pass, i % phases);
            mean += tap->weight * shares[k] * distance / phases;
            squares += tap->weight * shares[k] * distance * distance / phases;
        }
    }
    return squares - mean * mean;
}

double line_blur_sigma(const struct line_blur *blur)
{
    double variance = 0, texel = 1;
    for (int i = 0; i < blur->count; i++) {
        variance += texel * texel * pass_variance(blur, &blur->passes[i]);
        texel *= blur->passes[i].step;
    }
    return sqrt(variance);
}

// ---- the image of a point

struct line {
    int first, count;
    double *values;
};

static void run_pass(const struct line_blur *blur, const struct line_pass *pass, struct line *line)
{
    double reach = pass->count > 0 ? 0 : 12 + 12 * sqrt(feedback_variance(pass->feedback));
    for (int i = 0; i < pass->count; i++)
        reach = fmax(reach, fabs(blur->taps[pass->first + i].at) + MAX_TEXELS / 2);
    const int last = line->first + line->count - 1;
    struct line to = { .first = (int) floor((line->first - reach + 0.5) / pass->step - 0.5) };
    to.count = (int) ceil((last + reach + 0.5) / pass->step - 0.5) - to.first + 1;
    to.values = memory_new((size_t) to.count, sizeof(double));
    if (pass->count > 0) {
        const int texels = pass->filter == LINE_CUBIC ? 4 : 2;
        for (int j = 0; j < to.count; j++)
            for (int i = 0; i < pass->count; i++) {
                const struct line_tap *tap = &blur->taps[pass->first + i];
                double shares[MAX_TEXELS];
                const int texel =
                    filter_at(tap_place(pass, tap, to.first + j), pass->filter, shares);
                for (int k = 0; k < texels; k++) {
                    const int at = texel + k - line->first;
                    to.values[j] += tap->weight * shares[k] *
                                    (at < 0 || at >= line->count ? 0 : line->values[at]);
                }
            }
    } else {
        memcpy(to.values + (line->first - to.first), line->values,
               (size_t) line->count * sizeof(double));
        const double *b = pass->feedback, gain = 1 - b[0] - b[1] - b[2];
        for (int way = 0; way < 2; way++) {
            double before[3] = { 0 };
            for (int i = 0; i < to.count; i++) {
                double *value = &to.values[way == 0 ? i : to.count - 1 - i];
                *value = gain * *value + b[0] * before[0] + b[1] * before[1] + b[2] * before[2];
                before[2] = before[1];
                before[1] = before[0];
                before[0] = *value;
            }
        }
    }
    free(line->values);
    *line = to;
}

// Returns the number of texels after which the positions of a point repeat: the width of a texel of
// the coarsest line.
static int period_of(const struct line_blur *blur)
{
    double texel = 1, widest = 1;
    for (int i = 0; i < blur->count; i++) {
        texel *= blur->passes[i].step;
        widest = fmax(widest, blur->passes[i].mirrors ? 2 * texel : texel);
    }
    return (int) lround(widest);
}

void line_profile_init(struct line_profile *profile, const struct line_blur *blur)
{
    enum { MAX_PLACES = 32 };
    const int period = period_of(blur), places = period < MAX_PLACES ? period : MAX_PLACES;
    const int stride = period / places;
    struct line lines[MAX_PLACES];
    *profile = (struct line_profile){ 0 };
    for (int i = 0; i < places; i++) { // every residue of the stride comes, too
        const int at = i * stride + i % stride;
        lines[i] =
            (struct line){ .first = at, .count = 1, .values = memory_new(1, sizeof(double)) };
        lines[i].values[0] = 1;
        for (int pass = 0; pass < blur->count; pass++)
            run_pass(blur, &blur->passes[pass], &lines[i]);
        lines[i].first -= at;
        const int after = lines[i].first + lines[i].count - 1;
        profile->reach = (int) fmax(profile->reach, fmax(-lines[i].first, after));
    }
    profile->values = memory_new((size_t) (2 * profile->reach + 1), sizeof(double));
    for (int i = 0; i < places; i++) {
        for (int x = 0; x < lines[i].count; x++)
            profile->values[profile->reach + lines[i].first + x] += lines[i].values[x] / places;
        free(lines[i].values);
    }
    for (int x = -profile->reach; x <= profile->reach; x++)
        profile->mean += line_profile_at(profile, x) * x;
}

void line_profile_finish(struct line_profile *profile)
{
    free(profile->values);
    *profile = (struct line_profile){ 0 };
}

double line_profile_at(const struct line_profile *profile, int x)
{
    return abs(x) > profile->reach ? 0 : profile->values[profile->reach + x];
}

// ---- beside a Gaussian

// Returns the difference between the profile and a Gaussian at x.
static double above_bell(const struct line_profile *profile, int x, double sigma)
{
    const double from = (x - profile->mean) / sigma;
    return line_profile_at(profile, x) - exp(-from * from / 2) / (sigma * sqrt(2 * acos(-1)));
}

double line_profile_squares(const struct line_profile *profile, double sigma)
{
    double squares = 0;
    for (int x = -profile->reach; x <= profile->reach; x++)
        squares += pow(above_bell(profile, x, sigma), 2);
    return squares;
}

// Searches by golden section.
double line_profile_fit(const struct line_profile *profile)
{
    const double golden = (sqrt(5) - 1) / 2;
    double squares = 0, low, high;
    for (int x = -profile->reach; x <= profile->reach; x++)
        squares += line_profile_at(profile, x) * pow(x - profile->mean, 2);
    low = sqrt(squares) / 3 + 0.05;
    high = sqrt(squares) * 2 + 0.5;
    while (high - low > 1e-5 * high) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (line_profile_squares(profile, a) < line_profile_squares(profile, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

static double peak_of(const struct line_profile *profile)
{
    double peak = 0;
    for (int x = -profile->reach; x <= profile->reach; x++)
        peak = fmax(peak, line_profile_at(profile, x));
    return peak;
}

double line_profile_difference(const struct line_profile *one, const struct line_profile *other)
{
    const int reach = one->reach > other->reach ? one->reach : other->reach;
    double most = 0;
    for (int x = -reach; x <= reach; x++)
        most = fmax(most, fabs(line_profile_at(one, x) - line_profile_at(other, x)));
    return most / peak_of(one);
}

double line_profile_residual(const struct line_profile *profile, double sigma)
{
    double most = 0;
    for (int x = -profile->reach; x <= profile->reach; x++)
        most = fmax(most, fabs(above_bell(profile, x, sigma)));
    return most / peak_of(profile);
}
