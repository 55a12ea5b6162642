// What lies behind the icosahedra: a quiet gradient, and in a swarm a glow around its middle.

layout(location = 308) uniform vec3 u_top;
layout(location = 309) uniform vec3 u_bottom;
layout(location = 310) uniform vec2 u_size;  // of the picture, texels
layout(location = 311) uniform float u_glow; // of the middle, as a share of the gradient

vec3 ground(vec2 at)
{
    vec2 from_middle = at / u_size - 0.5;
    float glow = u_glow * exp(-7.0 * dot(from_middle, from_middle));
    return (1.0 + glow) * mix(u_top, u_bottom, at.y / u_size.y);
}
