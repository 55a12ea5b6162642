// Takes a part of the picture from one image and the rest from another.

layout(binding = 0) uniform sampler2D u_outside;
layout(binding = 1) uniform sampler2D u_inside;
uniform vec4 u_part; // texels from the top left: x0 y0, and x1 y1 beyond its end

vec4 select_at(ivec2 coord)
{
    vec2 at = vec2(coord);
    bool is_inside = all(greaterThanEqual(at, u_part.xy)) && all(lessThan(at, u_part.zw));
    return is_inside ? texelFetch(u_inside, coord, 0) : texelFetch(u_outside, coord, 0);
}
