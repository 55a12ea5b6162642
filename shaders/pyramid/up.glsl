// A step up of a pyramid, to twice the width and height, by a tent of nine bilinear taps (J. Jimenez, Next Generation
// Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014).

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform vec3 u_weights; // of the distances 0 and 1, along each axis: 1/2 and 1/4 as published

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

vec4 pyramid(ivec2 at)
{
    vec2 centre = (vec2(at) + 0.5) / 2.0, x = vec2(1.0, 0.0), y = vec2(0.0, 1.0);
    vec4 sides = tap(centre - x) + tap(centre + x) + tap(centre - y) + tap(centre + y);
    vec4 corners = tap(centre - x - y) + tap(centre + x - y) + tap(centre - x + y) + tap(centre + x + y);
    return u_weights.x * u_weights.x * tap(centre) + u_weights.x * u_weights.y * sides +
           u_weights.y * u_weights.y * corners;
}
