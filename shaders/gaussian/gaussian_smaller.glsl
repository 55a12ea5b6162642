// Returns a texel of an image of half the size, by the binomial filter (1 3 3 1) / 8 along both axes. A bilinear read
// takes four neighbours at once; its weights are multiples of a quarter, which the 8 bits of a GPU's filter represent
// exactly.

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform vec3 u_from; // 1 / its size; where in it the middle of the first texel lies

vec4 smaller(ivec2 at)
{
    const vec2 d = vec2(0.75, -0.75);
    vec2 middle = 2.0 * vec2(at) + u_from.z;
    return (textureLod(u_input, (middle + d.xx) * u_from.xy, 0.0) +
            textureLod(u_input, (middle + d.xy) * u_from.xy, 0.0) +
            textureLod(u_input, (middle + d.yx) * u_from.xy, 0.0) +
            textureLod(u_input, (middle + d.yy) * u_from.xy, 0.0)) / 4.0;
}
