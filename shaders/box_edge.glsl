// EDGE says what lies beyond the border of a line: 0 its last texel, 1 the picture mirrored, 2 nothing.

// Where the texel of a place is found, -1 for nowhere.
int inside(int at, int count)
{
#if EDGE == 1
    const int periods = 800; // more than lie under any kernel; GLSL leaves % of negatives undefined
    at = (at + 2 * count * periods) % (2 * count);
    return min(at, 2 * count - 1 - at);
#elif EDGE == 2
    return at >= 0 && at < count ? at : -1;
#else
    return clamp(at, 0, count - 1);
#endif
}
