// The box by its taps, along rows, with DOWN along columns, with BOTH over the whole square. With LINEAR the filter
// reads two neighbours at once (four with BOTH): a tap between two texels of equal weight sits on the edge that they
// share. One iteration counts its taps itself, several look them up. EDGE says what lies beyond the border.

#include "common/edge.glsl"

layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_table; // offset from the texel and weight of each tap
layout(location = 0) uniform int u_count;      // of taps
layout(location = 1) uniform int u_radius;
layout(location = 2) uniform float u_end;   // weight of the texels beyond the radius
layout(location = 3) uniform float u_scale; // 1 / the sum of the weights of all taps

#if ORDER > 1
vec2 tap(int i)
{
    return texelFetch(u_table, ivec2(i, 0), 0).xy;
}
#elif defined(LINEAR)
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

#ifdef BOTH
vec4 box(ivec2 at)
{
    vec4 sum = vec4(0.0);
    for (int y = 0; y < u_count; y++) {
        vec2 row = tap(y);
        vec4 across = vec4(0.0);
        for (int x = 0; x < u_count; x++) {
            vec2 column = tap(x);
            across += column.y * read(at, vec2(column.x, row.x));
        }
        sum += row.y * across;
    }
    return sum * u_scale * u_scale;
}
#else
vec4 box(ivec2 at)
{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < u_count; i++) {
        vec2 t = tap(i);
#ifdef DOWN
        sum += t.y * read(at, vec2(0.0, t.x));
#else
        sum += t.y * read(at, vec2(t.x, 0.0));
#endif
    }
    return sum * u_scale;
}
#endif
