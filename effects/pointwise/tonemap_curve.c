#include "effects/pointwise/tonemap_curve.h"

#include "effects/colour.h"
#include "render/image/srgb.h"

#include <math.h>
#include <string.h>

// Every curve maps scene light `in` (straight, exposed) to display light `out`, both linear.

static void apply_each(double (*curve)(double), const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = curve(in[i]);
}

// Reinhard et al. 2002: L / (1 + L), and with a white point L (1 + L / white^2) / (1 + L).
static void reinhard(const double in[3], double white, double out[3])
{
    const double luminance = colour_luminance(in);
    const double mapped = luminance * (1 + luminance / (white * white)) / (1 + luminance);
    for (int i = 0; i < 3; i++)
        out[i] = luminance > 0 ? in[i] * mapped / luminance : 0;
}

// Hable 2010: shoulder strength A, linear strength B, linear angle C, toe strength D, toe numerator
// E, toe denominator F, linear white W, and an exposure bias of 2.
static double hable_part(double x)
{
    const double A = 0.15, B = 0.50, C = 0.10, D = 0.20, E = 0.02, F = 0.30;
    return (x * (A * x + C * B) + D * E) / (x * (A * x + B) + D * F) - E / F;
}

static double hable(double x)
{
    const double W = 11.2;
    return hable_part(2 * x) / hable_part(W);
}

// Narkowicz 2016.
static double aces(double x)
{
    const double a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;
    return (x * (a * x + b)) / (x * (c * x + d) + e);
}

// Hill 2016: sRGB to the space of the fit, the fit, and back.
static double aces_hill_fit(double v)
{
    const double a = v * (v + 0.0245786) - 0.000090537;
    const double b = v * (0.983729 * v + 0.4329510) + 0.238081;
    return a / b;
}

static void aces_hill(const double in[3], double out[3])
{
    static const double into[3][3] = {
        { 0.59719, 0.35458, 0.04823 },
        { 0.07600, 0.90834, 0.01566 },
        { 0.02840, 0.13383, 0.83777 },
    };
    static const double back[3][3] = {
        { 1.60475, -0.53108, -0.07367 },
        { -0.10208, 1.10813, -0.00605 },
        { -0.00327, -0.07276, 1.07602 },
    };
    double fit[3];
    colour_multiply(into, in, fit);
    apply_each(aces_hill_fit, fit, fit);
    colour_multiply(back, fit, out);
}

// Sobotka 2022, Wrensch 2023: 16.5 stops around middle grey, a sigmoid in the logarithm.
static double agx_sigmoid(double light)
{
    const double least_ev = -12.47393, most_ev = 4.026069;
    const double ev = fmin(fmax(log2(fmax(light, 1e-10)), least_ev), most_ev);
    const double x = (ev - least_ev) / (most_ev - least_ev);
    return 15.5 * pow(x, 6) - 40.14 * pow(x, 5) + 31.96 * pow(x, 4) - 6.868 * pow(x, 3) +
           0.4298 * pow(x, 2) + 0.1191 * x - 0.00232;
}

static void agx(const double in[3], double out[3])
{
    static const double into[3][3] = {
        { 0.842479062253094, 0.0784335999999992, 0.0792237451477643 },
        { 0.0423282422610123, 0.878468636469772, 0.0791661274605434 },
        { 0.0423756549057051, 0.0784336000000000, 0.879142973793104 },
    };
    static const double back[3][3] = {
        { 1.19687900512017, -0.0980208811401368, -0.0990297440797205 },
        { -0.0528968517574562, 1.15190312990417, -0.0989611768448433 },
        { -0.0529716355144438, -0.0980434501171241, 1.15107367264116 },
    };
    double inner[3], display[3];
    colour_multiply(into, in, inner);
    apply_each(agx_sigmoid, inner, inner);
    colour_multiply(back, inner, display);
    for (int i = 0; i < 3; i++)
        out[i] = pow(fmax(display[i], 0), 2.2);
}

// Khronos PBR Neutral 2024: base colours pass but for the 4 % that a dielectric reflects; only the
// highlights are compressed, then desaturated.
static void neutral(const double in[3], double out[3])
{
    const double f90 = 0.04, start = 0.8 - f90, desaturation = 0.15;
    const double least = fmin(in[0], fmin(in[1], in[2]));
    const double offset = least <= 2 * f90 ? least - least * least / (4 * f90) : f90;
    const double peak = fmax(in[0], fmax(in[1], in[2])) - offset;
    const double mapped = 1 - (1 - start) * (1 - start) / (peak + 1 - 2 * start);
    const double kept = 1 / (desaturation * (peak - mapped) + 1);
    for (int i = 0; i < 3; i++) {
        out[i] = in[i] - offset;
        if (peak > start)
            out[i] = kept * out[i] * mapped / peak + (1 - kept) * mapped;
    }
}

// Uchimura 2017: a toe, a line and a shoulder, blended by weights.
static double gt(double x)
{
    const double P = 1, a = 1, m = 0.22, l = 0.4, c = 1.33, b = 0;
    const double l0 = (P - m) * l / a;
    const double S0 = m + l0, S1 = m + a * l0, C2 = a * P / (P - S1);
    if (x >= S0)
        return P - (P - S1) * exp(-C2 * (x - S0) / P);
    const double line = m + a * (x - m);
    if (x >= m)
        return line;
    const double toe = m * pow(x / m, c) + b;
    const double share = (x / m) * (x / m) * (3 - 2 * (x / m));
    return toe * (1 - share) + line * share;
}

static void apply_curve(const struct tonemap_params *p, const double in[3], double out[3])
{
    static double (*const curves[TONEMAP_CURVE_COUNT])(double) = {
        [TONEMAP_HABLE] = hable,
        [TONEMAP_ACES] = aces,
        [TONEMAP_GT] = gt,
    };
    if (curves[p->curve])
        apply_each(curves[p->curve], in, out);
    else if (p->curve == TONEMAP_REINHARD)
        reinhard(in, INFINITY, out);
    else if (p->curve == TONEMAP_REINHARD_EXTENDED)
        reinhard(in, p->white, out);
    else if (p->curve == TONEMAP_ACES_HILL)
        aces_hill(in, out);
    else if (p->curve == TONEMAP_AGX)
        agx(in, out);
    else if (p->curve == TONEMAP_NEUTRAL)
        neutral(in, out);
    else
        memcpy(out, in, 3 * sizeof(*out));
}

void tonemap_curve_shade(const struct tonemap_params *p, const double in[3], double out[3])
{
    double light[3], display[3];
    // The matrix of AgX makes negative light positive.
    const double least = p->curve == TONEMAP_AGX ? -1e6 : 0;
    for (int i = 0; i < 3; i++)
        light[i] = fmin(fmax(in[i] * exp2(p->exposure), least), 1e6);
    apply_curve(p, light, display);
    for (int i = 0; i < 3; i++)
        out[i] = srgb_encode(fmin(fmax(display[i], 0), 1));
}
