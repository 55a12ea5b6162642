#version 430 core

// One picture or two on the screen, whose row 0 is the bottom one: enlarged, beside each other, or their difference.

#include "common/srgb.glsl"

#define SPLIT 1
#define SIDES 2
#define DIFFERENCE 3

layout(binding = 0) uniform sampler2D u_a; // display values, row 0 is the top
layout(binding = 1) uniform sampler2D u_b;
uniform vec2 u_size; // of the screen's part, in pixels
uniform int u_way;
uniform float u_zoom;    // pixels of the screen for one of the picture
uniform vec2 u_centre;   // of the picture: what is in the middle of a view
uniform float u_divider; // pixels from the left
uniform float u_gain;
uniform float u_exposure; // a factor on light
uniform vec4 u_loupe;     // its middle, radius and zoom; radius 0: none
uniform float u_scale;    // of the screen: lines are wider by that, and a grid begins later
uniform vec4 u_view;      // the part of the screen in whose middle, or halves, it lies

layout(location = 0) out vec4 out_color;

const vec3 backdrop = vec3(0.09);
const float grid_zoom = 8.0;
const float MOST_TAPS = 16.0; // a side

bool is_beyond(vec2 pos)
{
    return any(lessThan(pos, vec2(0.0))) || any(greaterThanEqual(pos, vec2(textureSize(u_a, 0))));
}

// The mean of the texels under a pixel that covers `wide` of them a side, by the areas that they share with it. Hidden
// colour does not count. A pixel of very many texels takes a grid of them.
vec4 mean_at(sampler2D picture, vec2 pos, float wide)
{
    vec2 size = vec2(textureSize(picture, 0)), from = max(pos - 0.5 * wide, vec2(0.0));
    vec2 to = min(pos + 0.5 * wide, size), stride = max(vec2(1.0), floor((to - from) / MOST_TAPS));
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (float y = floor(from.y); y < to.y; y += stride.y)
        for (float x = floor(from.x); x < to.x; x += stride.x) {
            vec2 texel = vec2(x, y), shared_sides = min(texel + 1.0, to) - max(texel, from);
            vec4 color = texelFetch(picture, ivec2(texel), 0);
            float weight = shared_sides.x * shared_sides.y;
            sum += weight * vec4(color.rgb * color.a, color.a);
            weights += weight;
        }
    return vec4(sum.rgb / max(sum.a, 1e-6), sum.a / weights);
}

vec4 read_at(sampler2D picture, vec2 pos, float zoom)
{
    if (is_beyond(pos))
        return vec4(backdrop, -1.0);
    return zoom >= 1.0 ? texelFetch(picture, ivec2(pos), 0) : mean_at(picture, pos, 1.0 / zoom);
}

// Straight display values over black; light without cover is seen as it is.
vec3 show(vec4 color)
{
    bool is_mixed = color.a > 0.0 && color.a < 1.0;
    if (color.a < 0.0 || (!is_mixed && u_exposure == 1.0))
        return color.rgb;
    return srgb_encode(srgb_decode(color.rgb) * (is_mixed ? color.a : 1.0) * u_exposure);
}

// Half grey where both are alike.
vec3 difference_at(vec2 pos, float zoom)
{
    vec4 a = read_at(u_a, pos, zoom), b = read_at(u_b, pos, zoom);
    return a.a < 0.0 ? backdrop : clamp(0.5 + u_gain * (show(b) - show(a)), 0.0, 1.0);
}

float line_width()
{
    return floor(u_scale);
}

// A thin line at the upper and left border of each texel, where texels are large.
vec3 draw_grid(vec3 color, vec2 pos, float zoom)
{
    bool is_line = any(lessThan(fract(pos) * zoom, vec2(line_width())));
    const float contrast = dot(color, vec3(1.0 / 3.0)) > 0.5 ? 0.0 : 1.0;
    return zoom >= grid_zoom * u_scale && is_line ? mix(color, vec3(contrast), 0.2) : color;
}

void main()
{
    vec2 at = vec2(gl_FragCoord.x, u_size.y - gl_FragCoord.y), middle = 0.5 * (u_view.xy + u_view.zw);
    bool is_b = u_way == SPLIT && at.x >= u_divider;
    if (u_way == SIDES) {
        float half_width = floor(0.5 * (u_view.z - u_view.x));
        is_b = at.x >= u_view.x + half_width;
        middle.x = u_view.x + half_width * (is_b ? 1.5 : 0.5);
    }
    float zoom = u_zoom;
    vec2 pos = (at - middle) / zoom + u_centre;
    vec2 from_loupe = at - u_loupe.xy;
    bool in_loupe = length(from_loupe) < u_loupe.z;
    if (in_loupe) {
        pos += from_loupe / u_loupe.w - from_loupe / zoom;
        zoom = u_loupe.w;
    }
    vec3 color = u_way == DIFFERENCE ? difference_at(pos, zoom)
        : show(is_b ? read_at(u_b, pos, zoom) : read_at(u_a, pos, zoom));
    color = draw_grid(color, pos, zoom);
    if (u_way == SPLIT && abs(at.x - u_divider) < line_width() && !is_beyond(pos))
        color = vec3(at.x < u_divider ? 1.0 : 0.0);
    if (u_loupe.z > 0.0 && abs(length(from_loupe) - u_loupe.z) < line_width())
        color = vec3(0.85);
    out_color = vec4(color, 1.0); // some window systems would shine through
}
