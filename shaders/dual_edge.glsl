#include "edge.glsl"

// The same where the program knows its EDGE (enum edge), so that nothing is asked that needs no answer.

int inside(int i, int size)
{
#if EDGE == 1
    return edge_texel(i, size, 1);
#else
    return clamp(i, 0, size - 1);
#endif
}

ivec2 inside(ivec2 at, ivec2 size)
{
    return ivec2(inside(at.x, size.x), inside(at.y, size.y));
}

// Whether nothing lies there.
bool is_hidden(ivec2 at, ivec2 size)
{
#if EDGE == 2
    return any(notEqual(at, clamp(at, ivec2(0), size - 1)));
#else
    return false;
#endif
}
