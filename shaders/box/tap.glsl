// The taps of a box along an axis, and the texels there.

#include "common/edge.glsl"

layout(binding = 0) uniform sampler2D u_input;
uniform int u_count; // of taps
uniform int u_radius;
uniform float u_end;   // weight of the texels beyond the radius
uniform float u_scale; // 1 / the sum of the weights of all taps

#if ORDER > 1
// Several iterations have their taps in a table.
layout(binding = 1) uniform sampler2D u_table; // offset from the texel and weight of each tap

vec2 tap(int i)
{
    return texelFetch(u_table, ivec2(i, 0), 0).xy;
}
#elif defined(LINEAR)
// The filter reads two neighbours at once: a tap between two texels of equal weight lies on the edge that they share.
// Pairs from the left, then the last texel together with the one beyond it, then the one beyond the first.
vec2 tap(int i)
{
    if (i < u_radius)
        return vec2(2 * i - u_radius + 0.5, 2.0);
    if (i == u_radius)
        return vec2(float(u_radius) + u_end / (1.0 + u_end), 1.0 + u_end);
    return vec2(-1 - u_radius, u_end);
}
#else
// The texels of weight 1, then those beyond them.
vec2 tap(int i)
{
    if (i <= 2 * u_radius)
        return vec2(i - u_radius, 1.0);
    return vec2(i == 2 * u_radius + 1 ? -1 - u_radius : 1 + u_radius, u_end);
}
#endif

#ifdef LINEAR
vec4 read(ivec2 at, vec2 offset)
{
    return textureLod(u_input, (vec2(at) + 0.5 + offset) / vec2(textureSize(u_input, 0)), 0.0);
}
#else
vec4 read(ivec2 at, vec2 offset)
{
    ivec2 size = textureSize(u_input, 0), texel = at + ivec2(offset);
    vec4 color = texelFetch(u_input, inside(texel, size), 0);
    return is_hidden(texel, size) ? vec4(0.0) : color;
}
#endif
