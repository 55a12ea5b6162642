// The picture lies in the middle of a wider image, which holds around it what the edge says and is nowhere stored: a
// pass that reads or writes the picture counts places in the wide image (effects/blur/margin.h).

#if EDGE == 0 || !defined(MARGIN_AT)
const vec2 u_margin = vec2(0.0);
#else
layout(location = MARGIN_AT) uniform vec2 u_margin; // texels beside the picture on each side; 0 of any other image
#endif

// The place in a picture of that size for a place of the wide image, whose own border is mirrored again: beside that
// the filter finds the outermost texel on both sides.
vec2 in_picture(vec2 place, vec2 size)
{
#if EDGE == 1
    vec2 wide = size + 2.0 * u_margin;
    place = clamp(wide - abs(mod(place, 2.0 * wide) - wide), vec2(0.5), wide - 0.5);
#endif
    return place - u_margin;
}
