#include "effects/colour.h"
#include "effects/reference/dither.h"
#include "effects/step_file.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void describe_colour(const double encoded[3], const struct dither_params *p,
                            struct palette_colour *colour)
{
    static const double weights[] = { 0.299, 0.587, 0.114 };
    double light[3];
    colour_decode(encoded, light);
    colour->luminance = colour_luminance(light);
    memcpy(colour->encoded, encoded, sizeof(colour->encoded));
    memcpy(colour->mixed, p->space == DITHER_LINEAR ? light : encoded, sizeof(colour->mixed));
    memcpy(colour->place, encoded, sizeof(colour->place));
    if (p->distance == DITHER_LUMA)
        for (int i = 0; i < 3; i++) {
            colour->place[i] *= sqrt(weights[i]);
            colour->mixed[i] *= sqrt(weights[i]);
        }
    else if (p->distance == DITHER_LAB)
        colour_lab(light, colour->place);
    else if (p->distance == DITHER_OKLAB)
        colour_oklab(light, colour->place);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static double distance_squared(const double a[3], const double b[3])
{
    double difference[3];
    subtract(a, b, difference);
    return dot(difference, difference);
}

static int find_nearest(const struct palette_colours *list, const struct palette_colour *requested)
{
    int nearest = 0;
    for (int i = 1; i < list->count; i++)
        if (distance_squared(requested->place, list->colours[i].place) <
            distance_squared(requested->place, list->colours[nearest].place))
            nearest = i;
    return nearest;
}

// Returns the cost of adding a colour to the mix: the squared distance between the best mix and the
// requested colour, plus a hundredth of the variance of the mix. `share` receives the share of the
// added colour. If both colours are equal, the cost is DBL_MAX.
static double rate_mix(const struct palette_colour *requested, const double mean[3],
                       const struct palette_colour *more, double *share)
{
    double whole[3], part[3], miss[3];
    subtract(more->mixed, mean, whole);
    subtract(requested->mixed, mean, part);
    const double reach = dot(whole, whole);
    if (reach < 1e-9)
        return DBL_MAX;
    *share = fmin(fmax(dot(part, whole) / reach, 0), 1);
    for (int i = 0; i < 3; i++)
        miss[i] = part[i] - *share * whole[i];
    return dot(miss, miss) + 0.01 * *share * (1 - *share) * reach;
}

// Returns the colour with the lowest cost; NULL: every colour equals the mix.
static const struct palette_colour *find_partner(const struct palette_colours *list,
                                                 const struct palette_colour *requested,
                                                 const double mean[3], double *share)
{
    const struct palette_colour *partner = NULL;
    double best = DBL_MAX, part = 0;
    for (int i = 0; i < list->count; i++) {
        const double rate = rate_mix(requested, mean, &list->colours[i], &part);
        if (rate < best) {
            best = rate;
            partner = &list->colours[i];
            *share = part;
        }
    }
    return partner;
}

// The colours of a mix and their shares, whose sum is 1.
struct mix {
    int count;
    struct mix_part {
        const struct palette_colour *colour;
        double part;
    } parts[4];
};

static void make_mix(const struct palette_colours *list, const struct palette_colour *requested,
                     struct mix *mix)
{
    const struct palette_colour *nearest = &list->colours[find_nearest(list, requested)];
    double mean[3];
    memcpy(mean, nearest->mixed, sizeof(mean));
    *mix = (struct mix){ 1, { { nearest, 1 } } };
    while (mix->count < 4) {
        double share = 0;
        const struct palette_colour *partner = find_partner(list, requested, mean, &share);
        if (!partner)
            return;
        for (int i = 0; i < mix->count; i++)
            mix->parts[i].part *= 1 - share;
        mix->parts[mix->count++] = (struct mix_part){ partner, share };
        for (int i = 0; i < 3; i++)
            mean[i] += share * (partner->mixed[i] - mean[i]);
    }
}

// Returns true if there are up to four colours and the directions from each to the next brighter
// one differ by at most 60 degrees.
static bool is_ramp(const struct palette_colours *list)
{
    double steps[3][3];
    for (int i = 0; i < list->count - 1 && i < 3; i++) {
        subtract(list->colours[i + 1].mixed, list->colours[i].mixed, steps[i]);
        for (int j = 0; j < i; j++) {
            const double length = sqrt(dot(steps[i], steps[i])) * sqrt(dot(steps[j], steps[j]));
            if (dot(steps[i], steps[j]) / length < 0.5)
                return false;
        }
    }
    return list->count <= 4;
}

// Returns the colour of a ramp: starts at the darkest one and goes to the next while the value is
// far enough towards it.
static const struct palette_colour *pick_of_ramp(const struct palette_colours *list,
                                                 const struct palette_colour *requested, double at)
{
    int i = 0;
    for (; i < list->count - 1; i++) {
        double step[3], part[3];
        subtract(list->colours[i + 1].mixed, list->colours[i].mixed, step);
        subtract(requested->mixed, list->colours[i].mixed, part);
        if (dot(part, step) / dot(step, step) < 1 - at)
            break;
    }
    return &list->colours[i];
}

// ---- three or four colours that are not a ramp: the nearest of all mixes

// Computes the nearest mix of the colours whose bits are set, by the inverse of the matrix of inner
// products. Shares may be negative.
static struct mix mix_of_subset(const struct palette_colours *list, unsigned bits,
                                const struct palette_colour *requested)
{
    struct mix mix = { 0 };
    double steps[3][3], off[3], gram[3][3];
    for (int i = 0; i < list->count; i++)
        if (bits >> i & 1)
            mix.parts[mix.count++].colour = &list->colours[i];
    const double *first = mix.parts[0].colour->mixed;
    const int size = mix.count - 1;
    subtract(requested->mixed, first, off);
    for (int i = 0; i < size; i++)
        subtract(mix.parts[i + 1].colour->mixed, first, steps[i]);
    for (int i = 0; i < size * size; i++)
        gram[i / size][i % size] = dot(steps[i / size], steps[i % size]);
    colour_invert(gram, size);
    mix.parts[0].part = 1;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++)
            mix.parts[i + 1].part += gram[i][j] * dot(off, steps[j]);
        mix.parts[0].part -= mix.parts[i + 1].part;
    }
    return mix;
}

static double miss_of(const struct mix *mix, const struct palette_colour *requested)
{
    double off[3];
    memcpy(off, requested->mixed, sizeof(off));
    for (int i = 0; i < mix->count; i++)
        for (int c = 0; c < 3; c++)
            off[c] -= mix->parts[i].part * mix->parts[i].colour->mixed[c];
    return dot(off, off);
}

static void make_nearest_mix(const struct palette_colours *list,
                             const struct palette_colour *requested, struct mix *nearest)
{
    double least = DBL_MAX;
    for (unsigned bits = 1; bits < 1u << list->count; bits++) {
        const struct mix mix = mix_of_subset(list, bits, requested);
        const double miss = miss_of(&mix, requested);
        bool is_mixable = true;
        for (int i = 0; i < mix.count; i++)
            is_mixable &= !(mix.parts[i].part < 0);
        if (is_mixable && miss < least) {
            least = miss;
            *nearest = mix;
        }
    }
}

// Returns true if the distance of every colour from the line or plane of the others is at least a
// 64th of the longest side.
static bool has_room(const struct palette_colours *list)
{
    const unsigned all = (1u << list->count) - 1;
    double step[3], longest = 0;
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < i; j++) {
            subtract(list->colours[i].mixed, list->colours[j].mixed, step);
            longest = fmax(longest, dot(step, step));
        }
    for (int i = 0; i < list->count; i++) {
        const struct palette_colour *colour = &list->colours[i];
        const struct mix others = mix_of_subset(list, all & ~(1u << i), colour);
        if (!(miss_of(&others, colour) >= longest / (64 * 64)))
            return false;
    }
    return true;
}

// Compares the addresses of colours, which are in the order from dark to bright.
static int compare_parts(const void *a, const void *b)
{
    const struct palette_colour *p = ((const struct mix_part *) a)->colour;
    const struct palette_colour *q = ((const struct mix_part *) b)->colour;
    return (p > q) - (p < q);
}

// Returns the colour whose share covers `at`, with the shares placed side by side on 0..1.
static const struct palette_colour *pick_part(struct mix *mix, double at)
{
    double end = 0;
    qsort(mix->parts, (size_t) mix->count, sizeof(mix->parts[0]), compare_parts);
    for (int i = 0; i < mix->count; i++) {
        end += mix->parts[i].part;
        if (at < end)
            return mix->parts[i].colour;
    }
    return mix->parts[mix->count - 1].colour;
}

void dither_mix_colour(const struct palette_colours *list, const struct dither_params *p,
                       const double value[3], double threshold, double out[3])
{
    struct palette_colour requested;
    struct mix mix;
    const double at = 0.5 + fmin(p->strength, 1) * threshold;
    describe_colour(value, p, &requested);
    const struct palette_colour *picked;
    if (p->strength == 0) {
        picked = &list->colours[find_nearest(list, &requested)];
    } else if (is_ramp(list)) {
        picked = pick_of_ramp(list, &requested, at);
    } else {
        if (list->count <= 4 && has_room(list))
            make_nearest_mix(list, &requested, &mix);
        else
            make_mix(list, &requested, &mix);
        picked = pick_part(&mix, at);
    }
    memcpy(out, picked->encoded, sizeof(picked->encoded));
}

bool dither_load_palette(const struct dither_params *p, struct palette_colours *list)
{
    struct error error;
    const struct palette *palette =
        step_file_is_given(p->palette) ? palette_load(p->palette, &error) : NULL;
    if (!palette)
        return false;
    list->count = 0;
    for (int i = 0; i < palette->count; i++) {
        const unsigned char *rgb = palette->colours[i];
        const double encoded[3] = { rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0 };
        struct palette_colour colour;
        describe_colour(encoded, p, &colour);
        int at = list->count++; // colours of one luminance stay in the order of the palette
        for (; at > 0 && list->colours[at - 1].luminance > colour.luminance; at--)
            list->colours[at] = list->colours[at - 1];
        list->colours[at] = colour;
    }
    return true;
}
