// Ordered and noise dither of display values, to a number of levels a channel or to a palette. A threshold of its own
// for every pixel decides between the two nearest steps, or between the colours of a mix, so that areas keep their
// mean; what lies on a step stays on it. Only colour is dithered, alpha is kept.

#include "dither_palette.glsl"
#include "dither_threshold.glsl"
#include "srgb.glsl"

// The same place between two steps by light instead of by display value.
vec3 dither_by_light(vec3 value, float top)
{
    vec3 below = min(floor(value), top - 1.0);
    vec3 dark = srgb_decode(below / top);
    vec3 bright = srgb_decode((below + 1.0) / top);
    precise vec3 place = below + (srgb_decode(value / top) - dark) / (bright - dark);
    return clamp(place, vec3(0.0), vec3(top));
}

// A value of 0..1 rounded to steps of 1 / top. Next to top + 1, a power of two, floor takes the last bits of a float
// away. The threshold is kept from filling a whole step, and what a renderer without fma rounds up is cut off, so that
// an end stays pure.
vec3 dither_round(vec3 value, float top, int space, float strength, float threshold)
{
    float base = top + 1.0;
    uint whole = ~0u << (150u - (floatBitsToUint(base) >> 23));
    float most = uintBitsToFloat(floatBitsToUint(base + 1.0) - 1u);
    precise float shift = min(fma(strength, threshold, base + 0.5), most);
    precise vec3 shifted = space == 1 ? dither_by_light(value * top, top) + shift : fma(value, vec3(top), vec3(shift));
    vec3 steps = uintBitsToFloat(floatBitsToUint(shifted) & whole);
    precise vec3 rounded = fma(steps, vec3(1.0 / top), vec3(-base * (1.0 / top)));
    return clamp(rounded, 0.0, 1.0);
}

// The whole step for a value of 0..top and noise wider than a step. It narrows towards the ends, where it would leave
// the range and an end would not stay pure; the two noises have the same mean and variance where they change places.
float dither_round_wide(float value, float top, float strength, DitherThreshold threshold)
{
    precise float end = min(value, top - value);
    bool wide = threshold.extra != 0.0 && end >= 0.5;
    float offset = wide ? threshold.base + threshold.extra : threshold.base;
    precise float reach = min(strength, (end + 0.5) * (wide ? 1.0 : 2.0));
    precise float shifted = fma(reach, offset, value + 0.5);
    return clamp(floor(shifted), 0.0, top);
}

vec3 dither_to_levels(vec3 value, int bits, int space, float strength, bool wide, DitherThreshold threshold)
{
    float top = uintBitsToFloat(uint(127 + bits) << 23) - 1.0;
    precise vec3 rounded;
    if (wide) {
        precise vec3 steps = value * top;
        if (space == 1)
            steps = dither_by_light(steps, top);
        for (int i = 0; i < 3; i++)
            steps[i] = dither_round_wide(steps[i], top, strength, threshold);
        rounded = steps * (1.0 / top);
    } else {
        rounded = dither_round(value, top, space, strength, threshold.base);
    }
    return rounded;
}

// palette: whether there is one, in u_palettes. bits: a channel, 0 for those of the picture's target, whose values are
// stored premultiplied; any other steps are meant for straight colour. strength: 1 is one step. metric: rgb, luma, lab,
// oklab. space: encoded, linear. way: flags, 1 for noise wider than a step, 2 for bits that are given; and those
// of dither_palette.glsl.
vec4 dither(vec4 color, Pixel px, int matrix, int bits, bool palette, float strength, int metric, int space,
            int animate, int way)
{
    DitherThreshold threshold = dither_threshold(px.coord, matrix, animate == 1 ? uint(u_frame) : 0u);
    bool own = !palette && (way & 2) == 0;
    float cover = mix(1.0, color.a, color.a > 0.0 && !own);
    precise vec3 value = clamp(color.rgb * (1.0 / cover), 0.0, 1.0);
    if (palette)
        value = dither_to_palette(value, metric, space, strength, threshold.base, way);
    else
        value = dither_to_levels(value, own ? u_depth : bits, space, strength, (way & 1) != 0, threshold);
    precise vec3 display = value * cover;
    return vec4(display, color.a);
}
