#version 430 core

// One picture or two on the screen, whose row 0 is the bottom one: enlarged, beside each other, or their difference.

#include "common/luminance.glsl"
#include "common/srgb.glsl"

#define SPLIT 1
#define SIDES 2
#define DIFFERENCE 3

#define ALL_CHANNELS 0 // 1 to 3 are red, green and blue
#define ALPHA 4
#define LUMINANCE 5
#define STOPS 6

layout(binding = 0) uniform sampler2D u_a; // display values, row 0 is the top
layout(binding = 1) uniform sampler2D u_b;
uniform vec2 u_size; // of the screen's part, in pixels
uniform int u_mode;
uniform float u_zoom;    // pixels of the screen for one of the picture
uniform vec2 u_centre;   // of the picture: what is in the middle of a view
uniform float u_divider; // pixels from the left
uniform float u_gain;
uniform float u_exposure; // a factor on light
uniform vec4 u_loupe;     // its middle, radius and zoom; radius 0: none
uniform float u_scale;    // of the screen: lines are wider by that, and a grid begins later
uniform vec4 u_view;      // the part of the screen in whose middle, or halves, it lies
uniform int u_channel;
uniform vec4 u_stop_colors[9]; // of white, and of each stop below it

layout(location = 0) out vec4 out_color;

const vec3 backdrop = vec3(0.09);
const float grid_zoom = 8.0, values_zoom = 32.0;
const float MAX_TAPS = 16.0; // a side
const float black_stops = -16.0; // of black, which has no logarithm

// The digits, minus and point, in 7 rows of 5 bits from the upper left one: 20 bits, and 15.
const int MINUS = 10, POINT = 11, BLANK = 12;
const ivec2 glyph_size = ivec2(5, 7), glyph_pitch = ivec2(6, 9);
const uvec2 glyphs[] = uvec2[](uvec2(0x8c62e, 0x3a31), uvec2(0x210c4, 0x3884), uvec2(0x6422e, 0x7c22),
    uvec2(0x7420f, 0x3e10), uvec2(0x4a988, 0x211f), uvec2(0x83c3f, 0x3a30), uvec2(0x7844c, 0x3a31),
    uvec2(0x2221f, 0x0842), uvec2(0x7462e, 0x3a31), uvec2(0xf462e, 0x1910), uvec2(0x70000, 0x0000),
    uvec2(0x00000, 0x18c0));

bool is_beyond(vec2 pos)
{
    return any(lessThan(pos, vec2(0.0))) || any(greaterThanEqual(pos, vec2(textureSize(u_a, 0))));
}

// The mean of the texels under a pixel that covers `wide` of them a side, by the areas that they share with it. Hidden
// colour does not count. A pixel of very many texels takes a grid of them.
vec4 mean_at(sampler2D picture, vec2 pos, float wide)
{
    vec2 size = vec2(textureSize(picture, 0)), from = max(pos - 0.5 * wide, vec2(0.0));
    vec2 to = min(pos + 0.5 * wide, size), stride = max(vec2(1.0), floor((to - from) / MAX_TAPS));
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

// Luminance in stops below that of white.
float stops_of(vec3 display)
{
    return log2(max(luminance(srgb_decode(display)), exp2(black_stops)));
}

// One channel as a grey. The colour of a stop is that of all values down to the next.
vec3 show_channel(vec4 color)
{
    vec3 shown = show(color);
    if (color.a < 0.0 || u_channel == ALL_CHANNELS)
        return shown;
    if (u_channel < ALPHA)
        return vec3(shown[u_channel - 1]);
    if (u_channel == ALPHA)
        return vec3(color.a);
    if (u_channel == STOPS && u_mode != DIFFERENCE)
        return u_stop_colors[int(clamp(ceil(-stops_of(shown) - 0.01), 0.0, 8.0))].rgb;
    return srgb_encode(vec3(luminance(srgb_decode(shown))));
}

// Half grey where both are alike.
vec3 difference_at(vec2 pos, float zoom)
{
    vec4 a = read_at(u_a, pos, zoom), b = read_at(u_b, pos, zoom);
    return a.a < 0.0 ? backdrop : clamp(0.5 + u_gain * (show_channel(b) - show_channel(a)), 0.0, 1.0);
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

// The number that is printed in a texel: a display value from 0 to 255, or tenths of stops. All channels have rows.
float value_of(vec4 texel, int row)
{
    if (u_channel == STOPS)
        return 10.0 * stops_of(texel.rgb);
    if (u_channel == LUMINANCE)
        return 255.0 * srgb_encode(vec3(luminance(srgb_decode(texel.rgb)))).r;
    return 255.0 * texel[u_channel == ALL_CHANNELS ? row : u_channel - 1];
}

// The glyph of a number in a column from the right.
int glyph_at(int value, int column)
{
    bool has_tenths = u_channel == STOPS;
    if (has_tenths && column == 1)
        return POINT;
    int digit = has_tenths && column > 1 ? column - 1 : column, rest = abs(value), least = has_tenths ? 1 : 0;
    for (int i = 0; i < digit - 1; i++)
        rest /= 10;
    bool is_second = digit <= least + 1 || rest > 0; // there is a digit at the right of this one, or none
    rest /= digit > 0 ? 10 : 1;
    if (rest > 0 || digit <= least)
        return rest % 10;
    return value < 0 && is_second ? MINUS : BLANK;
}

// The values of the texel in its middle, in black or white.
vec3 draw_values(vec3 color, vec2 pos, float zoom, bool is_b)
{
    if (zoom < values_zoom * u_scale || is_beyond(pos))
        return color;
    vec4 a = texelFetch(u_a, ivec2(pos), 0), b = texelFetch(u_b, ivec2(pos), 0);
    vec3 values;
    for (int i = 0; i < 3; i++)
        values[i] = round(value_of(is_b || u_mode == DIFFERENCE ? b : a, i) -
            (u_mode == DIFFERENCE ? value_of(a, i) : 0.0));
    int rows = u_channel == ALL_CHANNELS ? 3 : 1;
    int columns = u_channel == STOPS ? (abs(values.x) < 100.0 ? 4 : 5) : u_mode == DIFFERENCE ? 4 : 3;
    float stroke = floor(zoom / values_zoom);
    vec2 block = stroke * vec2(ivec2(columns, rows) * glyph_pitch - (glyph_pitch - glyph_size));
    ivec2 at = ivec2(floor((fract(pos) * zoom - floor(0.5 * (zoom - block))) / stroke));
    ivec2 cell = at / glyph_pitch, bit = at % glyph_pitch;
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(cell, ivec2(columns, rows))) ||
        any(greaterThanEqual(bit, glyph_size)))
        return color;
    int glyph = glyph_at(int(values[cell.y]), columns - 1 - cell.x), i = bit.y * glyph_size.x + bit.x;
    bool is_ink = glyph != BLANK && ((i < 20 ? glyphs[glyph].x >> i : glyphs[glyph].y >> (i - 20)) & 1u) != 0u;
    return is_ink ? mix(color, vec3(luminance(srgb_decode(color)) > 0.18 ? 0.0 : 1.0), 0.9) : color;
}

void main()
{
    vec2 at = vec2(gl_FragCoord.x, u_size.y - gl_FragCoord.y), middle = 0.5 * (u_view.xy + u_view.zw);
    bool is_b = u_mode == SPLIT && at.x >= u_divider;
    if (u_mode == SIDES) {
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
    vec3 color = u_mode == DIFFERENCE ? difference_at(pos, zoom)
        : show_channel(is_b ? read_at(u_b, pos, zoom) : read_at(u_a, pos, zoom));
    color = draw_values(draw_grid(color, pos, zoom), pos, zoom, is_b);
    if (u_mode == SPLIT && abs(at.x - u_divider) < line_width() && !is_beyond(pos))
        color = vec3(at.x < u_divider ? 1.0 : 0.0);
    if (u_loupe.z > 0.0 && abs(length(from_loupe) - u_loupe.z) < line_width())
        color = vec3(0.85);
    out_color = vec4(color, 1.0); // some window systems would shine through
}
