// One step of all rows of a band, for error_diffusion.comp.
//
// Neighbours wait for a pixel, so whole numbers are floats here, multiples of UNIT: those are added and multiplied in
// half the time, and a clamp to 0..1 costs nothing. All of it is exact but for one rounding to the nearest, and no sum
// lies halfway. Of an error e is kept LIMIT - e, 0 to 2 LIMIT, which is what such a clamp leaves.

#include "error_diffusion/error_diffusion_pick.glsl"

// Weights of the errors of the pixels to the left, the nearest first; of the row above, from x - BACK to x + REACH;
// and, with TWO_ABOVE, of the row above that, from x - REACH2 to x + REACH2.
const int LEFT[2] = int[](LEFT_WEIGHTS), ABOVE[BACK + REACH + 1] = int[](ABOVE_WEIGHTS);
#ifdef TWO_ABOVE
const int ABOVE2[2 * REACH2 + 1] = int[](ABOVE2_WEIGHTS);
#endif

const float LIMIT = float(FULL) * UNIT, NO_ERROR = LIMIT;

// Sums for the pixels from x on, of errors above; errors to the left. A sum begins with what makes errors of LIMIT - e,
// and with half a UNIT, so that it rounds up.
const float BEGIN = float(SUM_OF_WEIGHTS) * LIMIT + 0.5 * UNIT;
vec3 sums[BACK + REACH + 1];
vec3 left[2];
vec3 held; // newest error of the line above the strip
#ifdef TWO_ABOVE
vec3 sums2[2 * REACH2 + 1];
vec3 past[PAST + 1]; // errors of the row above, the newest first
vec3 held_older;
#endif

// The newest errors of the row above, at x + REACH, and of the one above that, at x + REACH2.
#ifdef TWO_ABOVE
vec3 newest_older(int i)
{
#if WARPS
    vec3 older = subgroupShuffleUp(past[PAST], 1u);
    return row == 0 ? held_older : older;
#else
    return lane == 0 ? held_older : s_older[ROWS * ((i + 1) & 1) + lane - 1].xyz;
#endif
}
#endif

vec3 newest_above(int i)
{
#if WARPS
    vec3 above = subgroupShuffleUp(left[0], 1u);
    return row == 0 ? held : above;
#else
    return lane == 0 ? held : s_errors[ROWS * ((i + 1) & 1) + lane - 1].xyz;
#endif
}

vec3 add_error(vec3 sum, vec3 error, int weight)
{
    return fma(error, vec3(-weight), sum);
}

// Adds the newest errors from above to the sums of all pixels that they reach, except the current one.
void add_above(vec3 above, vec3 older)
{
    for (int j = 0; j < BACK + REACH; j++)
        sums[j] = add_error(sums[j + 1], above, ABOVE[BACK + REACH - 1 - j]);
    sums[BACK + REACH] = vec3(BEGIN);
#ifdef TWO_ABOVE
    for (int j = 0; j < 2 * REACH2; j++)
        sums2[j] = add_error(sums2[j + 1], older, ABOVE2[2 * REACH2 - 1 - j]);
    sums2[2 * REACH2] = vec3(0);
    for (int j = PAST; j > 0; j--)
        past[j] = past[j - 1];
    past[0] = above;
#endif
}

// Starts without errors, also from before the first step.
void begin_rows()
{
    vec3 none = vec3(NO_ERROR);
    held = none;
    left = vec3[](none, none);
    for (int i = 0; i <= BACK + REACH; i++)
        sums[i] = vec3(BEGIN);
#ifdef TWO_ABOVE
    held_older = none;
    for (int i = 0; i <= 2 * REACH2; i++)
        sums2[i] = vec3(0);
    for (int i = 0; i <= PAST; i++)
        past[i] = none;
#endif
    for (int i = 0; i < BACK + REACH; i++)
        add_above(none, none);
}

// Returns the value of a pixel, shifted up, and 1; outside the picture 0.
vec4 prepare(uvec2 words)
{
    float blue = uintBitsToFloat(words.y);
    return vec4(uintBitsToFloat((words.x & 0x0000ffffu) | (words.y & 0xffff0000u)),
                uintBitsToFloat((words.x >> 16) + SHIFT_UP), blue, clamp(blue, 0.0, 1.0));
}

// Returns a prepared value plus the weighted errors of its neighbours. The newest error of the row above is added
// last, because it arrives last.
vec3 add_carried(vec3 value, vec3 above, vec3 older)
{
    precise vec3 sum = sums[0];
#ifdef TWO_ABOVE
    sum = add_error(sum + sums2[0], older, ABOVE2[2 * REACH2]);
#endif
    if (LEFT[1] != 0)
        sum = add_error(sum, left[1], LEFT[1]);
    sum = add_error(add_error(sum, left[0], LEFT[0]), above, ABOVE[BACK + REACH]);
#if WEAK
    precise vec3 rounded = fma(sum, vec3(1.0 / float(DIVISOR)), uintBitsToFloat(uvec3(SHIFT_UP)));
    ivec3 carried = floatBitsToInt(rounded) - int(SHIFT_UP);
    carried = ((carried * u_strength + (256 * 65536 + 128)) >> 8) - 65536;
    return value + (intBitsToFloat(carried + int(SHIFT_UP)) - intBitsToFloat(int(SHIFT_UP)));
#else
    precise vec3 rounded = fma(sum, vec3(1.0 / float(DIVISOR)), value);
    return rounded;
#endif
}

// Processes one pixel of every row, and returns its pick. Outside the picture the error is 0.
uint error_diffusion(vec4 prepared, vec3 above, vec3 older)
{
    vec3 sum = add_carried(prepared.xyz, above, older);
    add_above(above, older);
    Pick pick = pick_color(sum);
    left[1] = left[0];
    left[0] = clamp(fma(pick.error, vec3(-prepared.w), vec3(fma(prepared.w, LIMIT, LIMIT))), 0.0, 1.0);
    return pick.word;
}
