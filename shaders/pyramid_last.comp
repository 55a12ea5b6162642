#version 430 core
#include "edge.glsl"
#include "join.glsl"
#define GROUP 256
#define WIDTH 64
#define HEIGHT 20
#include "pyramid_up.glsl"

// The last two of a pyramid's steps up in one dispatch. The first level lies only in shared memory, with three taps
// along each axis over it; an invocation makes a column of the picture out of that.

layout(binding = 0) uniform sampler2D u_second; // filtered: the second level as pyramid_middle.comp makes it; of a
                                                // single level that one, as it is
layout(location = 4) uniform int u_rows;        // of the first level, under what an invocation ends with

const ivec2 TILE = 2 * ivec2(WIDTH, HEIGHT) - 8; // texels of the picture that a group makes

vec4 step_up(ivec2 at, ivec2 size, vec2 scale)
{
    ivec2 source = inside(at, size);
    vec4 texel;
    if (u_levels == 1)
        texel = texelFetch(u_second, source, 0);
    else
        texel = textureLod(u_second, (0.5 * vec2(source) + 1.25) * scale, 0.0);
    if (u_levels == 2 && u_share < 1.0)
        texel = mix(texelFetch(u_kept, source, 0), texel, u_share);
    return is_hidden(at, size) ? vec4(0.0) : texel;
}

// Three taps over the first level. Texels are read a quarter beside their centres, where the filter is exact.
void make_first(ivec2 run, ivec2 origin)
{
    ivec2 size = size_of(1);
    vec2 scale = 1.0 / vec2(size_of(2) + 2), place = (0.5 * vec2(origin + run) + 1.25) * scale;
    bool is_within = all(greaterThanEqual(origin, ivec2(0))) &&
                     all(lessThanEqual(origin + ivec2(WIDTH, HEIGHT), size));
    int first = place_of(run);
    vec4 made[RUN];
    if (is_within && u_levels > 2)
        for (int i = 0; i < RUN; i++)
            made[i] = textureLod(u_second, place + vec2(0.0, 0.5 * float(i) * scale.y), 0.0);
    else
        for (int i = 0; i < RUN; i++)
            made[i] = step_up(origin + run + ivec2(0, i), size, scale);
    for (int i = 0; i < RUN; i++)
        s_level[first + i * WIDTH] = made[i];
    barrier();
    smooth_run(first, weights_of(1), made);
    barrier();
    for (int i = 0; i < RUN; i++)
        s_level[first + i * WIDTH] = made[i];
    barrier();
}

void put(ivec2 place, vec4 color)
{
    if (any(greaterThanEqual(place, ivec2(u_picture))))
        return;
    if (u_levels == 1 && u_share < 1.0)
        color = mix(texelFetch(u_kept, place, 0), color, u_share);
    imageStore(out_image, place, JOIN_AFTER(color, place));
}

vec4 row_of_two(int at, int beside)
{
    return 0.75 * s_level[at] + 0.25 * s_level[at + beside];
}

// The loop's end is a uniform so that what is joined stands in the program twice, not for each texel.
void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy);
    make_first(run_of(self), origin / 2 - 2);
    ivec2 first = ivec2(self % (2 * WIDTH), self / (2 * WIDTH) * u_rows), place = origin + first * ivec2(1, 2);
    if (first.x >= TILE.x)
        return;
    int beside = 2 * (first.x & 1) - 1, at = place_of(ivec2(first.x / 2, first.y) + 2);
    vec4 last = row_of_two(at - WIDTH, beside), here = row_of_two(at, beside);
    for (int i = 0; i < u_rows; i++) {
        at += WIDTH;
        vec4 next = row_of_two(at, beside);
        put(place, 0.75 * here + 0.25 * last);
        put(place + ivec2(0, 1), 0.75 * here + 0.25 * next);
        last = here;
        here = next;
        place.y += 2;
    }
}
