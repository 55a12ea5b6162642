// Ordered and noise dither of display values, to a number of levels a channel or to a palette. A threshold of its own
// for every pixel decides between the two nearest steps, or between the colours of a mix, so that areas keep their
// mean; what lies on a step stays on it. Only colour is dithered, alpha is kept.

#include "dither_palette.glsl"
#include "dither_threshold.glsl"
#include "srgb.glsl"

// The whole step of 0..top for a value between steps. Noise narrows towards the ends, where it would leave the range
// and an end would not stay pure; the two noises have the same mean and variance where they change places.
float dither_round(float value, float top, float strength, DitherThreshold threshold)
{
    precise float end = min(value, top - value);
    bool wide = threshold.extra != 0.0 && end >= 0.5;
    float offset = wide ? threshold.base + threshold.extra : threshold.base;
    precise float reach = min(strength, (end + 0.5) * (wide ? 1.0 : 2.0));
    precise float shifted = fma(reach, offset, value + 0.5);
    return clamp(floor(shifted), 0.0, top);
}

// The same for noise that never reaches past the ends.
vec3 dither_round_narrow(vec3 value, float top, float strength, float threshold)
{
    precise vec3 shifted = fma(vec3(strength), vec3(threshold), value + 0.5);
    return clamp(floor(shifted), 0.0, top);
}

// The same place between two steps by light instead of by display value.
vec3 dither_by_light(vec3 value, float top)
{
    vec3 below = min(floor(value), top - 1.0);
    vec3 dark = srgb_decode(below / top);
    vec3 bright = srgb_decode((below + 1.0) / top);
    precise vec3 place = below + (srgb_decode(value / top) - dark) / (bright - dark);
    return clamp(place, vec3(0.0), vec3(top));
}

vec3 dither_to_levels(vec3 value, int bits, int space, float strength, DitherThreshold threshold)
{
    float top = float((1 << bits) - 1);
    precise vec3 steps = value * top;
    if (space == 1)
        steps = dither_by_light(steps, top);
    if (strength <= 1.0 && threshold.extra == 0.0)
        steps = dither_round_narrow(steps, top, strength, threshold.base);
    else
        for (int i = 0; i < 3; i++)
            steps[i] = dither_round(steps[i], top, strength, threshold);
    precise vec3 rounded = steps * (1.0 / top);
    return rounded;
}

// palette: whether there is one, in u_palettes. bits: a channel, 0 for those of the picture's target, whose values are
// stored premultiplied; any other steps are meant for straight colour. strength: 1 is one step. metric: rgb, luma, lab,
// oklab. space: encoded, linear.
vec4 dither(vec4 color, Pixel px, int matrix, int bits, bool palette, float strength, int metric, int space,
            int animate)
{
    DitherThreshold threshold = dither_threshold(px.coord, matrix, animate == 1 ? uint(u_frame) : 0u);
    float cover = color.a > 0.0 && (palette || bits > 0) ? color.a : 1.0;
    precise vec3 value = clamp(color.rgb * (1.0 / cover), 0.0, 1.0);
    if (palette)
        value = dither_to_palette(value, metric, space, strength, threshold.base);
    else
        value = dither_to_levels(value, bits > 0 ? bits : u_depth, space, strength, threshold);
    precise vec3 display = value * cover;
    return vec4(display, color.a);
}
