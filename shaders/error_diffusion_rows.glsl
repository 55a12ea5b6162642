// One step of all rows of a band, for error_diffusion.comp.

#include "error_diffusion_pick.glsl"

// Sums for the pixels from x on, of errors above; errors to the left.
ivec3 sums[BACK + REACH + 1];
ivec3 left[2];
ivec3 held; // the newest error of the line above the strip
#ifdef TWO_ABOVE
ivec3 sums2[2 * REACH2 + 1];
ivec3 past[PAST + 1]; // errors of the row above, the newest first
ivec3 held_older;
#endif

// The newest errors of the row above, at x + REACH, and of the one above that, at x + REACH2.
#ifdef TWO_ABOVE
ivec3 newest_older(int i)
{
#if WARPS
    ivec3 older = subgroupShuffleUp(past[PAST], 1u);
    return row == 0 ? held_older : older;
#else
    return lane == 0 ? held_older : s_older[ROWS * ((i + 1) & 1) + lane - 1].xyz;
#endif
}
#endif

ivec3 newest_above(int i)
{
#if WARPS
    ivec3 above = subgroupShuffleUp(left[0], 1u);
    return row == 0 ? held : above;
#else
    return lane == 0 ? held : s_errors[ROWS * ((i + 1) & 1) + lane - 1].xyz;
#endif
}

// Adds what has come to the sums of the pixels that it reaches, but for the one whose turn it is.
void add_above(ivec3 above, ivec3 older)
{
    for (int j = 0; j < BACK + REACH; j++)
        sums[j] = sums[j + 1] + above * ABOVE[BACK + REACH - 1 - j];
    sums[BACK + REACH] = ivec3(0);
#ifdef TWO_ABOVE
    for (int j = 0; j < 2 * REACH2; j++)
        sums2[j] = sums2[j + 1] + older * ABOVE2[2 * REACH2 - 1 - j];
    sums2[2 * REACH2] = ivec3(0);
    for (int j = PAST; j > 0; j--)
        past[j] = past[j - 1];
    past[0] = above;
#endif
}

#if defined SHIFT && !WEAK
const int SCALE = DIVISOR, HALF = DIVISOR / 2; // of a value, to which sums are added before all is divided
#else
const int SCALE = 1, HALF = 0;
#endif

// A pixel's value, ready for sums of errors, and the limit of its own error.
ivec4 prepare(uvec2 words)
{
    return ivec4(ivec3(words.x & 65535u, words.x >> 16, words.y & 65535u) * SCALE + HALF, words.y >> 16);
}

// A prepared value and what its neighbours' errors carry to it: that of the row above last, since it comes last.
ivec3 add_carried(ivec3 value, ivec3 above, ivec3 older)
{
    ivec3 sum = sums[0] + left[1] * LEFT[1];
#ifdef TWO_ABOVE
    sum += sums2[0] + older * ABOVE2[2 * REACH2];
#endif
#if defined SHIFT && !WEAK
    return (sum + value + left[0] * LEFT[0] + above * ABOVE[BACK + REACH]) >> SHIFT;
#else
    sum += left[0] * LEFT[0] + above * ABOVE[BACK + REACH];
    ivec3 carried = ivec3(uvec3(sum + (DIVISOR * 65536 + DIVISOR / 2)) / uint(DIVISOR)) - 65536;
#if WEAK
    carried = ((carried * u_strength + (256 * 65536 + 128)) >> 8) - 65536;
#endif
    return value + carried;
#endif
}

void hand_down(int i, int to)
{
    if (is_last) {
        s_lines[to] = ivec4(left[0], 0);
#ifdef TWO_ABOVE
        s_older_lines[to] = ivec4(past[PAST], 0);
#endif
    }
#if !WARPS
    int at = ROWS * (i & 1) + lane;
    s_errors[at] = ivec4(left[0], 0);
#ifdef TWO_ABOVE
    s_older[at] = ivec4(past[PAST], 0);
#endif
    barrier();
#endif
}

// Number i of a chunk: its line lies at `from`, and what it hands down at `to`.
void take_step(int i, ivec4 value, int address, int from, int to)
{
    ivec3 above = newest_above(i), older = ivec3(0);
#ifdef TWO_ABOVE
    older = newest_older(i);
    held_older = s_older_lines[from].xyz;
#endif
    held = s_lines[from].xyz;
    ivec3 sum = add_carried(value.xyz, above, older);
    add_above(above, older);
    Pick pick = pick_color(sum);
    left[1] = left[0];
    left[0] = clamp(sum - pick.value, -value.w, value.w);
    b_picks[address] = pick.word;
    hand_down(i, to);
}

