// Smooths a level of a pyramid at the size that it has, by five by five taps.

layout(binding = 0) uniform sampler2D u_input;
uniform vec3 u_weights; // of taps at the distances 0, 1 and 2, along each axis

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

vec4 row(vec2 centre)
{
    return u_weights.z * (tap(centre - vec2(2.0, 0.0)) + tap(centre + vec2(2.0, 0.0))) +
           u_weights.y * (tap(centre - vec2(1.0, 0.0)) + tap(centre + vec2(1.0, 0.0))) + u_weights.x * tap(centre);
}

vec4 pyramid(ivec2 at)
{
    vec2 centre = vec2(at) + 0.5;
    return u_weights.z * (row(centre - vec2(0.0, 2.0)) + row(centre + vec2(0.0, 2.0))) +
           u_weights.y * (row(centre - vec2(0.0, 1.0)) + row(centre + vec2(0.0, 1.0))) + u_weights.x * row(centre);
}
