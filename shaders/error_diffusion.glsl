// What a pixel does in error diffusion, in whole numbers: its value, the colour it takes, the weights of its
// neighbours. See effects/error_diffusion.h for the rule, which error_diffusion_serial.c follows to the bit.
//
// Defines: KERNEL; BITS a channel (0: a palette); COLORS of the palette that stay in registers (0: any number, in
// shared memory); METRIC of distances: rgb, luma, lab, oklab; LINEAR: values of light; COVER: straight colours; WEAK:
// a strength below 1.

layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_palette; // a column for each colour; rows: keys, value, display; alpha: own
layout(binding = 2) uniform sampler2D u_curves;  // whole numbers, see enum diffusion_curve
layout(location = 1) uniform int u_strength;     // 256ths

const int FULL = 65535;

// Weights of the errors of the pixels to the left, nearest first; above from x - BACK to x + REACH; and two rows above
// from x - BACK2 to x + REACH2, with TWO_ABOVE.
#if KERNEL == 0 // R. W. Floyd and L. Steinberg, 1976
#define REACH 1
#define BACK 1
const int DIVISOR = 16, LEFT[2] = int[](7, 0), ABOVE[3] = int[](1, 5, 3);
#elif KERNEL == 1 // "false" Floyd-Steinberg, a shortcut of many programs
#define REACH 0
#define BACK 1
const int DIVISOR = 8, LEFT[2] = int[](3, 0), ABOVE[2] = int[](2, 3);
#elif KERNEL == 2 // J. F. Jarvis, C. N. Judice and W. H. Ninke, 1976
#define REACH 2
#define BACK 2
#define TWO_ABOVE
#define REACH2 2
const int DIVISOR = 48, LEFT[2] = int[](7, 5), ABOVE[5] = int[](3, 5, 7, 5, 3), ABOVE2[5] = int[](1, 3, 5, 3, 1);
#elif KERNEL == 3 // P. Stucki, 1981
#define REACH 2
#define BACK 2
#define TWO_ABOVE
#define REACH2 2
const int DIVISOR = 42, LEFT[2] = int[](8, 4), ABOVE[5] = int[](2, 4, 8, 4, 2), ABOVE2[5] = int[](1, 2, 4, 2, 1);
#elif KERNEL == 4 // D. Burkes, 1988
#define REACH 2
#define BACK 2
const int DIVISOR = 32, LEFT[2] = int[](8, 4), ABOVE[5] = int[](2, 4, 8, 4, 2);
#elif KERNEL == 5 // F. Sierra, 1989
#define REACH 2
#define BACK 2
#define TWO_ABOVE
#define REACH2 1
const int DIVISOR = 32, LEFT[2] = int[](5, 3), ABOVE[5] = int[](2, 4, 5, 4, 2), ABOVE2[3] = int[](2, 3, 2);
#elif KERNEL == 6 // F. Sierra, two rows, 1990
#define REACH 2
#define BACK 2
const int DIVISOR = 16, LEFT[2] = int[](4, 3), ABOVE[5] = int[](1, 2, 3, 2, 1);
#elif KERNEL == 7 // F. Sierra, filter lite
#define REACH 1
#define BACK 0
const int DIVISOR = 4, LEFT[2] = int[](2, 0), ABOVE[2] = int[](1, 1);
#else // B. Atkinson, for the Macintosh, about 1984: a quarter of the error is let go
#define REACH 1
#define BACK 1
#define TWO_ABOVE
#define REACH2 0
const int DIVISOR = 8, LEFT[2] = int[](1, 1), ABOVE[3] = int[](1, 1, 1), ABOVE2[1] = int[](1);
#endif

// ---- curves

const int DECODE = 0, ENCODE = 1, CUBE = 2, LIGHTER = 3, EXACT = 2048;

int look_up(int curve, int x)
{
    if (x < EXACT)
        return int(texelFetch(u_curves, ivec2(x, curve), 0).r);
    int i = EXACT + ((x - EXACT) >> 6);
    int below = int(texelFetch(u_curves, ivec2(i, curve), 0).r);
    int above = int(texelFetch(u_curves, ivec2(i + 1, curve), 0).r);
    return below + (((above - below) * (x & 63) + 32) >> 6);
}

// Point-symmetric around its value at 0.
ivec3 follow(int curve, ivec3 x)
{
    int zero = look_up(curve, 0);
    ivec3 found;
    for (int i = 0; i < 3; i++) {
        int there = look_up(curve, abs(x[i]));
        found[i] = x[i] < 0 ? 2 * zero - there : there;
    }
    return found;
}

// Divided by a power of two and rounded, the halves away from 0.
ivec3 shift(ivec3 x, int bits)
{
    return sign(x) * ((abs(x) + (1 << (bits - 1))) >> bits);
}

ivec3 multiply(ivec3 row0, ivec3 row1, ivec3 row2, ivec3 v, int bits)
{
    ivec3 x = row0 * v, y = row1 * v, z = row2 * v;
    return shift(ivec3(x.x + x.y + x.z, y.x + y.y + y.z, z.x + z.y + z.z), bits);
}

// ---- values

// One rounding in single precision.
uvec3 quantise(vec3 value)
{
    precise vec3 scaled = clamp(value, 0.0, 1.0) * 65535.0;
    precise vec3 rounded = scaled + 0.5;
    return uvec3(rounded);
}

// The alpha that colours are divided by; 0 for none.
uint cover_of(vec4 texel)
{
#if COVER
    return quantise(texel.aaa).x;
#else
    return 0u;
#endif
}

ivec3 value_of(vec4 texel)
{
    uvec3 shown = quantise(texel.rgb);
#if COVER
    uint alpha = cover_of(texel);
    if (alpha > 0u && alpha < uint(FULL))
        shown = min((shown * uint(FULL) + alpha / 2u) / alpha, uint(FULL));
#endif
    ivec3 value = ivec3(shown);
#if LINEAR
    value = follow(DECODE, value);
#endif
    return value;
}

vec4 texel_of(ivec3 display, vec4 texel)
{
    precise vec3 color = vec3(display) * (1.0 / 65535.0);
    if (cover_of(texel) > 0u)
        color *= texel.a;
    return vec4(color, texel.a);
}

// ---- colours

ivec3 place_of(ivec3 sum)
{
    ivec3 place = sum;
#if METRIC >= 2 && !LINEAR
    place = follow(DECODE, sum);
#elif METRIC < 2 && LINEAR
    place = follow(ENCODE, sum);
#endif
#if METRIC == 1
    place = shift(ivec3(2240, 3138, 1383) * place, 15);
#elif METRIC == 2
    ivec3 xyz = multiply(ivec3(1777, 1541, 778), ivec3(871, 2929, 296), ivec3(73, 448, 3575), place, 12);
    xyz = follow(LIGHTER, xyz);
    ivec2 apart = clamp(xyz.xy - xyz.yz, -32768, 32768);
    place = shift(ivec3(116 * 64, 500 * 64, 200 * 64) * ivec3(xyz.y, apart), 15) - ivec3(16 * 64, 0, 0);
#elif METRIC == 3
    ivec3 cones = multiply(ivec3(1688, 2197, 211), ivec3(868, 2788, 440), ivec3(362, 1154, 2580), place, 12);
    cones = follow(CUBE, cones);
    place = multiply(ivec3(862, 3251, -17), ivec3(8102, -9948, 1846), ivec3(106, 3206, -3312), cones, 14);
#endif
    return place;
}

// What a pixel takes: `value` for its error, `display` to show.
struct Pick {
    ivec3 value, display;
};

#if BITS > 0

const uint TOP = (1u << BITS) - 1u;

void load_palette(int lane)
{
}

// Each channel by itself: the level nearest as a display value.
Pick pick_color(ivec3 sum)
{
    ivec3 shown = clamp(sum, 0, FULL);
#if LINEAR
    shown = follow(ENCODE, shown);
#endif
    uvec3 level = (uvec3(shown) * TOP + uint(FULL / 2)) / uint(FULL);
    ivec3 display = ivec3((level * uint(FULL) + TOP / 2u) / TOP);
#if LINEAR
    return Pick(follow(DECODE, display), display);
#else
    return Pick(display, display);
#endif
}

#else

// A colour's numbers: keys and own; value in 16 bits each.
ivec4 fetch_keys(int i)
{
    vec4 keys = texelFetch(u_palette, ivec2(i, 0), 0);
    return ivec4(ivec3(keys.rgb), int(keys.a) + 65536 * int(texelFetch(u_palette, ivec2(i, 1), 0).a));
}

uvec2 fetch_value(int i)
{
    uvec3 value = uvec3(texelFetch(u_palette, ivec2(i, 1), 0).rgb);
    return uvec2(value.r | value.g << 16, value.b);
}

#if COLORS > 0

ivec4 palette_keys[COLORS];
uvec2 palette_values[COLORS];

void load_palette(int lane)
{
    for (int i = 0; i < COLORS; i++) {
        palette_keys[i] = fetch_keys(i);
        palette_values[i] = fetch_value(i) | uvec2(0, uint(i) << 16);
    }
}

#else

shared ivec4 palette_keys[256];
shared uvec2 palette_values[256];
int color_count; // a multiple of AT_ONCE: the last are never the nearest
const int AT_ONCE = 16;

void load_palette(int lane)
{
    int count = min(textureSize(u_palette, 0).x, 256);
    color_count = (count + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
    for (int i = lane; i < color_count; i += ROWS) {
        palette_keys[i] = i < count ? fetch_keys(i) : ivec4(0, 0, 0, 0x7fffffff);
        palette_values[i] = fetch_value(min(i, count - 1)) | uvec2(0, uint(i) << 16);
    }
}

#endif

int score_of(ivec4 keys, ivec3 place)
{
    return keys.w - keys.x * place.x - keys.y * place.y - keys.z * place.z;
}

// The colour nearest to the sum; the first of equals.
Pick pick_color(ivec3 sum)
{
    ivec3 place = place_of(sum);
    int least = 0x7fffffff;
#if COLORS > 0
    uvec2 nearest = palette_values[0];
    for (int i = 0; i < COLORS; i++) {
        int score = score_of(palette_keys[i], place);
        nearest = score < least ? palette_values[i] : nearest;
        least = min(score, least);
    }
#else
    int index = 0;
    for (int first = 0; first < color_count; first += AT_ONCE)
        for (int i = 0; i < AT_ONCE; i++) {
            int score = score_of(palette_keys[first + i], place);
            index = score < least ? first + i : index;
            least = min(score, least);
        }
    uvec2 nearest = palette_values[index];
#endif
    ivec3 value = ivec3(nearest.x & 65535u, nearest.x >> 16, nearest.y & 65535u);
#if LINEAR
    return Pick(value, ivec3(texelFetch(u_palette, ivec2(nearest.y >> 16, 2), 0).rgb));
#else
    return Pick(value, value);
#endif
}

#endif
