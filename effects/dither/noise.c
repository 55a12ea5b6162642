#include "effects/dither/noise.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// The energy of a position is the sum of Gaussians around all points, on a torus. Weights are
// integers, so that adding and subtracting them leaves no residue and every machine computes the
// same tile.
enum { REACH = 12, REACH_SIDE = 2 * REACH + 1, INITIAL = NOISE_COUNT / 10 };

static const double sigma = 1.5; // the value of Ulichney

struct field {
    int64_t weights[REACH_SIDE][REACH_SIDE];
    int64_t energy[NOISE_SIDE][NOISE_SIDE];
    bool points[NOISE_SIDE][NOISE_SIDE];
};

static int wrap(int i)
{
    return (i + NOISE_SIDE) % NOISE_SIDE;
}

// Sets or removes the point at a place.
static void set_point(struct field *field, int place, bool is_point)
{
    const int px = place % NOISE_SIDE, py = place / NOISE_SIDE;
    const int64_t sign = is_point ? 1 : -1;
    field->points[py][px] = is_point;
    for (int y = -REACH; y <= REACH; y++)
        for (int x = -REACH; x <= REACH; x++)
            field->energy[wrap(py + y)][wrap(px + x)] +=
                sign * field->weights[y + REACH][x + REACH];
}

// Returns the position of the tightest cluster among the points, or of the largest void among the
// other positions.
static int find_extreme(const struct field *field, bool cluster)
{
    const int64_t *energy = &field->energy[0][0];
    const bool *points = &field->points[0][0];
    int best = -1;
    for (int i = 0; i < NOISE_COUNT; i++) {
        if (points[i] == cluster &&
            (best < 0 || (cluster ? energy[i] > energy[best] : energy[i] < energy[best])))
            best = i;
    }
    return best;
}

const unsigned short *noise_blue(void)
{
    static unsigned short ranks[NOISE_COUNT];
    static struct field field, prototype;
    static bool is_made;
    uint32_t state = 1993;
    if (is_made)
        return ranks;
    is_made = true;
    for (int y = -REACH; y <= REACH; y++)
        for (int x = -REACH; x <= REACH; x++)
            field.weights[y + REACH][x + REACH] =
                llround(exp(-(x * x + y * y) / (2 * sigma * sigma)) * 0x1p48);
    // Random points; then the tightest cluster moves to the largest void until it would return to
    // its position.
    for (int i = 0; i < INITIAL;) {
        // D. H. Lehmer's generator with the multiplier of S. Park and K. Miller, 1988.
        state = (uint32_t) ((uint64_t) state * 48271 % 0x7fffffff);
        const int place = (int) (state % NOISE_COUNT);
        if (field.points[place / NOISE_SIDE][place % NOISE_SIDE])
            continue;
        set_point(&field, place, true);
        i++;
    }
    for (int cluster = 0, empty = -1; empty != cluster;) {
        cluster = find_extreme(&field, true);
        set_point(&field, cluster, false);
        empty = find_extreme(&field, false);
        set_point(&field, empty, true);
    }
    // Ranks the points, removing the tightest cluster each time, then fills the voids. For the
    // second half Ulichney ranks clusters of empty positions; with the energy on a torus the order
    // is the same, because the tightest cluster of empty positions is the largest void of the
    // points.
    prototype = field;
    for (int rank = INITIAL - 1; rank >= 0; rank--) {
        const int place = find_extreme(&field, true);
        set_point(&field, place, false);
        ranks[place] = (unsigned short) rank;
    }
    field = prototype;
    for (int rank = INITIAL; rank < NOISE_COUNT; rank++) {
        const int place = find_extreme(&field, false);
        set_point(&field, place, true);
        ranks[place] = (unsigned short) rank;
    }
    return ranks;
}
