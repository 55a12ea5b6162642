// Steps of the dual filter down (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015), with the taps where they are
// published: from an image, and from a part of one in s_texels, shared memory.

// Unsigned, since a signed division by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

// A texel of an image of `size`, from a filtered one of `from_size`.
vec4 step_down(sampler2D from, ivec2 from_size, ivec2 at, ivec2 size)
{
    vec2 centre = vec2(2 * inside(at, size) + 1), texel = 1.0 / vec2(from_size);
    vec2 d = vec2(1.0, -1.0);
    vec4 corners = textureLod(from, (centre + d.xx) * texel, 0.0) + textureLod(from, (centre + d.xy) * texel, 0.0) +
                   textureLod(from, (centre + d.yx) * texel, 0.0) + textureLod(from, (centre + d.yy) * texel, 0.0);
    return is_hidden(at, size) ? vec4(0.0) : (4.0 * textureLod(from, centre * texel, 0.0) + corners) / 8.0;
}

// A texel of the level below a part of `side` by `side` texels, which begin at `first`. `at`: counted from where the
// level below begins; the part begins one texel before what lies under that.
vec4 step_down_again(int first, int side, ivec2 at)
{
    vec4 inner = vec4(0.0), outer = vec4(0.0);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            ivec2 from = clamp(2 * at + ivec2(x, y), 0, side - 1);
            vec4 texel = unpack(s_texels[first + from.y * side + from.x]);
            if (x % 3 == 0 || y % 3 == 0)
                outer += texel;
            else
                inner += texel;
        }
    return (5.0 * inner + outer) / 32.0;
}
