// Half of a step up of a pyramid by five taps along each axis (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH
// 2015).

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform vec2 u_axis;    // (1, 0) or (0, 1): the one along which the size is doubled
uniform vec3 u_weights; // of taps at the distances 0, 1 and 2

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

vec4 pyramid(ivec2 at)
{
    vec2 centre = (vec2(at) + 0.5) * (1.0 - 0.5 * u_axis);
    return u_weights.z * (tap(centre - 2.0 * u_axis) + tap(centre + 2.0 * u_axis)) +
           u_weights.y * (tap(centre - u_axis) + tap(centre + u_axis)) + u_weights.x * tap(centre);
}
