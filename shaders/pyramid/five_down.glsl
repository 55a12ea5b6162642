// Half of a step down of a pyramid by five taps along each axis, with which M. Bjørge, Bandwidth-efficient rendering,
// SIGGRAPH 2015, compares. Texel i of the result lies over texels 2i and 2i + 1 of the input along that axis.

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform vec2 u_axis; // (1, 0) or (0, 1): the one along which the size is halved

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

vec4 pyramid(ivec2 at)
{
    vec2 centre = mix(vec2(at) + 0.5, vec2(2 * at + 1), u_axis);
    Mean mean = Mean(vec4(0.0), 0.0);
    add(mean, 1.0 / 16.0, tap(centre - 2.0 * u_axis));
    add(mean, 4.0 / 16.0, tap(centre - u_axis));
    add(mean, 6.0 / 16.0, tap(centre));
    add(mean, 4.0 / 16.0, tap(centre + u_axis));
    add(mean, 1.0 / 16.0, tap(centre + 2.0 * u_axis));
    return result(mean);
}
