// Texels outside an image, as the samplers of enum edge in render/texture.h read them.

// Returns the texel of 0..size - 1 that is read for texel `at`; any texel if `at` is hidden.
int inside(int at, int size)
{
#if EDGE == 1 // the image is mirrored
    int back = (at < 0 ? -1 - at : at) % (2 * size); // % takes no negatives
    return min(back, 2 * size - 1 - back);
#else // texels of the border; with EDGE 2 they are 0, see is_hidden
    return clamp(at, 0, size - 1);
#endif
}

ivec2 inside(ivec2 at, ivec2 size)
{
    return ivec2(inside(at.x, size.x), inside(at.y, size.y));
}

// Like inside(), for imageLoad, which returns 0 outside the image.
int inside_or_zero(int at, int size)
{
#if EDGE == 2
    return at;
#else
    return inside(at, size);
#endif
}

ivec2 inside_or_zero(ivec2 at, ivec2 size)
{
    return ivec2(inside_or_zero(at.x, size.x), inside_or_zero(at.y, size.y));
}

// Returns true if the value at a position is 0.
bool is_hidden(int at, int size)
{
#if EDGE == 2
    return at < 0 || at >= size;
#else
    return false;
#endif
}

bool is_hidden(ivec2 at, ivec2 size)
{
    return is_hidden(at.x, size.x) || is_hidden(at.y, size.y);
}
