// A Gaussian blur straight from the texture. Along a row, or along a column where COLUMNS is defined; or both in one
// pass (NAIVE). LINEAR pairs neighbours into one bilinear read between them.

#include "gaussian/gaussian_input.glsl"
#ifndef LINEAR
#include "gaussian/gaussian_weights.glsl"
#endif

#ifdef COLUMNS
const ivec2 STEP = ivec2(0, 1);
#else
const ivec2 STEP = ivec2(1, 0);
#endif

#if defined(NAIVE)
layout(location = 1) uniform int u_radius;

vec4 gaussian(ivec2 at)
{
    vec4 sum = vec4(0.0);
    for (int y = -u_radius; y <= u_radius; y++) {
        vec4 row = vec4(0.0);
        for (int x = -u_radius; x <= u_radius; x++)
            row += u_weights[abs(x)] * texel(at + ivec2(x, y));
        sum += u_weights[abs(y)] * row;
    }
    return sum;
}

#elif defined(LINEAR)
layout(location = 1) uniform float u_centre;           // weight of the middle; 0: no read
layout(location = 2) uniform float u_pairs[2 * READS]; // of READS on each side: offset in px, weight; the next

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / u_size, 0.0);
}

vec4 gaussian(ivec2 at)
{
    vec2 place = vec2(at) + 0.5;
    vec4 sum = u_centre > 0.0 ? u_centre * texel(at) : vec4(0.0);
    for (int i = 0; i < READS; i++) {
        vec2 offset = u_pairs[2 * i] * vec2(STEP);
        sum += u_pairs[2 * i + 1] * (tap(place - offset) + tap(place + offset));
    }
    return sum;
}

#else
vec4 gaussian(ivec2 at)
{
    vec4 sum = u_weights[0] * texel(at);
    for (int i = 1; i <= RADIUS; i++)
        sum += u_weights[i] * (texel(at - i * STEP) + texel(at + i * STEP));
    return sum;
}
#endif
