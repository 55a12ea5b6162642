#include "effects/reference/dither.h"

#include "effects/dither/noise.h"
#include "effects/reference/reference.h"

#include <math.h>
#include <stdint.h>

// ---- thresholds, -0.5..0.5

struct threshold {
    double base, extra; // triangular noise is the sum of both
};

// Bayer 1973: each quarter of M(2n) is 4 * M(n) plus the element of [0 2; 3 1] for that quarter.
static int bayer(int x, int y, int side)
{
    static const int smallest[2][2] = { { 0, 2 }, { 3, 1 } };
    if (side == 1)
        return 0;
    const int quarter = side / 2;
    return 4 * bayer(x % quarter, y % quarter, quarter) +
           smallest[y / quarter % 2][x / quarter % 2];
}

// The spot function of clustered dots (Ulichney 1987): the product of two cosines, which gives
// round dots near its extremes. A tile of 8 by 8 has dots in its corners and in its middle, each in
// a square of 4 by 4.
static double spot(int x, int y)
{
    const double pi = acos(-1);
    return cos(pi * (x + 0.5) / 4) * cos(pi * (y + 0.5) / 4);
}

// Returns true if the dot of row y is the one in the middle of the tile, not one in the corners.
static bool is_in_the_middle(int y)
{
    return (y + 2) % 8 >= 4;
}

// Returns the order of a texel on its ring around a dot: the octant of its angle, with the bits in
// reverse order, so that opposite texels follow each other. The dot in the middle has the opposite
// direction, so that dots that are longer in one direction do not form lines.
static int turn_in_dot(int x, int y)
{
    const double across = (x + 2) % 4 - 1.5, down = (y + 2) % 4 - 1.5, pi = acos(-1);
    const double angle = atan2(down, is_in_the_middle(y) ? -across : across) / (2 * pi);
    const int eighth = (int) floor(8 * (angle < 0 ? angle + 1 : angle) - 1e-9);
    return 4 * (eighth % 2) + 2 * (eighth / 2 % 2) + eighth / 4;
}

// Returns the rank of a texel, 0..63. A texel between the dots has 63 minus the rank of the one
// four columns to its right. Among dots the ring decides first, then the order on the ring, then
// the dot: those in the corners come first.
static int halftone(int x, int y)
{
    int rank = 0;
    if (spot(x, y) < 0)
        return 63 - halftone((x + 4) % 8, y);
    for (int i = 0; i < 64; i++) {
        const double off = spot(i % 8, i / 8) - spot(x, y);
        const int turn = turn_in_dot(i % 8, i / 8) - turn_in_dot(x, y);
        const bool is_darker = fabs(off) > 1e-9 ? off > 0
                               : turn != 0      ? turn < 0
                                                : !is_in_the_middle(i / 8) && is_in_the_middle(y);
        rank += spot(i % 8, i / 8) > 0 && is_darker;
    }
    return rank;
}

static double halftone_threshold(int x, int y)
{
    static double thresholds[64];
    static bool is_made;
    for (int i = 0; i < 64 && !is_made; i++)
        thresholds[i] = (halftone(i % 8, i / 8) + 0.5) / 64 - 0.5;
    is_made = true;
    return thresholds[y % 8 * 8 + x % 8];
}

// Jarzynski and Olano 2020: pcg3d. Two of its words give numbers of 23 bits.
static struct threshold white_noise(uint32_t x, uint32_t y, uint32_t z)
{
    x = x * 1664525 + 1013904223;
    y = y * 1664525 + 1013904223;
    z = z * 1664525 + 1013904223;
    for (int round = 0; round < 2; round++) {
        x += y * z;
        y += z * x;
        z += x * y;
        if (round == 0) {
            x ^= x >> 16;
            y ^= y >> 16;
            z ^= z >> 16;
        }
    }
    return (struct threshold){ ((x >> 9) + 0.5) / 0x1p23 - 0.5, ((y >> 9) + 0.5) / 0x1p23 - 0.5 };
}

// Returns the offset of an animated pattern, 0..63: the fraction of frame * step, in 64ths. The
// steps are 1 / phi and 1 / phi^2, where phi is the real root of x^3 = x + 1.
static int wander(uint32_t frame, double step)
{
    const uint32_t turn = (uint32_t) floor(step * 0x1p32 + 0.5);
    return (int) ((uint32_t) (frame * turn) / 0x1p26);
}

static struct threshold find_threshold(const struct dither_params *p, int x, int y, int frame)
{
    const uint32_t n = p->animate ? (uint32_t) frame : 0;
    const double phi = 1.32471795724474602596;
    const int u = x + wander(n, 1 / phi), v = y + wander(n, 1 / (phi * phi));
    const double inner = 0.06711056 * u + 0.00583715 * v; // Jimenez 2014
    const double outer = 52.9829189 * (inner - floor(inner));
    switch (p->matrix) {
    case DITHER_HALFTONE:
        return (struct threshold){ halftone_threshold(u, v), 0 };
    case DITHER_BLUE_NOISE:
        return (struct threshold){ (noise_blue()[v % 64 * 64 + u % 64] + 0.5) / 4096 - 0.5, 0 };
    case DITHER_IGN:
        return (struct threshold){ outer - floor(outer) - 0.5, 0 };
    case DITHER_WHITE:
        return (struct threshold){ white_noise((uint32_t) x, (uint32_t) y, n).base, 0 };
    case DITHER_TRIANGULAR:
        return white_noise((uint32_t) x, (uint32_t) y, n);
    default: {
        const int side = 2 << (p->matrix - DITHER_BAYER2);
        return (struct threshold){ (bayer(u % side, v % side, side) + 0.5) / (side * side) - 0.5,
                                   0 };
    }
    }
}

// ---- levels

// Adds noise to a value and rounds it to a level. The noise ends half a step beyond the range,
// where values still round to the ends.
static double dither_level(const struct reference_call *call, double value,
                           const struct threshold *threshold)
{
    const struct dither_params *p = call->params;
    const double top = exp2(p->bits ? p->bits : call->depth) - 1;
    double place = value * top;
    if (p->space == DITHER_LINEAR) { // the part of the way between two steps, by light
        const double below = fmin(floor(place), top - 1);
        const double dark = reference_srgb_decode(below / top);
        const double bright = reference_srgb_decode((below + 1) / top);
        place = below + (reference_srgb_decode(place / top) - dark) / (bright - dark);
    }
    const double room = fmin(place, top - place) + 0.5;
    const bool is_wide = threshold->extra != 0 && room >= 1;
    const double half_width = is_wide ? 1 : 0.5;
    const double noise = is_wide ? threshold->base + threshold->extra : threshold->base;
    const double widest = fmin(p->strength * half_width, room);
    return fmin(fmax(floor(place + 0.5 + noise / half_width * widest), 0), top) / top;
}

void reference_dither(const struct reference_call *call)
{
    struct palette_colours list;
    const bool has_palette = dither_load_palette(call->params, &list);
    const struct dither_params *p = call->params;
    const int side = effect_cell(&effect_dither, p, call->input->height, call->cell);
    for (int y = 0; y < call->output->height; y++)
        for (int x = 0; x < call->output->width; x++) {
            const double *in = image_at(call->input, x, y);
            double *out = image_at(call->output, x, y), value[3];
            const struct threshold threshold = find_threshold(p, x / side, y / side, call->frame);
            for (int i = 0; i < 3; i++)
                value[i] = fmin(fmax(in[i], 0), 1);
            if (has_palette)
                dither_mix_colour(&list, p, value, threshold.base, out);
            for (int i = 0; i < 3 && !has_palette; i++)
                out[i] = dither_level(call, value[i], &threshold);
            out[3] = in[3];
        }
}
