// A step down of the dual filter, to half the width and height (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH
// 2015). Texel i of the result lies over texels 2i and 2i + 1 of the input, at odd sizes too. So its centre is a corner
// of four texels, of which the bilinear filter returns the mean. With u_offset 1 the other taps lie at corners, too.

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform float u_offset; // distance of the taps, in texels of the input; 1 as published

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

vec4 four_taps(vec2 a, vec2 b, vec2 c, vec2 d)
{
    return tap(a) + tap(b) + tap(c) + tap(d);
}

vec4 dual(ivec2 at)
{
    vec2 centre = vec2(2 * at + 1), d = vec2(u_offset, -u_offset);
    return (4.0 * tap(centre) + four_taps(centre + d.xx, centre + d.xy, centre + d.yx, centre + d.yy)) / 8.0;
}
