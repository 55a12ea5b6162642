// Mixes a display value of a palette's colours and picks one of them. u_table of pointwise/pixel.glsl, made by
// effects/dither/dither_palette.c, has the colours from dark to bright as columns. Its rows are the display value, the
// place in the space in which distances are measured, and the value that is mixed: display value or light, scaled so
// that distances need no weights.

#include "dither/dither_few.glsl"
#include "common/srgb.glsl"

// CIE 1976 L*a*b* of linear light against D65 (IEC 61966-2-1).
vec3 dither_lab(vec3 light)
{
    const mat3 to_xyz = mat3(0.4124 / 0.9505, 0.2126, 0.0193 / 1.0890, 0.3576 / 0.9505, 0.7152, 0.1192 / 1.0890,
                             0.1805 / 0.9505, 0.0722, 0.9505 / 1.0890);
    vec3 t = to_xyz * light;
    vec3 near_black = fma(t, vec3(841.0 / 108.0), vec3(4.0 / 29.0));
    vec3 root = mix(pow(max(t, vec3(1e-6)), vec3(1.0 / 3.0)), near_black, lessThanEqual(t, vec3(216.0 / 24389.0)));
    vec3 lab = vec3(fma(116.0, root.y, -16.0), 500.0 * (root.x - root.y), 200.0 * (root.y - root.z));
    return lab;
}

// B. Ottosson, A perceptual color space for image processing, 2020.
vec3 dither_oklab(vec3 light)
{
    const mat3 to_cones = mat3(0.4122214708, 0.2119034982, 0.0883024619, 0.5363325363, 0.6806995451, 0.2817188376,
                               0.0514459929, 0.1073969566, 0.6299787005);
    const mat3 to_lab = mat3(0.2104542553, 1.9779984951, 0.0259040371, 0.7936177850, -2.4285922050, 0.7827717662,
                             -0.0040720468, 0.4505937099, -0.8086757660);
    vec3 cones = to_cones * light;
    vec3 lab = to_lab * pow(max(cones, vec3(0.0)), vec3(1.0 / 3.0));
    return lab;
}

const vec3 dither_luma = sqrt(vec3(0.299, 0.587, 0.114)); // roots of the weights of ITU-R BT.601

// Returns the place of a display value in the space in which distances are measured.
vec3 dither_place(vec3 value)
{
#if DITHER_DISTANCE == 1
    return value * dither_luma;
#elif DITHER_DISTANCE == 2
    return dither_lab(srgb_decode(value));
#elif DITHER_DISTANCE == 3
    return dither_oklab(srgb_decode(value));
#else
    return value;
#endif
}

float dither_product(vec3 a, vec3 b)
{
    float sum = fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
    return sum;
}

// The storage of a palette's colours: `few` of them are in u_constants, or, for 0, all in u_table. Places and mixed
// values are often the same.
struct DitherPalette {
    int few;
    bool places_are_values;
};

vec3 dither_place_of(DitherPalette palette, int i)
{
    vec3 place;
    if (palette.few > 0)
        place = u_constants[i].rgb;
    else
        place = texelFetch(u_table, ivec2(i, 1), 0).rgb;
    return place;
}

// The mixed value of a colour that every pixel chooses for itself, which no constant can be.
vec3 dither_fetch(int i)
{
    return texelFetch(u_table, ivec2(i, 2), 0).rgb;
}

vec3 dither_value_of(DitherPalette palette, int i)
{
    vec3 value;
    if (palette.few > 0)
        value = u_constants[palette.places_are_values ? i : palette.few + i].rgb;
    else
        value = dither_fetch(i);
    return value;
}

void dither_try_nearest(DitherPalette palette, vec3 place, int i, inout int nearest, inout float least)
{
    vec3 off = place - dither_place_of(palette, i);
    float d = dither_product(off, off);
    nearest = d < least ? i : nearest;
    least = min(least, d);
}

// A loop over few colours has a constant end, so that it is unrolled: the length of u_constants, which is once or twice
// their number.
int dither_nearest(DitherPalette palette, vec3 place)
{
    int nearest = 0;
    float least = 1e30;
    if (palette.few > 0) {
        for (int i = 0; i < u_constants.length(); i++)
            if (i < palette.few)
                dither_try_nearest(palette, place, i, nearest, least);
    } else {
        int count = textureSize(u_table, 0).x;
        for (int i = 0; i < count; i++)
            dither_try_nearest(palette, place, i, nearest, least);
    }
    return nearest;
}

// The search for a mix and how far it has come.
struct DitherSearch {
    DitherPalette palette;
    vec3 mean, off; // off: from the mean to what is wanted
};

// The best colour to add so far, how much of it, and how good that is: less is better.
struct DitherPartner {
    int color;
    float part, score;
};

// Brings the mix as near as colour i can. Of two colours that come equally near, the calmer mix wins, since a hundredth
// of its variance counts as a miss. Only the change of the squared miss is compared.
void dither_try_partner(DitherSearch search, int i, inout DitherPartner best)
{
    vec3 along = dither_value_of(search.palette, i) - search.mean;
    float reach = dither_product(along, along), forward = dither_product(search.off, along);
    float share = clamp(forward * (1.0 / max(reach, 1e-9)), 0.0, 1.0);
    float score = share * fma(reach, fma(0.99, share, 0.01), -2.0 * forward);
    bool better = reach >= 1e-9 && score < best.score;
    best.color = better ? i : best.color;
    best.part = better ? share : best.part;
    best.score = better ? score : best.score;
}

DitherPartner dither_partner(DitherPalette palette, vec3 wanted, vec3 mean)
{
    DitherPartner best = DitherPartner(0, 0.0, 1e30);
    DitherSearch search = DitherSearch(palette, mean, wanted - mean);
    if (palette.few > 0) {
        for (int i = 0; i < u_constants.length(); i++)
            if (i < palette.few)
                dither_try_partner(search, i, best);
    } else {
        int count = textureSize(u_table, 0).x;
        for (int i = 0; i < count; i++)
            dither_try_partner(search, i, best);
    }
    return best;
}

// Lays the parts side by side on 0..1, from dark to bright, so that the pattern of a matrix is never inverted, and
// takes the colour that covers `at`.
int dither_pick(ivec4 colors, vec4 parts, float at)
{
    int pick = colors[0];
    float last = -1.0;
    for (int i = 0; i < 4; i++) {
        vec4 darker = mix(vec4(0.0), parts, lessThan(colors, ivec4(colors[i])));
        float begin = darker.x + darker.y + darker.z + darker.w;
        bool covers = parts[i] > 0.0 && at >= begin && begin > last;
        last = covers ? begin : last;
        pick = covers ? colors[i] : pick;
    }
    return pick;
}

// Begins with the colour nearest to a place and adds the best partner three times: four colours are the corners of a
// tetrahedron, which can hold any value. So the spacing is the palette's own, wherever the value lies.
int dither_mix(DitherPalette palette, vec3 place, vec3 wanted, float at)
{
    int nearest = dither_nearest(palette, place);
    ivec4 colors = ivec4(nearest);
    vec4 parts = vec4(1.0, 0.0, 0.0, 0.0);
    vec3 mean = dither_fetch(nearest);
    for (int i = 1; i < 4; i++) {
        DitherPartner partner = dither_partner(palette, wanted, mean);
        vec4 rest = parts * (1.0 - partner.part);
        parts = rest;
        parts[i] = partner.part;
        colors[i] = partner.color;
        mean = fma(vec3(partner.part), dither_fetch(partner.color) - mean, mean);
    }
    return dither_pick(colors, parts, at);
}

// DITHER_VARIANT: 4 times the method (0 by search, 1 a ramp, 2 the nearest colour without dither, 3 in the hull), and
// 16 times the number of few colours, which need no fetch.
vec3 dither_to_palette(vec3 value, float strength, float threshold)
{
    const int few = DITHER_VARIANT >> 4;
#if DITHER_SPACE == 1
    vec3 mixed = srgb_decode(value);
#else
    vec3 mixed = value;
#endif
    float at = fma(min(strength, 1.0), threshold, 0.5);
#if (DITHER_VARIANT & 12) == 4
    return dither_in_ramp(mixed, threshold);
#elif (DITHER_VARIANT & 12) == 12
    return dither_in_hull(mixed, at, few);
#else
    DitherPalette palette = DitherPalette(few, DITHER_DISTANCE <= 1 && DITHER_SPACE == 0);
    vec3 place = dither_place(value);
#if (DITHER_VARIANT & 12) == 8
    int pick = dither_nearest(palette, place);
#elif DITHER_DISTANCE == 1
    int pick = dither_mix(palette, place, mixed * dither_luma, at);
#else
    int pick = dither_mix(palette, place, mixed, at);
#endif
    return texelFetch(u_table, ivec2(pick, 0), 0).rgb;
#endif
}
