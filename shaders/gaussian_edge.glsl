// Of every image here. Asking an image for its size costs as much as reading from it (seen on an NVIDIA H200).
layout(location = 0) uniform vec2 u_size;

// What lies beyond the border of an image of `size` texels: the border texel again, the image mirrored at its border
// (EDGE_MIRROR), or nothing (EDGE_ZERO).

int place_inside(int at, int size)
{
#ifdef EDGE_MIRROR
    int back = (at < 0 ? -1 - at : at) % (2 * size);
    return min(back, 2 * size - 1 - back);
#else
    return clamp(at, 0, size - 1);
#endif
}

ivec2 place_inside(ivec2 at, ivec2 size)
{
    return ivec2(place_inside(at.x, size.x), place_inside(at.y, size.y));
}

bool is_nothing(ivec2 at, ivec2 size)
{
#ifdef EDGE_ZERO
    return any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size));
#else
    return false;
#endif
}
