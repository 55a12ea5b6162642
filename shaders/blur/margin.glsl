// A picture within a margin that is not stored (effects/blur/margin.h). A pass that reads or writes the picture uses
// positions of the wider image, which includes the margin.

#if EDGE == 0 || defined(NO_MARGIN)
const vec2 u_margin = vec2(0.0);
#else
uniform vec2 u_margin; // texels of the margin on each side; 0 for images that include it
#endif

// Converts a position of the wider image to one in a picture of that size. The border of the wider image is mirrored
// again: next to it the filter finds the outermost texel on both sides.
vec2 in_picture(vec2 place, vec2 size)
{
#if EDGE == 1
    vec2 wide = size + 2.0 * u_margin;
    place = clamp(wide - abs(mod(place, 2.0 * wide) - wide), vec2(0.5), wide - 0.5);
#endif
    return place - u_margin;
}
