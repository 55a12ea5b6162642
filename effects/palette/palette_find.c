// Finds the palette with the least squared error for a picture: k-means in Oklab (S. P. Lloyd,
// Least squares quantization in PCM, 1982), initialised by greedy k-means++ (D. Arthur, S.
// Vassilvitskii, k-means++: the advantages of careful seeding, 2007). All random numbers come from
// one seed and all sums have a fixed order, so the same picture gives the same bytes.

#include "effects/colour.h"
#include "effects/palette/palette.h"
#include "render/image/image.h"
#include "render/image/srgb.h"
#include "render/text/chance.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---- the colours of the picture

// A picture has millions of texels and often more than MAX_BINS colours. In that case the colours
// whose channels have the same quantised levels form one bin, with their mean. Levels are evenly
// spaced in the cube root of light, like distances in Oklab. Levels that are evenly spaced in sRGB
// would merge dark colours that the eye distinguishes: near black a step of sRGB is up to twenty
// times as large in Oklab as near white.
enum { MAX_BINS = 4096, SLOTS = 4 * MAX_BINS };

struct bin {
    uint32_t key;
    double weight, sums[3]; // sum of alpha, and sums of bytes times alpha; integers
    double place[3];        // in Oklab
    int nearest;            // index of the nearest centre
    double distance;        // squared distance from that centre
};

struct bins {
    uint8_t levels[256]; // level of each value of a byte
    double level_count;  // number of levels; 0: each value of a byte is a level
    int count;
    struct bin of[MAX_BINS];
    int16_t slots[SLOTS]; // hash table: number of a bin, from 1; 0: free
};

// Returns the bin of a colour, added if it is new; NULL: there is no room for a new one.
static struct bin *find_bin(struct bins *bins, const uint8_t rgb[3])
{
    const uint32_t key = (uint32_t) bins->levels[rgb[0]] << 16 |
                         (uint32_t) bins->levels[rgb[1]] << 8 | bins->levels[rgb[2]];
    uint32_t slot = (key * UINT32_C(2654435761)) % SLOTS;
    while (bins->slots[slot] > 0 && bins->of[bins->slots[slot] - 1].key != key)
        slot = (slot + 1) % SLOTS;
    if (bins->slots[slot] == 0) {
        if (bins->count == MAX_BINS)
            return NULL;
        bins->of[bins->count] = (struct bin){ .key = key };
        bins->slots[slot] = (int16_t) ++bins->count;
    }
    return &bins->of[bins->slots[slot] - 1];
}

static void set_levels(struct bins *bins, double count)
{
    bins->level_count = count;
    for (int i = 0; i < 256; i++)
        bins->levels[i] = (uint8_t) (count > 0 ? lround(count * cbrt(srgb_decode(i / 255.0))) : i);
}

// Merges bins until there is room: reduces the number of levels, and quantises the mean of each bin
// again.
static void merge_bins(struct bins *bins)
{
    // With 0.87 times the levels per channel there are a third fewer bins.
    static const double most_levels = 160, share = 0.87;
    const struct bins fuller = *bins;
    set_levels(bins, bins->level_count > 0 ? share * bins->level_count : most_levels);
    bins->count = 0;
    memset(bins->slots, 0, sizeof(bins->slots));
    for (int i = 0; i < fuller.count; i++) {
        const struct bin *from = &fuller.of[i];
        uint8_t mean[3];
        for (int c = 0; c < 3; c++)
            mean[c] = (uint8_t) lround(from->sums[c] / from->weight);
        struct bin *to = find_bin(bins, mean);
        to->weight += from->weight;
        for (int c = 0; c < 3; c++)
            to->sums[c] += from->sums[c];
    }
}

// ---- centres

struct centres {
    int count;
    double at[PALETTE_MAX_COLOURS][3];
};

static double distance(const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

// Draws a colour at random. Its probability is proportional to its number of texels and, unless
// `is_first`, to its squared distance from the nearest centre. NULL: every colour is a centre.
static const struct bin *draw_bin(const struct bins *bins, bool is_first, uint64_t *state)
{
    const struct bin *last = NULL;
    double all = 0, sum = 0;
    for (int i = 0; i < bins->count; i++)
        all += bins->of[i].weight * (is_first ? 1 : bins->of[i].distance);
    const double at = chance_share(state) * all;
    for (int i = 0; i < bins->count && sum <= at; i++) {
        const double share = bins->of[i].weight * (is_first ? 1 : bins->of[i].distance);
        sum += share;
        last = share > 0 ? &bins->of[i] : last;
    }
    return last;
}

// Chooses the initial centres. Each further centre is the one of a few random colours that leaves
// the smallest error.
static void seed_centres(struct bins *bins, struct centres *centres, int requested, uint64_t *state)
{
    enum { DRAWN = 4 };
    centres->count = 0;
    while (centres->count < requested) {
        const bool is_first = centres->count == 0;
        const struct bin *best = draw_bin(bins, is_first, state);
        double least = INFINITY;
        for (int i = 0; i < DRAWN && best && !is_first; i++) {
            const struct bin *other = draw_bin(bins, is_first, state);
            double energy = 0; // how far the colours are from their nearest centre with this one
            for (int n = 0; n < bins->count; n++)
                energy += bins->of[n].weight *
                          fmin(bins->of[n].distance, distance(bins->of[n].place, other->place));
            if (energy < least) {
                least = energy;
                best = other;
            }
        }
        if (!best)
            return; // every colour is a centre
        memcpy(centres->at[centres->count], best->place, sizeof(best->place));
        for (int i = 0; i < bins->count; i++) {
            struct bin *bin = &bins->of[i];
            const double d = distance(bin->place, best->place);
            if (is_first || d < bin->distance) {
                bin->distance = d;
                bin->nearest = centres->count;
            }
        }
        centres->count++;
    }
}

// Moves each centre to the mean of its colours, and assigns each colour to its nearest centre,
// until none changes. A centre without colours does not move. Returns the sum of squared distances.
static double settle(struct bins *bins, struct centres *centres)
{
    enum { MAX_ROUNDS = 40 };
    double energy = 0;
    bool changed = true;
    for (int round = 0; round < MAX_ROUNDS && changed; round++) {
        double sums[PALETTE_MAX_COLOURS][4] = { { 0 } };
        for (int i = 0; i < bins->count; i++) {
            const struct bin *bin = &bins->of[i];
            for (int c = 0; c < 3; c++)
                sums[bin->nearest][c] += bin->weight * bin->place[c];
            sums[bin->nearest][3] += bin->weight;
        }
        for (int k = 0; k < centres->count; k++)
            for (int c = 0; c < 3 && sums[k][3] > 0; c++)
                centres->at[k][c] = sums[k][c] / sums[k][3];
        energy = 0;
        changed = false;
        for (int i = 0; i < bins->count; i++) {
            struct bin *bin = &bins->of[i];
            int nearest = bin->nearest;
            double least = distance(bin->place, centres->at[nearest]);
            for (int k = 0; k < centres->count; k++) {
                const double d = distance(bin->place, centres->at[k]);
                if (d < least) {
                    least = d;
                    nearest = k;
                }
            }
            changed |= nearest != bin->nearest;
            bin->nearest = nearest;
            bin->distance = least;
            energy += bin->weight * least;
        }
    }
    return energy;
}

// Runs k-means. For few colours it starts several times, because a start may end in a local
// minimum.
static void find_centres(struct bins *bins, struct centres *best, int requested)
{
    enum { MAX_TRIES = 16, EFFORT = 1 << 19 };
    const int affordable = EFFORT / (bins->count * requested);
    const int tries = affordable < 1 ? 1 : affordable > MAX_TRIES ? MAX_TRIES : affordable;
    uint64_t state = 1;
    double least = INFINITY;
    for (int i = 0; i < tries; i++) {
        struct centres centres;
        seed_centres(bins, &centres, requested, &state);
        const double energy = settle(bins, &centres);
        if (energy < least) {
            least = energy;
            *best = centres;
        }
    }
}

// ---- the palette

static int compare_luminance(const void *a, const void *b)
{
    const unsigned char *const rgb[2] = { a, b };
    double luminance[2];
    for (int i = 0; i < 2; i++) {
        double encoded[3], light[3];
        for (int c = 0; c < 3; c++)
            encoded[c] = rgb[i][c] / 255.0;
        colour_decode(encoded, light);
        luminance[i] = colour_luminance(light);
    }
    return luminance[0] != luminance[1] ? (luminance[0] < luminance[1] ? -1 : 1) : memcmp(a, b, 3);
}

void palette_find(struct palette *palette, const struct image *picture, int requested)
{
    struct bins *bins = memory_new(1, sizeof(*bins));
    struct centres centres = { 0 };
    assert(picture->type == IMAGE_TYPE_U8 && requested >= 1 && requested <= PALETTE_MAX_COLOURS);
    const uint8_t *texel = picture->texels;
    const size_t texels = (size_t) picture->width * (size_t) picture->height;
    struct bin *bin;
    set_levels(bins, 0);
    for (size_t i = 0; i < texels; i++, texel += 4) {
        if (texel[3] == 0)
            continue;
        while (!(bin = find_bin(bins, texel)))
            merge_bins(bins);
        bin->weight += texel[3];
        for (int c = 0; c < 3; c++)
            bin->sums[c] += texel[c] * texel[3];
    }
    for (int i = 0; i < bins->count; i++) {
        bin = &bins->of[i];
        double encoded[3], light[3];
        for (int c = 0; c < 3; c++)
            encoded[c] = bin->sums[c] / (bin->weight * 255);
        colour_decode(encoded, light);
        colour_oklab(light, bin->place);
    }
    *palette = (struct palette){ 0 };
    if (bins->count > 0)
        find_centres(bins, &centres, requested);
    else
        centres.count = 1; // a picture that is fully transparent gives black
    for (int k = 0; k < centres.count; k++) {
        double light[3], encoded[3];
        unsigned char rgb[3];
        colour_from_oklab(centres.at[k], light);
        colour_encode(light, encoded);
        for (int c = 0; c < 3; c++)
            rgb[c] = (unsigned char) lround(255 * fmin(fmax(encoded[c], 0), 1));
        int i = 0;
        while (i < palette->count && memcmp(palette->colours[i], rgb, 3) != 0)
            i++;
        if (i == palette->count)
            memcpy(palette->colours[palette->count++], rgb, 3);
    }
    qsort(palette->colours, (size_t) palette->count, sizeof(palette->colours[0]),
          compare_luminance);
    free(bins);
}
