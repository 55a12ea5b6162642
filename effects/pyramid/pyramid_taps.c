#include "effects/pyramid/pyramid_taps.h"

#include "effects/blur/half_lift.h"
#include "effects/blur/levels.h"
#include "render/text/memory.h"

#include <stdlib.h>

// Weights of one texel for texels of the deepest level, around the texel that contains it.
enum { MIDDLE = PYRAMID_MAX_REACH + 1, PLACES = 2 * MIDDLE + 1 };

struct taps {
    double weights[PLACES];
};

// A step up reads one texel on each side, and smoothing one more; the reach of each step is half
// that of the level below.
int pyramid_reach(int levels, double turn)
{
    return (levels < 2 ? 2 : 3) - (turn > 0 ? 0 : 1);
}

// Returns the index of the texel that replaces `at` according to `edge`; -1: none, its value is 0.
// Must equal shaders/common/edge.glsl.
static int inside(int at, int size, int edge)
{
    if (edge == EDGE_ZERO && (at < 0 || at >= size))
        return -1;
    if (edge == EDGE_MIRROR) {
        const int back = (at < 0 ? -1 - at : at) % (2 * size);
        return back < size ? back : 2 * size - 1 - back;
    }
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

// One texel of a level out of the `size` texels of the level below, `below` levels above the
// deepest. A texel lies a quarter beside the centre of the one under it.
static struct taps step_up(const struct taps *coarse, int size, int at, int below, int edge,
                           double turn)
{
    const double smooth[] = { turn / 2, 1 - turn, turn / 2 };
    struct taps taps = { { 0 } };
    for (int i = 0; i < 6; i++) {
        const int beside = i / 3 * (at % 2 ? 1 : -1);
        const int from = inside(at / 2 + beside + i % 3 - 1, size, edge);
        if (from < 0 || smooth[i % 3] <= 0)
            continue;
        // The distance between the texels of the deepest level that contain the two.
        const int shift = (from >> below) - (at >> (below + 1));
        const double weight = (i / 3 ? 0.25 : 0.75) * smooth[i % 3];
        for (int n = 0; n < PLACES; n++)
            if (n + shift >= 0 && n + shift < PLACES)
                taps.weights[n + shift] += weight * coarse[from].weights[n];
    }
    return taps;
}

void pyramid_make_taps(const void *key, float *weights)
{
    const struct pyramid_axis *axis = key;
    const double tent = 0.5; // variance of the smoothing over the other levels
    int size = levels_halved(axis->size, axis->levels);
    struct taps *coarse = memory_new((size_t) size, sizeof(*coarse));
    for (int i = 0; i < size; i++)
        coarse[i].weights[MIDDLE] = 1;
    for (int level = axis->levels - 1; level >= 0; level--) {
        const int below = axis->levels - 1 - level, fine_size = levels_halved(axis->size, level);
        struct taps *fine = memory_new((size_t) fine_size, sizeof(*fine));
        for (int i = 0; i < fine_size; i++)
            fine[i] = step_up(coarse, size, i, below, axis->edge, below == 0 ? axis->turn : tent);
        free(coarse);
        coarse = fine;
        size = fine_size;
    }
    const int reach = pyramid_reach(axis->levels, axis->turn);
    for (int i = 0; i < size; i++, weights += PYRAMID_TAPS_STRIDE) {
        for (int n = 0; n < PYRAMID_TAPS_STRIDE; n++)
            weights[n] = n <= 2 * reach ? (float) coarse[i].weights[MIDDLE - reach + n] : 0;
        weights[reach] += (float) half_lift((enum texture_format) axis->format);
    }
    free(coarse);
}
