// A display value as a mix of a palette's colours, one of which is picked. Needs u_palettes of pointwise/pixel.glsl,
// made by effects/dither.c: colours from dark to bright in columns; in rows the display value, the place in the space
// that distances are taken in, and what is mixed, display value or light.

#include "srgb.glsl"

// CIE 1976 L*a*b* of linear light against D65 (IEC 61966-2-1).
vec3 dither_lab(vec3 light)
{
    const mat3 to_xyz = mat3(0.4124 / 0.9505, 0.2126, 0.0193 / 1.0890, 0.3576 / 0.9505, 0.7152, 0.1192 / 1.0890,
                             0.1805 / 0.9505, 0.0722, 0.9505 / 1.0890);
    precise vec3 t = to_xyz * light;
    precise vec3 near_black = t * (841.0 / 108.0) + 4.0 / 29.0;
    vec3 root = mix(pow(max(t, vec3(1e-6)), vec3(1.0 / 3.0)), near_black, lessThanEqual(t, vec3(216.0 / 24389.0)));
    precise vec3 lab = vec3(116.0 * root.y - 16.0, 500.0 * (root.x - root.y), 200.0 * (root.y - root.z));
    return lab;
}

// B. Ottosson, A perceptual color space for image processing, 2020.
vec3 dither_oklab(vec3 light)
{
    const mat3 to_cones = mat3(0.4122214708, 0.2119034982, 0.0883024619, 0.5363325363, 0.6806995451, 0.2817188376,
                               0.0514459929, 0.1073969566, 0.6299787005);
    const mat3 to_lab = mat3(0.2104542553, 1.9779984951, 0.0259040371, 0.7936177850, -2.4285922050, 0.7827717662,
                             -0.0040720468, 0.4505937099, -0.8086757660);
    precise vec3 cones = to_cones * light;
    precise vec3 lab = to_lab * pow(max(cones, vec3(0.0)), vec3(1.0 / 3.0));
    return lab;
}

// Where a display value lies in the space that distances are taken in.
vec3 dither_place(vec3 value, int metric)
{
    if (metric == 1)
        return value * sqrt(vec3(0.299, 0.587, 0.114));
    if (metric == 2)
        return dither_lab(srgb_decode(value));
    if (metric == 3)
        return dither_oklab(srgb_decode(value));
    return value;
}

float dither_product(vec3 a, vec3 b)
{
    precise float sum = fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
    return sum;
}

// A colour of the palette, or a mean of several.
struct DitherColor {
    vec3 place, value;
};

// Where a palette's colours are: `few` in u_facts, 0 for all in u_palettes. What they are compared and mixed in is most
// often the same.
struct DitherPalette {
    int few;
    bool places_are_values;
};

int dither_count(DitherPalette palette)
{
    return palette.few > 0 ? palette.few : textureSize(u_palettes, 0).x;
}

vec3 dither_place_of(DitherPalette palette, int i)
{
    return palette.few > 0 ? u_facts[i].rgb : texelFetch(u_palettes, ivec2(i, 1), 0).rgb;
}

DitherColor dither_color(DitherPalette palette, int i)
{
    vec3 place = dither_place_of(palette, i), value = place;
    if (!palette.places_are_values)
        value = palette.few > 0 ? u_facts[palette.few + i].rgb : texelFetch(u_palettes, ivec2(i, 2), 0).rgb;
    return DitherColor(place, value);
}

// One that every pixel chooses for itself: no constant.
DitherColor dither_fetch(DitherPalette palette, int i)
{
    return dither_color(DitherPalette(0, palette.places_are_values), i);
}

int dither_nearest(DitherPalette palette, vec3 place)
{
    int count = dither_count(palette), nearest = 0;
    float least = 1e30;
    for (int i = 0; i < count; i++) {
        precise vec3 off = place - dither_place_of(palette, i);
        float d = dither_product(off, off);
        nearest = d < least ? i : nearest;
        least = min(least, d);
    }
    return nearest;
}

// The colour that brings the mix nearest to what is wanted, and how much of it; -1 if none can. Of two that come
// equally near the calmer mix wins: a hundredth of its variance counts as a miss. Only what a colour changes of the
// squared miss is compared.
int dither_partner(DitherPalette palette, DitherColor wanted, DitherColor mean, out float part)
{
    int count = dither_count(palette), partner = -1;
    float least = 1e30;
    precise vec3 value_off = wanted.value - mean.value;
    precise vec3 place_off = wanted.place - mean.place;
    part = 0.0;
    for (int i = 0; i < count; i++) {
        DitherColor more = dither_color(palette, i);
        precise vec3 along = more.value - mean.value;
        precise vec3 span = more.place - mean.place;
        float reach = dither_product(along, along);
        float length = palette.places_are_values ? reach : dither_product(span, span);
        float forward = dither_product(value_off, along);
        float nearer = palette.places_are_values ? forward : dither_product(place_off, span);
        precise float share = clamp(forward * (1.0 / max(reach, 1e-9)), 0.0, 1.0);
        precise float score = share * fma(length, fma(0.99, share, 0.01), -2.0 * nearer);
        bool better = reach >= 1e-9 && score < least;
        partner = better ? i : partner;
        part = better ? share : part;
        least = better ? score : least;
    }
    return partner;
}

DitherColor dither_blend(DitherColor a, DitherColor b, float share)
{
    precise vec3 place = fma(vec3(share), b.place - a.place, a.place);
    precise vec3 value = fma(vec3(share), b.value - a.value, a.value);
    return DitherColor(place, value);
}

// The parts lie on 0..1 from dark to bright, so that the pattern of a matrix never turns over: the one that covers
// `at`.
int dither_pick(ivec4 colors, vec4 parts, float at)
{
    int pick = colors[0];
    float last = -1.0;
    for (int i = 0; i < 4; i++) {
        precise vec4 darker = mix(vec4(0.0), parts, lessThan(colors, ivec4(colors[i])));
        precise float begin = darker.x + darker.y + darker.z + darker.w;
        if (parts[i] > 0.0 && at >= begin && begin > last) {
            last = begin;
            pick = colors[i];
        }
    }
    return pick;
}

// Begins with the nearest colour and adds the best partner three times: four colours, the corners of a tetrahedron,
// hold any value. So the spacing is the palette's own, wherever the value lies.
int dither_mix(DitherPalette palette, DitherColor wanted, float at)
{
    int nearest = dither_nearest(palette, wanted.place);
    ivec4 colors = ivec4(nearest);
    vec4 parts = vec4(1.0, 0.0, 0.0, 0.0);
    DitherColor mean = dither_fetch(palette, nearest);
    for (int i = 1; i < 4; i++) {
        float part;
        int partner = dither_partner(palette, wanted, mean, part);
        if (partner < 0)
            break;
        precise vec4 rest = parts * (1.0 - part);
        parts = rest;
        parts[i] = part;
        colors[i] = partner;
        mean = dither_blend(mean, dither_fetch(palette, partner), part);
    }
    return dither_pick(colors, parts, at);
}

// A ramp of up to four colours is mixed of neighbours only: how far a value lies from one to the next is a dot product.
vec3 dither_to_ramp(vec3 value, float at, int count)
{
    int last = count - 1;
    vec3 color = u_facts[0].rgb;
    for (int i = 0; i < last; i++) {
        vec4 plane = u_facts[count + i];
        precise float part = fma(value.x, plane.x, fma(value.y, plane.y, fma(value.z, plane.z, plane.w)));
        color = part >= 1.0 - at ? u_facts[i + 1].rgb : color;
    }
    return color;
}

// way: flags, 4 for a ramp, 8 for the nearest colour without dither; 16 times the number of few colours, of which a
// fetch is spared.
vec3 dither_to_palette(vec3 value, int metric, int space, float strength, float threshold, int way)
{
    DitherPalette palette = DitherPalette(way >> 4, metric == 0 && space == 0);
    precise float at = fma(min(strength, 1.0), threshold, 0.5);
    vec3 mixed = space == 1 ? srgb_decode(value) : value;
    if ((way & 4) != 0)
        return dither_to_ramp(mixed, at, palette.few);
    DitherColor wanted = DitherColor(dither_place(value, metric), mixed);
    int pick = (way & 8) == 0 ? dither_mix(palette, wanted, at) : dither_nearest(palette, wanted.place);
    return texelFetch(u_palettes, ivec2(pick, 0), 0).rgb;
}
