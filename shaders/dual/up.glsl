// A step up of the dual filter, to twice the width and height (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH
// 2015): a ring of eight bilinear taps, four along the axes and four of twice their weight on the diagonals between.

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform float u_offset; // radius of the ring, in texels of the input; 1 as published

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
    vec2 centre = (vec2(at) + 0.5) / 2.0, x = vec2(u_offset, 0.0), d = vec2(u_offset, -u_offset) / 2.0;
    vec4 sides = four_taps(centre + x, centre - x, centre + x.yx, centre - x.yx);
    vec4 corners = four_taps(centre + d.xx, centre + d.xy, centre + d.yx, centre + d.yy);
    return (sides + 2.0 * corners) / 12.0;
}
