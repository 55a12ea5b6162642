// Finds the colour for the sum of a pixel, in integers.

#include "error_diffusion/error_diffusion_curves.glsl"

layout(binding = 1) uniform sampler2D u_palette; // a column for each colour; rows: keys, value, display; alpha: own

// Sums come as floats: of a whole number n, not too large, 48 + n * UNIT, with bits SHIFT_UP + n.
const float UNIT = 1.0 / 262144.0;

ivec3 number_of(vec3 sum)
{
    return floatBitsToInt(sum) - int(SHIFT_UP);
}

// Returns the number that is subtracted from a sum to give the error plus FULL.
vec3 less_of(ivec3 value)
{
    return intBitsToFloat(value + (int(SHIFT_UP) - FULL));
}

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

// The result for a pixel: the error plus FULL, at least 0, in UNITs, and a word from which
// error_diffusion_colors.comp makes the colour.
struct Pick {
    vec3 error;
    uint word;
};

Pick take(vec3 sum, ivec3 value, uint word)
{
    precise vec3 error = sum - less_of(value);
    return Pick(clamp(error, 0.0, 1.0), word);
}

#if BITS > 0

const uint TOP = (1u << BITS) - 1u;

void load_palette(int lane)
{
}

// Returns x / 65535 for x below 2^32 - 2^16.
uvec3 divide_by_full(uvec3 x)
{
    return (x + (x >> 16) + 1u) >> 16;
}

// Finds the nearest level of each channel, by display value.
Pick pick_color(vec3 sum)
{
    ivec3 shown = clamp(number_of(sum), 0, FULL);
#if LINEAR
    shown = follow(ENCODE, shown);
#endif
    uvec3 level = divide_by_full(uvec3(shown) * TOP + uint(FULL / 2));
    ivec3 display = ivec3((level * uint(FULL) + TOP / 2u) / TOP);
    uint word = level.r | level.g << 10 | level.b << 20;
#if LINEAR
    return take(sum, follow(DECODE, display), word);
#else
    return take(sum, display, word);
#endif
}

#else

// Returns the coefficients of a colour: -keys, and own.
ivec4 fetch_keys(int i)
{
    vec4 keys = texelFetch(u_palette, ivec2(i, 0), 0);
    return ivec4(-ivec3(keys.rgb), int(keys.a) + 65536 * int(texelFetch(u_palette, ivec2(i, 1), 0).a));
}

uvec3 fetch_value(int i)
{
    return uvec3(texelFetch(u_palette, ivec2(i, 1), 0).rgb);
}

uvec2 pack_value(uvec3 value)
{
    return uvec2(value.r | value.g << 16, value.b);
}

ivec3 unpack_value(uvec2 words)
{
    return ivec3(words.x & 65535u, words.x >> 16, words.y);
}

int score_of(ivec4 keys, ivec3 place)
{
    return keys.w + keys.x * place.x + keys.y * place.y + keys.z * place.z;
}

#if COLORS > 0 && METRIC == 0 && !LINEAR

// Neighbours wait for a pixel, so its colours are compared without predicates. Scores are what they are less that of
// the first colour, and take a sum's bits as they come; what overflows on the way comes back.
ivec4 fetch_relative(int i, int scale)
{
    ivec4 keys = scale * (fetch_keys(i < COLORS ? i : 0) - fetch_keys(0));
    return keys - ivec4(0, 0, 0, int(SHIFT_UP) * (keys.x + keys.y + keys.z));
}

#if COLORS <= 4

// A number n with TWO added is the bits of a float below 2 if n is negative, and of one from 2 on if it is not.
const int TWO = 0x40000000;
ivec4 palette_keys[4];
vec3 palette_first, a_to_b, a_to_c, c_to_d;

float is_negative(int bits)
{
    return clamp(fma(intBitsToFloat(bits), -8388608.0, 16777216.0), 0.0, 1.0);
}

vec3 fetch_less(int i)
{
    return less_of(ivec3(fetch_value(i < COLORS ? i : 0)));
}

void load_palette(int lane)
{
    for (int i = 0; i < 4; i++)
        palette_keys[i] = fetch_relative(i, 1) + ivec4(0, 0, 0, TWO);
    palette_first = fetch_less(0);
    a_to_b = fetch_less(1) - fetch_less(0);
    a_to_c = fetch_less(2) - fetch_less(0);
    c_to_d = fetch_less(3) - fetch_less(2);
}

// The colour with the least of four scores, the first of equals: that of a or b, or that of c or d. All of it is sums
// and products with 0 or 1.
Pick pick_color(vec3 sum)
{
    ivec3 bits = floatBitsToInt(sum);
    int b = score_of(palette_keys[1], bits), c = score_of(palette_keys[2], bits), d = score_of(palette_keys[3], bits);
    float is_b = is_negative(b), is_d = is_negative(d - c + TWO), is_high = is_negative(min(c, d) - min(b, TWO) + TWO);
    vec3 low = fma(vec3(is_b), -a_to_b, sum - palette_first);
    vec3 to_high = fma(vec3(is_d), c_to_d, fma(vec3(is_b), -a_to_b, a_to_c));
    float number = fma(is_high, is_d - is_b + 2.0, is_b + 8388608.0);
    return Pick(clamp(fma(vec3(-is_high), to_high, low), 0.0, 1.0), floatBitsToUint(number));
}

#else

// Scores are 8 times as much, plus the colour's number: 32 bits hold that, and the least carries its own number. Values
// are 257 times a byte; four bytes are a word.
ivec4 palette_keys[8];
uvec3 palette_bytes[2];

void load_palette(int lane)
{
    palette_bytes = uvec3[](uvec3(0), uvec3(0));
    for (int i = 0; i < 8; i++) {
        palette_keys[i] = fetch_relative(i, 8) + ivec4(0, 0, 0, i < COLORS ? i : 0);
        palette_bytes[i / 4] |= fetch_value(i < COLORS ? i : 0) / 257u << (i % 4 * 8);
    }
}

int least_of(int i, ivec3 bits)
{
    int first = i == 0 ? 0 : score_of(palette_keys[i], bits);
    return min(min(first, score_of(palette_keys[i + 1], bits)),
               min(score_of(palette_keys[i + 2], bits), score_of(palette_keys[i + 3], bits)));
}

Pick pick_color(vec3 sum)
{
    ivec3 bits = floatBitsToInt(sum);
    int least = min(least_of(0, bits), least_of(4, bits));
    uvec3 bytes = (least & 4) != 0 ? palette_bytes[1] : palette_bytes[0];
    uvec3 picked = (bytes >> ((least & 3) << 3)) & 255u;
    return take(sum, 257 * ivec3(picked), uint(least) & 7u);
}

#endif

#elif COLORS > 0

ivec4 palette_keys[COLORS];
uvec2 palette_values[COLORS];

void load_palette(int lane)
{
    for (int i = 0; i < COLORS; i++) {
        palette_keys[i] = fetch_keys(i);
        palette_values[i] = pack_value(fetch_value(i));
    }
}

struct Candidate {
    int score, color;
    uvec2 value;
};

// Unused entries equal the first colour, which is chosen if two are equal.
Candidate candidate(int i, ivec3 place)
{
    int color = i < COLORS ? i : 0;
    return Candidate(score_of(palette_keys[color], place), color, palette_values[color]);
}

Candidate nearer(Candidate a, Candidate b)
{
    bool is_nearer = b.score < a.score;
    return Candidate(min(a.score, b.score), is_nearer ? b.color : a.color, is_nearer ? b.value : a.value);
}

Candidate nearest_of_four(int i, ivec3 place)
{
    Candidate a = nearer(candidate(i, place), candidate(i + 1, place));
    return nearer(a, nearer(candidate(i + 2, place), candidate(i + 3, place)));
}

// Compares in pairs, which shortens the chain of dependent operations.
Pick pick_color(vec3 sum)
{
    ivec3 place = place_of(number_of(sum));
    Candidate nearest = nearest_of_four(0, place);
#if COLORS > 4
    nearest = nearer(nearest, nearest_of_four(4, place));
#endif
    return take(sum, unpack_value(nearest.value), uint(nearest.color));
}

#else

shared ivec4 palette_keys[COLORS_MAX];
shared uvec2 palette_values[COLORS_MAX];
int color_count; // a multiple of COLORS_AT_ONCE; the unused last entries are never the nearest

void load_palette(int lane)
{
    int count = min(textureSize(u_palette, 0).x, COLORS_MAX);
    color_count = (count + COLORS_AT_ONCE - 1) / COLORS_AT_ONCE * COLORS_AT_ONCE;
    for (int i = lane; i < color_count; i += ROWS) {
        palette_keys[i] = i < count ? fetch_keys(i) : ivec4(0, 0, 0, 0x7fffffff);
        palette_values[i] = pack_value(fetch_value(min(i, count - 1)));
    }
}

// Finds the colour with the lowest score; the first of equals.
Pick pick_color(vec3 sum)
{
    ivec3 place = place_of(number_of(sum));
    int least = 0x7fffffff, index = 0;
    for (int first = 0; first < color_count; first += COLORS_AT_ONCE)
        for (int i = 0; i < COLORS_AT_ONCE; i++) {
            int score = score_of(palette_keys[first + i], place);
            index = score < least ? first + i : index;
            least = min(score, least);
        }
    return take(sum, unpack_value(palette_values[index]), uint(index));
}

#endif
#endif
