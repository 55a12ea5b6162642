// Steps down from an image, and from a part of an image in s_texels, shared memory. A texel depends on the two texels
// that it covers along each axis and on DOWN_REACH texels on each side of them: 1 for the dual filter's five taps at
// the published distance (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015), 2 for a pyramid's thirteen (J.
// Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014). The image may be a
// picture without its margin.

// The division is unsigned, because a signed one by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

// ---- from an image

// The values that successive texels of a column share: the means of four texels around the two corners between them
// and, with thirteen taps, the row of squares under the last texel, and those at and above it.
struct Column {
    vec4 corners;
#if DOWN_REACH == 2
    vec4 square, squares;
#endif
};

vec4 tap(sampler2D from, vec2 size, vec2 place)
{
    return textureLod(from, in_picture(place, size) / size, 0.0);
}

vec4 row_of_corners(sampler2D from, vec2 size, ivec2 at)
{
    vec2 place = vec2(2 * at);
    return tap(from, size, place) + tap(from, size, place + vec2(2.0, 0.0));
}

#if DOWN_REACH == 2
vec4 row_of_squares(sampler2D from, vec2 size, ivec2 at)
{
    vec2 place = vec2(2 * at + 1);
    return tap(from, size, place - vec2(2.0, 0.0)) + 2.0 * tap(from, size, place) +
           tap(from, size, place + vec2(2.0, 0.0));
}
#endif

Column begin_column(sampler2D from, vec2 size, ivec2 at)
{
    Column column;
    column.corners = row_of_corners(from, size, at);
#if DOWN_REACH == 2
    column.square = row_of_squares(from, size, at);
    column.squares = row_of_squares(from, size, at - ivec2(0, 1)) + 2.0 * column.square;
#endif
    return column;
}

vec4 next_in_column(sampler2D from, vec2 size, ivec2 at, inout Column column)
{
    vec4 below = row_of_corners(from, size, at + ivec2(0, 1)), corners = column.corners + below;
    column.corners = below;
#if DOWN_REACH == 2
    vec4 square = row_of_squares(from, size, at + ivec2(0, 1)), squares = column.squares + square;
    column.squares = column.square + 2.0 * square;
    column.square = square;
    return (squares + 4.0 * corners) / 32.0;
#else
    return (4.0 * tap(from, size, vec2(2 * at + 1)) + corners) / 8.0;
#endif
}

// Computes a part of PART by PART texels from `corner` on. Each invocation computes several texels of a column and
// stores them at the end, so that all reads overlap. Texels outside the level are not yet those that EDGE defines.
void step_down_part(int self, sampler2D from, vec2 size, ivec2 corner)
{
    const int rows = (PART + THREADS / PART - 1) / (THREADS / PART);
    ivec2 place = ivec2(1, rows) * place_in(self, PART);
    if (place.y >= PART)
        return;
    Column column = begin_column(from, size, corner + place);
    vec4 made[rows];
    for (int i = 0; i < rows; i++)
        made[i] = next_in_column(from, size, corner + place + ivec2(0, i), column);
    for (int i = 0; i < rows; i++)
        if (place.y + i < PART)
            put_in_part(place + ivec2(0, i), corner, made[i]);
}

// ---- from shared memory

// Returns a texel of the level below a part of `side` by `side` texels at the offset `first`. `at` is relative to the
// first texel of the level below; the part begins DOWN_REACH texels before the texels that it covers.
vec4 step_down_again(int first, int side, ivec2 at)
{
    const int last = 2 * DOWN_REACH + 1;
    first += 2 * (at.y * side + at.x);
    vec4 inner = vec4(0.0), outer = vec4(0.0);
    for (int y = 0; y <= last; y++)
        for (int x = 0; x <= last; x++) {
            vec4 texel = unpack(s_texels[first + y * side + x]);
            if (x % last != 0 && y % last != 0)
                inner += texel;
#if DOWN_REACH == 2
            texel *= (x / 2 == 1 ? 2.0 : 1.0) * (y / 2 == 1 ? 2.0 : 1.0); // weights of squares of four texels
#endif
            outer += texel;
        }
    return (4.0 * inner + outer) / (DOWN_REACH == 2 ? 128.0 : 32.0);
}

// ---- borders

bool has_border(ivec2 corner, int side, ivec2 size)
{
    return any(lessThan(corner, ivec2(0))) || any(greaterThan(corner + side, size));
}

// Replaces the texels of a part outside a level of that size by those that EDGE defines. `corner` is the first texel
// of the part.
void mend_part(int self, int first, int side, ivec2 corner, ivec2 size)
{
    for (int i = self; i < side * side; i += THREADS) {
        ivec2 at = corner + place_in(i, side);
        ivec2 from = clamp(inside(at, size) - corner, 0, side - 1);
        if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size)))
            s_texels[first + i] = is_hidden(at, size) ? pack(vec4(0.0)) : s_texels[first + from.y * side + from.x];
    }
}
