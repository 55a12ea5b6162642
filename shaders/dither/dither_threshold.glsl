// The patterns of ordered and noise dither. u_noise of pointwise/pixel.glsl is the 64 by 64 tile of blue noise.

// The threshold of a pixel: `base` in -0.5..0.4999, since a half would round a value on a step up, and `extra`, which
// triangular noise adds to reach -1..1.
struct DitherThreshold {
    float base, extra;
};

// B. E. Bayer 1973. The recursion from [0 2; 3 1] interleaves the bits of the place, the lowest becoming the highest. A
// product puts three bits where they belong, at the top of a float's mantissa. sides: of the matrix, as a power of two,
// 1 to 4.
uint dither_bayer_bits(uint at, int sides)
{
    uint bits = (at & 7u) * 0x490000u & 0x540000u;
    return sides == 4 ? bits | (at & 8u) << 13 : bits;
}

// Each coordinate has a part of its own, so that the same column or row is worked out once.
uint dither_bayer_rank(uvec2 at, int sides)
{
    uint x = dither_bayer_bits(at.x, sides), y = dither_bayer_bits(at.y, sides);
    uint rank = x ^ (y ^ (y >> 1));
    return sides < 3 ? rank & (0x7fffffu << (23 - 2 * sides)) : rank;
}

// Adding a half keeps the mean of all thresholds in the middle. Without a carry the rank of a sum is the exclusive or
// of two ranks, of which many pixels share one and the other is a constant.
float dither_bayer(Pixel px, uvec2 wander, int sides)
{
#if DITHER_ANIMATE
    uint rank = dither_bayer_rank(px.base + px.step + wander, sides);
#else
    uint rank = dither_bayer_rank(px.base, sides) ^ dither_bayer_rank(px.step, sides);
#endif
    return uintBitsToFloat(0x3f800000u | rank) - (1.5 - 0.5 / float(1 << 2 * sides));
}

// Clustered dots at 45 degrees (R. Ulichney, Digital Halftoning, 1987). A tile of 8 by 8 is four squares of 4 by 4:
// on one diagonal two dots, which stay dark the longest, on the other their holes, which brighten in the same order.
// The digits are the order of a square's texels, row by row: ring by ring outwards, and on a ring opposite ones in
// turn. Two squares of a kind take turns, so that every rank comes once. One mirrors the other, so that dots form no
// lines.
float dither_halftone(uvec2 at)
{
    at = (at + 2u) & 7u; // the middle of a dot is the corner of the tile
    uint right = at.x >> 2, lower = at.y >> 2, texel = 4u * (at.y & 3u) + ((at.x & 3u) ^ (3u * lower));
    uint digits = texel < 8u ? 0xD97F513Bu : 0xA204E68Cu;
    uint rank = 2u * ((digits >> (28u - 4u * (texel & 7u))) & 15u) + lower;
    return (float(right == lower ? rank : 63u - rank) + 0.5) / 64.0 - 0.5;
}

// J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014: interleaved gradient
// noise, fract(52.9829189 * fract(0.06711056 x + 0.00583715 y)), in integers of 2^-32 and 2^-20, since floats leave
// few bits of the outer fraction.
float dither_gradient(uvec2 at)
{
    uint inner = at.x * 288237660u + at.y * 25070368u, high, low;
    umulExtended(inner, 55556617u, high, low);
    uint fraction = (high << 12) | (low >> 20);
    return min((float(fraction >> 9) + 0.5) / 8388608.0 - 0.5, 0.4999);
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

DitherThreshold dither_threshold(Pixel px)
{
#if DITHER_ANIMATE
    // Animated patterns wander by the two-dimensional golden ratio, in 64ths of the largest tile.
    uint frame = uint(u_frame);
#else
    const uint frame = 0u;
#endif
    uvec2 wander = (frame * uvec2(3242174889u, 2447445414u)) >> 26, at = uvec2(px.coord) + wander;
#if DITHER_MATRIX < 4
    return DitherThreshold(dither_bayer(px, wander, DITHER_MATRIX + 1), 0.0);
#elif DITHER_MATRIX == 4
    return DitherThreshold(dither_halftone(at), 0.0);
#elif DITHER_MATRIX == 5
    return DitherThreshold(texelFetch(u_noise, ivec2(at & 63u), 0).r - 0.5, 0.0);
#elif DITHER_MATRIX == 6
    return DitherThreshold(dither_gradient(at), 0.0);
#else
    uvec3 hash = dither_hash(uvec3(px.coord, frame));
    vec2 white = (vec2(hash.xy >> 9) + 0.5) / 8388608.0 - 0.5;
    return DitherThreshold(min(white.x, 0.4999), DITHER_MATRIX == 8 ? white.y : 0.0);
#endif
}
