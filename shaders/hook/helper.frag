#version 430 core

// Conversions between the passes of a shader file (HELPER): planes, light and display values, and at the end the
// picture's own size and alpha.

#include "hook/transfer.glsl"

#define LINEARIZE      0
#define DELINEARIZE    1
#define LUMA_PLANE     2
#define CHROMA_PLANES  3
#define MERGE          4
#define FINISH         5
#define RESIZE         6
#define REDUCE         7

layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_other; // MERGE: chroma; FINISH: the input of the step

uniform int u_side;           // REDUCE: side of the square that becomes a texel
uniform vec4 halation_result; // its size and 1 / size
uniform vec4 halation_size0;  // size and 1 / size of u_input
uniform vec2 halation_off0;   // shift of u_input, in its texels

layout(location = 0) out vec4 out_color;

// Weights of luma, ITU-R BT.709.
const float red = 0.2126, blue = 0.0722, green = 1.0 - red - blue;

float luma(vec3 color)
{
    return red * color.r + green * color.g + blue * color.b;
}

// Grey has the value 0.5 in planes of chroma.
vec4 merge(float y, vec2 chroma)
{
    float r = y + 2.0 * (1.0 - red) * (chroma.y - 0.5);
    float b = y + 2.0 * (1.0 - blue) * (chroma.x - 0.5);
    return vec4(r, (y - red * r - blue * b) / green, b, 1.0);
}

// Returns the picture at this texel, by a tent filter. When the picture shrinks, its radius is the size of an output
// texel; otherwise it is one input texel. If sizes are equal and nothing is shifted, the result is the texel itself.
vec4 resample()
{
    vec2 reach = max(halation_size0.xy * halation_result.zw, vec2(1.0));
    vec2 centre = gl_FragCoord.xy * halation_size0.xy * halation_result.zw + halation_off0;
    ivec2 first = ivec2(ceil(centre - reach - 0.5)), last = ivec2(floor(centre + reach - 0.5));
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int y = first.y; y <= last.y; y++)
        for (int x = first.x; x <= last.x; x++) {
            vec2 weight = max(1.0 - abs(vec2(x, y) + 0.5 - centre) / reach, 0.0);
            ivec2 at = clamp(ivec2(x, y), ivec2(0), ivec2(halation_size0.xy) - 1);
            sum += weight.x * weight.y * texelFetch(u_input, at, 0);
            weights += weight.x * weight.y;
        }
    return sum / weights;
}

// Returns the mean of the square of texels that becomes this one; at the right and lower border the square is cut
// off.
vec4 reduce()
{
    ivec2 first = ivec2(gl_FragCoord.xy) * u_side, end = min(first + u_side, textureSize(u_input, 0));
    vec4 sum = vec4(0.0);
    for (int y = first.y; y < end.y; y++)
        for (int x = first.x; x < end.x; x++)
            sum += texelFetch(u_input, ivec2(x, y), 0);
    return sum / float((end.x - first.x) * (end.y - first.y));
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 color = texelFetch(u_input, at, 0);
#if HELPER == LINEARIZE
    out_color = halation_linearize(color);
#elif HELPER == DELINEARIZE
    out_color = halation_delinearize(color);
#elif HELPER == LUMA_PLANE
    out_color = vec4(luma(color.rgb), 0.0, 0.0, 1.0);
#elif HELPER == CHROMA_PLANES
    vec2 apart = (color.br - luma(color.rgb)) / (2.0 * (1.0 - vec2(blue, red)));
    out_color = vec4(apart + 0.5, 0.0, 1.0);
#elif HELPER == MERGE
    out_color = merge(color.r, textureLod(u_other, gl_FragCoord.xy * halation_result.zw, 0.0).rg);
#elif HELPER == FINISH
    out_color = vec4(resample().rgb, texelFetch(u_other, at, 0).a);
#elif HELPER == REDUCE
    out_color = reduce();
#else
    out_color = resample();
#endif
}
