// Ordered and noise dither of display values, to a number of levels a channel or to a palette. A threshold of its own
// for every pixel decides between the two nearest steps, so that areas keep their mean; what lies on a step stays on
// it. Only colour is dithered, alpha is kept.

#include "srgb.glsl"

// A threshold for one pixel: `base` in -0.5..0.5, and what triangular noise adds to it to reach -1..1.
struct DitherThreshold {
    float base, extra;
};

// B. E. Bayer, An optimum method for two-level rendition of continuous-tone pictures, ICC 1973: the recursion from
// [0 2; 3 1] interleaves the bits of the place, the lowest becoming the highest. `side` is 2^levels. The half keeps
// the mean of all thresholds at 0.
float dither_bayer(ivec2 at, int levels)
{
    int rank = 0;
    for (int i = 0; i < levels; i++) {
        ivec2 bit = (at >> i) & 1;
        rank = 4 * rank + 2 * (bit.x ^ bit.y) + bit.y;
    }
    return (float(rank) + 0.5) / float(1 << 2 * levels) - 0.5;
}

// J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014: interleaved gradient
// noise, fract(52.9829189 * fract(0.06711056 x + 0.00583715 y)), in integers of 2^-32 and 2^-20, since floats leave
// few bits of the outer fraction.
float dither_gradient(uvec2 at)
{
    uint inner = at.x * 288237660u + at.y * 25070368u, high, low;
    umulExtended(inner, 55556617u, high, low);
    uint fraction = (high << 12) | (low >> 20);
    return (float(fraction >> 9) + 0.5) / 8388608.0 - 0.5;
}

// M. Jarzynski, M. Olano, Hash Functions for GPU Rendering, JCGT 2020: pcg3d.
uvec3 dither_hash(uvec3 v)
{
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}

DitherThreshold dither_threshold(ivec2 coord, int matrix, uint frame)
{
    // Animated patterns wander by the two-dimensional golden ratio, in 64ths of the largest tile.
    ivec2 at = coord + ivec2((frame * uvec2(3242174889u, 2447445414u)) >> 26);
    if (matrix <= 3)
        return DitherThreshold(dither_bayer(at, matrix + 1), 0.0);
    if (matrix == 4)
        return DitherThreshold(texelFetch(u_noise, at & 63, 0).r - 0.5, 0.0);
    if (matrix == 5)
        return DitherThreshold(dither_gradient(uvec2(at)), 0.0);
    uvec3 hash = dither_hash(uvec3(coord, frame));
    vec2 white = (vec2(hash.xy >> 9) + 0.5) / 8388608.0 - 0.5;
    return DitherThreshold(white.x, matrix == 7 ? white.y : 0.0);
}

// The whole step of 0..top for a value between steps. Noise narrows towards the ends, where it would leave the range
// and an end would not stay pure; the two noises have the same mean and variance where they change places.
float dither_round(float value, float top, float strength, DitherThreshold threshold)
{
    precise float end = min(value, top - value);
    bool wide = threshold.extra != 0.0 && end >= 0.5;
    float offset = wide ? threshold.base + threshold.extra : threshold.base;
    precise float reach = min(strength, (end + 0.5) * (wide ? 1.0 : 2.0));
    precise float shifted = value + 0.5 + reach * offset;
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

// Rows of u_palettes (effects/dither.c): display value and luminance, place, value to mix.
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

// The colour that, mixed with the nearest, misses the value least; `share` is its part of the mix. Of two that hit it
// equally well the calmer mix wins: a hundredth of the mix's variance counts as a miss.
int dither_partner(vec3 place, vec3 value, int nearest, int count, out float share)
{
    vec3 place0 = texelFetch(u_palettes, ivec2(nearest, 1), 0).rgb;
    vec3 value0 = texelFetch(u_palettes, ivec2(nearest, 2), 0).rgb;
    int partner = nearest;
    float least = 1e30;
    share = 0.0;
    for (int i = 0; i < count; i++) {
        if (i == nearest)
            continue;
        precise vec3 along = texelFetch(u_palettes, ivec2(i, 2), 0).rgb - value0;
        precise vec3 aside = (value - value0) * along;
        precise float part = clamp((aside.x + aside.y + aside.z) / dither_square(along), 0.0, 1.0);
        precise vec3 span = texelFetch(u_palettes, ivec2(i, 1), 0).rgb - place0;
        precise vec3 miss = place - place0 - part * span;
        precise float score = dither_square(miss) + 0.01 * part * (1.0 - part) * dither_square(span);
        if (score < least) {
            least = score;
            partner = i;
            share = part;
        }
    }
    return partner;
}

// Mixes the nearest colour with its partner: the palette's own spacing, wherever the value lies.
vec3 dither_to_palette(vec3 value, int count, int metric, int space, float strength, DitherThreshold threshold)
{
    vec3 place = dither_place(value, metric);
    int nearest = dither_nearest(place, count);
    vec4 color = texelFetch(u_palettes, ivec2(nearest, 0), 0);
    if (strength == 0.0)
        return color.rgb;
    float share;
    int partner = dither_partner(place, space == 1 ? srgb_decode(value) : value, nearest, count, share);
    vec4 other = texelFetch(u_palettes, ivec2(partner, 0), 0);
    // A high threshold gives the brighter one, whichever is nearer, so that the pattern never turns over.
    bool is_brighter = other.a > color.a || (other.a == color.a && partner > nearest);
    precise float bright_share = is_brighter ? share : 1.0 - share;
    bool bright = dither_round(bright_share, 1.0, strength, threshold) > 0.5;
    return bright == is_brighter ? other.rgb : color.rgb;
}

// bits: a channel, 0 for those of the picture's target, whose values are stored premultiplied; any other steps are
// meant for straight colour. strength: 1 is one step. metric: rgb, luma, lab, oklab. space: encoded, linear.
vec4 dither(vec4 color, Pixel px, int matrix, int bits, float strength, int metric, int space, int animate)
{
    ivec2 colours = textureSize(u_palettes, 0);
    bool has_palette = colours.y > 1;
    DitherThreshold threshold = dither_threshold(px.coord, matrix, animate == 1 ? uint(u_frame) : 0u);
    float cover = color.a > 0.0 && (has_palette || bits > 0) ? color.a : 1.0;
    precise vec3 value = clamp(color.rgb / cover, 0.0, 1.0);
    if (has_palette) {
        value = dither_to_palette(value, colours.x, metric, space, strength, threshold);
    } else {
        float top = float((1 << (bits > 0 ? bits : u_depth)) - 1);
        precise vec3 steps = value * top;
        if (space == 1)
            steps = dither_by_light(steps, top);
        for (int i = 0; i < 3; i++)
            steps[i] = dither_round(steps[i], top, strength, threshold);
        value = steps / top;
    }
    precise vec3 display = value * cover;
    return vec4(display, color.a);
}
