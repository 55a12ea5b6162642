// Ordered and noise dither of display values, to a number of levels a channel or to a palette. Every pixel has a
// threshold that decides between the two nearest steps, so that areas keep their mean, or between the colours of a mix,
// whose mean comes near it. A value on a step stays. Only colour is dithered, alpha is kept.

#include "dither/dither_palette.glsl"
#include "dither/dither_threshold.glsl"
#include "common/srgb.glsl"

// Returns the place between two steps by light instead of by display value.
vec3 dither_by_light(vec3 value, float top)
{
    vec3 below = min(floor(value), top - 1.0);
    vec3 dark = srgb_decode(below / top);
    vec3 bright = srgb_decode((below + 1.0) / top);
    precise vec3 place = below + (srgb_decode(value / top) - dark) / (bright - dark);
    return clamp(place, vec3(0.0), vec3(top));
}

// Computed by the host from the bits. top: the last step, 2^bits - 1; step: 1 / top; middle: top + 1.5; base: top + 1
// steps.
struct DitherLevels {
    float top, step, middle, base;
};

DitherLevels dither_levels()
{
    return DitherLevels(u_constants[0].x, u_constants[0].y, u_constants[0].z, u_constants[0].w);
}

// Rounds a value of 0..1 to whole steps. Beside top + 1, a power of two, rounding down is clearing a float's last bits.
// The threshold is kept below a whole step, and what a renderer without fma rounds up is clamped, so that both ends
// stay pure.
vec3 dither_round(vec3 value, int bits, float strength, float threshold)
{
    DitherLevels levels = dither_levels();
    float shift = fma(strength, threshold, levels.middle);
#if DITHER_SPACE == 1
    vec3 shifted = dither_by_light(value * levels.top, levels.top) + shift;
#else
    vec3 shifted = fma(value, vec3(levels.top), vec3(shift));
#endif
    vec3 steps = uintBitsToFloat(floatBitsToUint(shifted) & (~0u << (23 - bits)));
    vec3 rounded = fma(steps, vec3(levels.step), vec3(-levels.base));
    return clamp(rounded, 0.0, 1.0);
}

// The whole step for a value of 0..top with noise wider than a step. The noise narrows towards the ends, where it would
// leave the range and an end would not stay pure. Where one noise replaces the other both have the same mean and
// variance.
float dither_round_wide(float value, float top, float strength, DitherThreshold threshold)
{
    precise float end = min(value, top - value);
    bool wide = threshold.extra != 0.0 && end >= 0.5;
    float offset = wide ? threshold.base + threshold.extra : threshold.base;
    precise float reach = min(strength, (end + 0.5) * (wide ? 1.0 : 2.0));
    float shifted = fma(reach, offset, value + 0.5);
    return clamp(floor(shifted), 0.0, top);
}

#if (DITHER_VARIANT & 1) != 0
vec3 dither_to_levels(vec3 value, int bits, float strength, DitherThreshold threshold)
{
    float top = dither_levels().top;
    precise vec3 steps = value * top;
#if DITHER_SPACE == 1
    steps = dither_by_light(steps, top);
#endif
    for (int i = 0; i < 3; i++)
        steps[i] = dither_round_wide(steps[i], top, strength, threshold);
    return steps * dither_levels().step;
}
#else
vec3 dither_to_levels(vec3 value, int bits, float strength, DitherThreshold threshold)
{
    return dither_round(value, bits, strength, threshold.base);
}
#endif

// bits: a channel; DITHER_VARIANT without 2 takes those of the picture's target. strength: 1 is one step.
// DITHER_PALETTE: whether there is one, in u_table. DITHER_DISTANCE: rgb, luma, lab, oklab. DITHER_SPACE: encoded,
// linear. DITHER_CELL: side of the pixels that share a threshold, where that is more than 1. DITHER_VARIANT: flags, 1
// for noise wider than a step, 2 for bits that are given, and those of dither_palette.glsl.
vec4 dither(vec4 color, Pixel px, int bits, int colors, float strength)
{
#ifdef DITHER_CELL
    px = pixel_downscaled(px, DITHER_CELL);
#endif
    DitherThreshold threshold = dither_threshold(px);
    vec3 value = color.rgb;
    if (!px.bounded)
        value = clamp(value, 0.0, 1.0);
#if DITHER_PALETTE
    value = dither_to_palette(value, strength, threshold.base);
#elif (DITHER_VARIANT & 2) != 0
    value = dither_to_levels(value, bits, strength, threshold);
#else
    value = dither_to_levels(value, u_depth, strength, threshold);
#endif
    return vec4(value, color.a);
}
