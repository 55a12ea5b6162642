// What lies beyond the border of an image, as the samplers of enum edge in render/gpu.h read it.

// The texel of 0..size - 1 that stands for texel `at`; any one where `at` is hidden.
int inside(int at, int size)
{
#if EDGE == 1 // the image mirrored
    int back = (at < 0 ? -1 - at : at) % (2 * size); // % takes no negatives
    return min(back, 2 * size - 1 - back);
#else // the texels of the border; with EDGE 2 nothing, which is_hidden tells
    return clamp(at, 0, size - 1);
#endif
}

ivec2 inside(ivec2 at, ivec2 size)
{
    return ivec2(inside(at.x, size.x), inside(at.y, size.y));
}

// The same for imageLoad, which gives 0 outside the image.
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

// Whether there is nothing at a place, which then counts as 0.
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
