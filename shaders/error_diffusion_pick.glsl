// The colour that a pixel's sum takes, in whole numbers.

#include "error_diffusion_curves.glsl"

layout(binding = 1) uniform sampler2D u_palette; // a column for each colour; rows: keys, value, display; alpha: own

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

// What a pixel takes: `value` for its error, and a word from which error_diffusion_colors.comp makes what is shown.
struct Pick {
    ivec3 value;
    uint word;
};

#if BITS > 0

const uint TOP = (1u << BITS) - 1u;

void load_palette(int lane)
{
}

// x / 65535 for x below 2^32 - 2^16.
uvec3 divide_by_full(uvec3 x)
{
    return (x + (x >> 16) + 1u) >> 16;
}

// Each channel by itself: the level nearest as a display value.
Pick pick_color(ivec3 sum)
{
    ivec3 shown = clamp(sum, 0, FULL);
#if LINEAR
    shown = follow(ENCODE, shown);
#endif
    uvec3 level = divide_by_full(uvec3(shown) * TOP + uint(FULL / 2));
    ivec3 display = ivec3((level * uint(FULL) + TOP / 2u) / TOP);
    uint word = level.r | level.g << 10 | level.b << 20;
#if LINEAR
    return Pick(follow(DECODE, display), word);
#else
    return Pick(display, word);
#endif
}

#else

// A colour's numbers: keys and own; its value in 16 bits each.
ivec4 fetch_keys(int i)
{
    vec4 keys = texelFetch(u_palette, ivec2(i, 0), 0);
    return ivec4(ivec3(keys.rgb), int(keys.a) + 65536 * int(texelFetch(u_palette, ivec2(i, 1), 0).a));
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
    return keys.w - keys.x * place.x - keys.y * place.y - keys.z * place.z;
}

#if COLORS > 0 && METRIC == 0 && !LINEAR

// Neighbours wait for a pixel, so its colours are compared without predicates: a score is 8 times what it is elsewhere
// plus the colour's number, less the first colour's. 32 bits hold that, and the least carries its own number. Values
// are 257 times a byte; four bytes are a word.
const int MOST = COLORS > 4 ? 8 : 4;
ivec4 palette_keys[MOST];
uvec3 palette_bytes[MOST / 4];

void load_palette(int lane)
{
    ivec4 first = fetch_keys(0);
    for (int i = 0; i < MOST / 4; i++)
        palette_bytes[i] = uvec3(0);
    for (int i = 0; i < MOST; i++) {
        int color = i < COLORS ? i : 0;
        palette_keys[i] = 8 * (fetch_keys(color) - first) + ivec4(0, 0, 0, i);
        palette_bytes[i / 4] |= fetch_value(color) / 257u << (i % 4 * 8);
    }
}

int least_of(int i, ivec3 sum)
{
    int first = i == 0 ? 0 : score_of(palette_keys[i], sum);
    return min(min(first, score_of(palette_keys[i + 1], sum)),
               min(score_of(palette_keys[i + 2], sum), score_of(palette_keys[i + 3], sum)));
}

Pick pick_color(ivec3 sum)
{
    int least = least_of(0, sum);
    uvec3 bytes = palette_bytes[0];
#if COLORS > 4
    least = min(least, least_of(4, sum));
    bytes = (least & 4) != 0 ? palette_bytes[1] : bytes;
#endif
    uvec3 picked = (bytes >> ((least & 3) << 3)) & 255u;
    return Pick(257 * ivec3(picked), uint(least) & 7u);
}

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

// Those too many equal the first, which wins.
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

// In pairs, since neighbours wait for a pixel.
Pick pick_color(ivec3 sum)
{
    ivec3 place = place_of(sum);
    Candidate nearest = nearest_of_four(0, place);
#if COLORS > 4
    nearest = nearer(nearest, nearest_of_four(4, place));
#endif
    return Pick(unpack_value(nearest.value), uint(nearest.color));
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
        palette_values[i] = pack_value(fetch_value(min(i, count - 1)));
    }
}

// The colour of the least score; the first of equals.
Pick pick_color(ivec3 sum)
{
    ivec3 place = place_of(sum);
    int least = 0x7fffffff, index = 0;
    for (int first = 0; first < color_count; first += AT_ONCE)
        for (int i = 0; i < AT_ONCE; i++) {
            int score = score_of(palette_keys[first + i], place);
            index = score < least ? first + i : index;
            least = min(score, least);
        }
    return Pick(unpack_value(palette_values[index]), uint(index));
}

#endif
#endif
