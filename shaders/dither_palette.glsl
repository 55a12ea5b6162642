// A display value as a mix of a palette's colours, one of which is picked. Needs u_palettes of pointwise/pixel.glsl,
// whose rows effects/dither.c makes: display value and luminance, place in the space of distances, value to mix.

#include "dither_threshold.glsl"
#include "srgb.glsl"

// CIE 1976 L*a*b* of linear light against D65 (IEC 61966-2-1).
vec3 dither_lab(vec3 light)
{
    const mat3 to_xyz = mat3(0.4124 / 0.9505, 0.2126, 0.0193 / 1.0890, 0.3576 / 0.9505, 0.7152, 0.1192 / 1.0890,
                             0.1805 / 0.9505, 0.0722, 0.9505 / 1.0890);
    vec3 t = to_xyz * light;
    vec3 near_black = t * (841.0 / 108.0) + 4.0 / 29.0;
    vec3 root = mix(pow(max(t, vec3(1e-6)), vec3(1.0 / 3.0)), near_black, lessThanEqual(t, vec3(216.0 / 24389.0)));
    return vec3(116.0 * root.y - 16.0, 500.0 * (root.x - root.y), 200.0 * (root.y - root.z));
}

// B. Ottosson, A perceptual color space for image processing, 2020.
vec3 dither_oklab(vec3 light)
{
    const mat3 to_cones = mat3(0.4122214708, 0.2119034982, 0.0883024619, 0.5363325363, 0.6806995451, 0.2817188376,
                               0.0514459929, 0.1073969566, 0.6299787005);
    const mat3 to_lab = mat3(0.2104542553, 1.9779984951, 0.0259040371, 0.7936177850, -2.4285922050, 0.7827717662,
                             -0.0040720468, 0.4505937099, -0.8086757660);
    return to_lab * pow(max(to_cones * light, vec3(0.0)), vec3(1.0 / 3.0));
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
    precise float sum = v.x * v.x + v.y * v.y + v.z * v.z;
    return sum;
}

int dither_nearest(vec3 place, int count)
{
    int nearest = 0;
    float least = 1e30;
    for (int i = 0; i < count; i++) {
        float d = dither_square(place - texelFetch(u_palettes, ivec2(i, 1), 0).rgb);
        if (d < least) {
            least = d;
            nearest = i;
        }
    }
    return nearest;
}

// Up to four colours and their parts of a mix.
struct DitherMix {
    ivec4 colors;
    vec4 parts, luminances;
};

// What is mixed so far: in the space of distances, and as values.
struct DitherMean {
    vec3 place, value;
};

// The colour that brings the mix nearest to what is wanted, and how much of it; -1 if none can. Of two that come
// equally near the calmer mix wins: a hundredth of its variance counts as a miss.
int dither_partner(DitherMean wanted, DitherMean mean, int count, out float part)
{
    int partner = -1;
    float least = 1e30;
    part = 0.0;
    for (int i = 0; i < count; i++) {
        precise vec3 along = texelFetch(u_palettes, ivec2(i, 2), 0).rgb - mean.value;
        float reach = dither_square(along);
        if (reach < 1e-9)
            continue;
        precise vec3 aside = (wanted.value - mean.value) * along;
        precise float share = clamp((aside.x + aside.y + aside.z) / reach, 0.0, 1.0);
        precise vec3 span = texelFetch(u_palettes, ivec2(i, 1), 0).rgb - mean.place;
        precise vec3 miss = wanted.place - mean.place - share * span;
        precise float score = dither_square(miss) + 0.01 * share * (1.0 - share) * dither_square(span);
        if (score < least) {
            least = score;
            partner = i;
            part = share;
        }
    }
    return partner;
}

// Begins with the nearest colour and adds the best partner three times: four colours, the corners of a tetrahedron,
// hold any value. The palette's own spacing, wherever the value lies.
DitherMix dither_mix(DitherMean wanted, int nearest, int count)
{
    DitherMix mixed = DitherMix(ivec4(nearest), vec4(1.0, 0.0, 0.0, 0.0), vec4(0.0));
    DitherMean mean =
        DitherMean(texelFetch(u_palettes, ivec2(nearest, 1), 0).rgb, texelFetch(u_palettes, ivec2(nearest, 2), 0).rgb);
    for (int i = 1; i < 4; i++) {
        float part;
        int partner = dither_partner(wanted, mean, count, part);
        if (partner < 0)
            break;
        precise vec3 place = mean.place + part * (texelFetch(u_palettes, ivec2(partner, 1), 0).rgb - mean.place);
        precise vec3 value = mean.value + part * (texelFetch(u_palettes, ivec2(partner, 2), 0).rgb - mean.value);
        precise vec4 parts = mixed.parts * (1.0 - part);
        parts[i] = part;
        mean = DitherMean(place, value);
        mixed.parts = parts;
        mixed.colors[i] = partner;
    }
    for (int i = 0; i < 4; i++)
        mixed.luminances[i] = texelFetch(u_palettes, ivec2(mixed.colors[i], 0), 0).a;
    return mixed;
}

// The colours lie on 0..1 from dark to bright, each as long as its part: so the pattern of a matrix never turns over.
int dither_pick(DitherMix mixed, float at)
{
    int pick = mixed.colors[0];
    float last = -1.0;
    for (int i = 0; i < 4; i++) {
        precise float begin = 0.0;
        for (int j = 0; j < 4; j++) {
            bool is_darker = mixed.luminances[j] < mixed.luminances[i];
            if (is_darker || (mixed.luminances[j] == mixed.luminances[i] && mixed.colors[j] < mixed.colors[i]))
                begin += mixed.parts[j];
        }
        if (mixed.parts[i] > 0.0 && at >= begin && begin > last) {
            last = begin;
            pick = mixed.colors[i];
        }
    }
    return pick;
}

vec3 dither_to_palette(vec3 value, int count, int metric, int space, float strength, DitherThreshold threshold)
{
    vec3 place = dither_place(value, metric);
    int pick = dither_nearest(place, count);
    if (strength > 0.0) {
        DitherMean wanted = DitherMean(place, space == 1 ? srgb_decode(value) : value);
        precise float at = 0.5 + min(strength, 1.0) * threshold.base;
        pick = dither_pick(dither_mix(wanted, pick, count), at);
    }
    return texelFetch(u_palettes, ivec2(pick, 0), 0).rgb;
}
