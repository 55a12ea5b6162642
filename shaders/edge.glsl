// What lies beyond the border of an image that is held in shared memory, as the samplers of enum edge in
// render/pass.h read it: 0 clamps, 1 mirrors, 2 is transparent black.

// The texel within 0..size - 1 that stands for texel i.
int edge_texel(int i, int size, int edge)
{
    if (edge == 1) {
        int at = (i < 0 ? -1 - i : i) % (2 * size); // % takes no negatives
        return min(at, 2 * size - 1 - at);
    }
    return clamp(i, 0, size - 1);
}

bool edge_hides(ivec2 at, ivec2 size, int edge)
{
    return edge == 2 && (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size)));
}
