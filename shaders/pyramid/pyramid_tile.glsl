// Two of a pyramid's steps down for a tile of TILE_DOWN texels along each side, by a group of GROUP invocations. For
// images so small that their cost is waiting: no step waits for another of its kind.

const int FINE = 2 * TILE_DOWN + 4; // of the first step
const int SQUARES = FINE + 2;       // 2x2 texels of the input
const int CORNERS = FINE + 1;       // the same around the corners between those
const int CORNERS_AT = SQUARES * SQUARES, FINE_AT = CORNERS_AT + CORNERS * CORNERS;
shared vec4 s_texels[FINE_AT + FINE * FINE];

// `first`: of the texels of the first step. `size`: of the input, which is filtered.
void read_tile(int self, sampler2D image, vec2 size, ivec2 first)
{
    for (int i = self; i < SQUARES * SQUARES; i += GROUP)
        s_texels[i] = textureLod(image, vec2(2 * (first - 1 + place_in(i, SQUARES)) + 1) / size, 0.0);
    for (int i = self; i < CORNERS * CORNERS; i += GROUP)
        s_texels[CORNERS_AT + i] = textureLod(image, vec2(2 * (first + place_in(i, CORNERS))) / size, 0.0);
}

vec4 row_of_squares(int i)
{
    return s_texels[i] + 2.0 * s_texels[i + 1] + s_texels[i + 2];
}

vec4 row_of_corners(int i)
{
    return s_texels[i] + s_texels[i + 1];
}

vec4 step_down(ivec2 at)
{
    int i = at.y * SQUARES + at.x, j = CORNERS_AT + at.y * CORNERS + at.x;
    vec4 squares = row_of_squares(i) + 2.0 * row_of_squares(i + SQUARES) + row_of_squares(i + 2 * SQUARES);
    return (squares + 4.0 * (row_of_corners(j) + row_of_corners(j + CORNERS))) / 32.0;
}

// `size`: of what the first step makes.
void make_fine(int self, ivec2 size, ivec2 first)
{
    for (int i = self; i < FINE * FINE; i += GROUP) {
        ivec2 at = first + place_in(i, FINE);
        vec4 texel = step_down(clamp(inside(at, size) - first, 0, FINE - 1));
        s_texels[FINE_AT + i] = is_hidden(at, size) ? vec4(0.0) : texel;
    }
}

// Three columns of squares: outer ones of one texel's weight, inner ones of two; between them four texels, of one each.
vec4 row_of_fine(int i, out vec4 inner)
{
    vec4 middle = s_texels[i + 2] + s_texels[i + 3];
    inner = s_texels[i + 1] + middle + s_texels[i + 4];
    return s_texels[i] + s_texels[i + 5] + inner + middle;
}

vec4 step_down_again(ivec2 at)
{
    vec4 squares = vec4(0.0), corners = vec4(0.0);
    for (int row = 0; row < 6; row++) {
        vec4 inner, outer = row_of_fine(FINE_AT + (2 * at.y + row) * FINE + 2 * at.x, inner);
        squares += row == 2 || row == 3 ? 2.0 * outer : outer;
        corners += row == 0 || row == 5 ? vec4(0.0) : inner;
    }
    return (squares / 4.0 + corners) / 32.0;
}
