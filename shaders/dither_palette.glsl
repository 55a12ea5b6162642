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

float dither_square(vec3 v)
{
    precise float sum = fma(v.x, v.x, fma(v.y, v.y, v.z * v.z));
    return sum;
}

// A colour of the palette, or a mean of several.
struct DitherColor {
    vec3 place, value;
};

// What a palette's colours are compared and mixed in; most often the same.
struct DitherPalette {
    int count;
    bool places_are_values;
};

DitherColor dither_color(DitherPalette palette, int i)
{
    vec3 place = texelFetch(u_palettes, ivec2(i, 1), 0).rgb;
    return DitherColor(place, palette.places_are_values ? place : texelFetch(u_palettes, ivec2(i, 2), 0).rgb);
}

int dither_nearest(DitherPalette palette, vec3 place)
{
    int nearest = 0;
    float least = 1e30;
    for (int i = 0; i < palette.count; i++) {
        float d = dither_square(place - texelFetch(u_palettes, ivec2(i, 1), 0).rgb);
        if (d < least) {
            least = d;
            nearest = i;
        }
    }
    return nearest;
}

// The colour that brings the mix nearest to what is wanted, and how much of it; -1 if none can. Of two that come
// equally near the calmer mix wins: a hundredth of its variance counts as a miss.
int dither_partner(DitherPalette palette, DitherColor wanted, inout DitherColor mean, out float part)
{
    int partner = -1;
    float least = 1e30;
    DitherColor from = mean;
    precise vec3 value_off = wanted.value - mean.value;
    precise vec3 place_off = wanted.place - mean.place;
    part = 0.0;
    for (int i = 0; i < palette.count; i++) {
        DitherColor more = dither_color(palette, i);
        precise vec3 along = more.value - from.value;
        precise vec3 span = more.place - from.place;
        float reach = dither_square(along);
        precise float forward = fma(value_off.x, along.x, fma(value_off.y, along.y, value_off.z * along.z));
        precise float share = clamp(forward / max(reach, 1e-9), 0.0, 1.0);
        precise vec3 miss = fma(vec3(-share), span, place_off);
        precise float score = fma(0.01 * share * (1.0 - share), dither_square(span), dither_square(miss));
        if (reach >= 1e-9 && score < least) {
            least = score;
            partner = i;
            part = share;
            precise vec3 place = fma(vec3(share), span, from.place);
            precise vec3 value = fma(vec3(share), along, from.value);
            mean = DitherColor(place, value);
        }
    }
    return partner;
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
    DitherColor mean = dither_color(palette, nearest);
    for (int i = 1; i < 4; i++) {
        float part;
        int partner = dither_partner(palette, wanted, mean, part);
        if (partner < 0)
            break;
        precise vec4 rest = parts * (1.0 - part);
        parts = rest;
        parts[i] = part;
        colors[i] = partner;
    }
    return dither_pick(colors, parts, at);
}

// A ramp of up to four colours is mixed of neighbours only: how far a value lies from one to the next is a dot product.
// facts: three of these, then the colours.
vec3 dither_to_ramp(vec3 value, float at, vec4 facts[7])
{
    vec3 color = facts[3].rgb;
    for (int i = 0; i < 3; i++) {
        precise float part = fma(value.x, facts[i].x, fma(value.y, facts[i].y, fma(value.z, facts[i].z, facts[i].w)));
        color = part >= 1.0 - at ? facts[4 + i].rgb : color;
    }
    return color;
}

// way: flags, 4 for a ramp, 8 for the nearest colour without dither.
vec3 dither_to_palette(vec3 value, int metric, int space, float strength, float threshold, int way, vec4 facts[7])
{
    precise float at = fma(min(strength, 1.0), threshold, 0.5);
    if ((way & 12) == 4)
        return dither_to_ramp(space == 1 ? srgb_decode(value) : value, at, facts);
    DitherPalette palette = DitherPalette(textureSize(u_palettes, 0).x, metric == 0 && space == 0);
    DitherColor wanted = DitherColor(dither_place(value, metric), space == 1 ? srgb_decode(value) : value);
    int pick = (way & 8) == 0 ? dither_mix(palette, wanted, at) : dither_nearest(palette, wanted.place);
    return texelFetch(u_palettes, ivec2(pick, 0), 0).rgb;
}
