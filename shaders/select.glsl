// One part of the picture from one image, the rest from another.

layout(binding = 0) uniform sampler2D u_outside;
layout(binding = 1) uniform sampler2D u_inside;
layout(location = 0) uniform vec4 u_roi; // x0 y0 x1 y1 in 0..1, from the top left

vec4 select_at(ivec2 coord)
{
    vec2 at = (vec2(coord) + 0.5) / vec2(textureSize(u_inside, 0));
    bool is_inside = all(greaterThanEqual(at, u_roi.xy)) && all(lessThan(at, u_roi.zw));
    return is_inside ? texelFetch(u_inside, coord, 0) : texelFetch(u_outside, coord, 0);
}
