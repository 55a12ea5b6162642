#include "effects/colour.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/pointwise/pointwise.h"
#include "render/image/srgb.h"

#include <math.h>
#include <string.h>

enum { FULL = DIFFUSION_FULL, STEP = 64 };

// ---- curves

static double curve_value(int curve, double x)
{
    switch (curve) {
    case DIFFUSION_DECODE:
        return FULL * srgb_decode(x / FULL);
    case DIFFUSION_ENCODE:
        return FULL * srgb_encode(x / FULL);
    case DIFFUSION_CUBE:
        return 32768 * cbrt(x / FULL);
    default:
        return 32768 * colour_lab_root(x / FULL);
    }
}

const float *diffusion_curves(void)
{
    static float curves[DIFFUSION_CURVE_COUNT][DIFFUSION_CURVE_SIZE];
    static bool is_made;
    if (is_made)
        return curves[0];
    is_made = true;
    for (int curve = 0; curve < DIFFUSION_CURVE_COUNT; curve++)
        for (int i = DIFFUSION_CURVE_SIZE - 1; i >= 0; i--) {
            const int x = i < DIFFUSION_EXACT ? i : DIFFUSION_EXACT + (i - DIFFUSION_EXACT) * STEP;
            curves[curve][i] = (float) floor(curve_value(curve, x) + 0.5);
        }
    return curves[0];
}

int diffusion_look_up(int curve, int x)
{
    const float *row = diffusion_curves() + curve * DIFFUSION_CURVE_SIZE;
    if (x < DIFFUSION_EXACT)
        return (int) row[x];
    const int i = DIFFUSION_EXACT + (x - DIFFUSION_EXACT) / STEP, part = x % STEP;
    const int below = (int) row[i], above = (int) row[i + 1];
    return below + ((above - below) * part + STEP / 2) / STEP;
}

// Extends a curve to negative values, symmetric about its value at 0, because sums may be below
// black.
static int look_up_signed(int curve, int x)
{
    return x < 0 ? 2 * diffusion_look_up(curve, 0) - diffusion_look_up(curve, -x)
                 : diffusion_look_up(curve, x);
}

// Divides by a power of two and rounds, halves away from 0.
static int shift(int x, int bits)
{
    const int half = 1 << (bits - 1);
    return x < 0 ? -((half - x) >> bits) : (x + half) >> bits;
}

// ---- positions of colours, in integers

static void multiply(const int matrix[3][3], const int in[3], int bits, int out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = shift(matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2], bits);
}

static int limit(int x, int most)
{
    return x < -most ? -most : x > most ? most : x;
}

void diffusion_find_place(const struct diffusion *diffusion, const int sum[3], int place[3])
{
    // 4096 times the roots of the weights of BT.601.
    static const int weights[3] = { 2240, 3138, 1383 };
    const bool needs_light = diffusion->distance >= DITHER_LAB;
    for (int i = 0; i < 3; i++) {
        place[i] = sum[i];
        if (needs_light != diffusion->is_linear)
            place[i] = look_up_signed(needs_light ? DIFFUSION_DECODE : DIFFUSION_ENCODE, sum[i]);
        if (diffusion->distance == DITHER_LUMA)
            place[i] = shift(weights[i] * place[i], 15);
    }
    if (diffusion->distance == DITHER_LAB) {
        // CIE 1976 L*a*b* with a D65 white, in 64ths. The sum of each row of the matrix is 4096, so
        // that white stays white.
        static const int to_xyz[3][3] = { { 1777, 1541, 778 },
                                          { 871, 2929, 296 },
                                          { 73, 448, 3575 } };
        int xyz[3];
        multiply(to_xyz, place, 12, xyz);
        for (int i = 0; i < 3; i++)
            xyz[i] = look_up_signed(DIFFUSION_LIGHTER, xyz[i]);
        place[0] = shift(116 * 64 * xyz[1], 15) - 16 * 64;
        place[1] = shift(500 * 64 * limit(xyz[0] - xyz[1], 32768), 15);
        place[2] = shift(200 * 64 * limit(xyz[1] - xyz[2], 32768), 15);
    } else if (diffusion->distance == DITHER_OKLAB) {
        // Oklab in 8192ths (B. Ottosson, A perceptual color space for image processing, 2020).
        static const int to_cones[3][3] = { { 1688, 2197, 211 },
                                            { 868, 2788, 440 },
                                            { 362, 1154, 2580 } };
        static const int to_lab[3][3] = { { 862, 3251, -17 },
                                          { 8102, -9948, 1846 },
                                          { 106, 3206, -3312 } };
        int cones[3];
        multiply(to_cones, place, 12, cones);
        for (int i = 0; i < 3; i++)
            cones[i] = look_up_signed(DIFFUSION_CUBE, cones[i]);
        multiply(to_lab, cones, 14, place);
    }
}

// ---- colours

// Sets the coefficients of the squared distance to a colour, without the term that all colours
// share. For display values all coefficients are multiples of 257, so they are divided by it and
// fit into 32 bits.
static void set_keys(struct diffusion_colour *colour, const int place[3], int unit)
{
    colour->own = 0;
    for (int i = 0; i < 3; i++) {
        colour->keys[i] = 2 * place[i] / unit;
        colour->own += unit * (place[i] / unit) * (place[i] / unit);
    }
}

void diffusion_init(struct diffusion *diffusion, const struct error_diffusion_params *params,
                    const struct palette *palette, int depth)
{
    *diffusion = (struct diffusion){
        .kernel = params->kernel,
        .bits = palette            ? 0
                : params->bits > 0 ? params->bits
                                   : depth,
        .is_linear = params->space == DITHER_LINEAR,
        .distance = palette ? params->distance : DITHER_RGB,
        .strength = (int) ((double) params->strength * DIFFUSION_STRENGTH + 0.5),
    };
    for (; palette && diffusion->count < palette->count; diffusion->count++) {
        struct diffusion_colour *colour = &diffusion->colours[diffusion->count];
        int place[3];
        for (int i = 0; i < 3; i++) {
            colour->display[i] = 257 * palette->colours[diffusion->count][i];
            colour->value[i] = diffusion->is_linear
                                   ? diffusion_look_up(DIFFUSION_DECODE, colour->display[i])
                                   : colour->display[i];
        }
        diffusion_find_place(diffusion, colour->value, place);
        if (diffusion->distance == DITHER_RGB)
            set_keys(colour, colour->display, 257);
        else
            set_keys(colour, place, 1);
    }
}

void diffusion_find(const struct diffusion *diffusion, const int sum[3],
                    struct diffusion_pick *pick)
{
    int place[3], least = INT32_MAX;
    const struct diffusion_colour *nearest = diffusion->colours;
    if (diffusion->bits > 0) {
        // The nearest level of each channel, by display value.
        const uint32_t top = (UINT32_C(1) << diffusion->bits) - 1;
        pick->word = 0;
        for (int i = 0; i < 3; i++) {
            const int inside = sum[i] < 0 ? 0 : sum[i] > FULL ? FULL : sum[i];
            const uint32_t shown =
                (uint32_t) (diffusion->is_linear ? diffusion_look_up(DIFFUSION_ENCODE, inside)
                                                 : inside);
            const uint32_t level = (shown * top + FULL / 2) / FULL;
            const int display = (int) ((level * FULL + top / 2) / top);
            pick->word |= level << (10 * i);
            pick->value[i] =
                diffusion->is_linear ? diffusion_look_up(DIFFUSION_DECODE, display) : display;
        }
        return;
    }
    diffusion_find_place(diffusion, sum, place);
    for (int i = 0; i < diffusion->count; i++) {
        const struct diffusion_colour *colour = &diffusion->colours[i];
        const int score = colour->own - colour->keys[0] * place[0] - colour->keys[1] * place[1] -
                          colour->keys[2] * place[2];
        if (score < least) {
            least = score;
            nearest = colour;
        }
    }
    memcpy(pick->value, nearest->value, sizeof(pick->value));
    pick->word = (uint32_t) (nearest - diffusion->colours);
}
