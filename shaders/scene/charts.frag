#version 430 core

// Test pictures, one for each define. Edges are exact: a texel is the mean of what lies under it,
// so that what moves by a fraction of a texel changes the picture by that fraction and never
// flickers. Positions are in texels, (0, 0) is the picture's top left corner.

#include "scene/finite.glsl"

layout(location = 0) out vec4 out_color;

// Returns the share of the texel `at` that is covered by a square of one texel with its top left corner at `place`.
float covered(ivec2 at, vec2 place)
{
    vec2 overlap = max(1.0 - abs(vec2(at) - place), 0.0);
    return overlap.x * overlap.y;
}

// ---- a grid of square cells, each at least one texel wide

struct Cells {
    ivec2 first; // the cell under the top left corner of the texel
    vec2 second; // how much of the texel lies in the cell after it, along either axis
};

Cells cells_under(vec2 at, float size)
{
    vec2 begin = at / size, end = (at + 1.0) / size;
    vec2 first = floor(begin);
    return Cells(ivec2(first), clamp((end - first - 1.0) * size, 0.0, 1.0));
}

float mix_cells(Cells cells, float a, float b, float c, float d)
{
    return mix(mix(a, b, cells.second.x), mix(c, d, cells.second.x), cells.second.y);
}

#if defined(BLOCKS) || defined(FIREFLY)
uniform float u_block; // texels
uniform float u_shift; // down and to the right, 0..u_block texels
uniform int u_cells;   // and so many whole blocks
uniform vec2 u_greys;  // darkest, brightest

// pcg2d, M. Jarzynski and M. Olano, Hash Functions for GPU Rendering, JCGT 2020. As 0..1.
float noise(ivec2 cell)
{
    uvec2 v = uvec2(cell) * 1664525u + 1013904223u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    return float(v.x >> 8u) / 16777215.0;
}

// Small blocks on large ones give coarse and fine contrast in one picture.
float block(ivec2 cell)
{
    cell -= u_cells;
    return mix(u_greys.x, u_greys.y, 0.6 * noise(cell >> 2) + 0.4 * noise(cell + 7919));
}

float blocks(ivec2 at)
{
    Cells cells = cells_under(vec2(at) - u_shift, u_block);
    ivec2 first = cells.first;
    return mix_cells(cells, block(first), block(first + ivec2(1, 0)), block(first + ivec2(0, 1)),
                     block(first + 1));
}
#endif

#if defined(BLOCKS)
vec3 chart(ivec2 at)
{
    return vec3(blocks(at));
}

#elif defined(FIREFLY)
uniform vec2 u_place; // what leaves on one side returns on the other
uniform vec2 u_size;  // of the picture
uniform float u_level;

vec3 chart(ivec2 at)
{
    vec2 turns = round((vec2(at) - u_place) / u_size);
    return vec3(mix(blocks(at), u_level, covered(at, u_place + turns * u_size)));
}

#elif defined(BARS)
uniform vec2 u_center;
uniform vec2 u_half; // from there to the middle of a side
uniform float u_level;
uniform float u_grey;
uniform int u_period; // of the bars, texels
uniform int u_width;  // of a bar
uniform int u_phase;  // how far left of the picture a bar begins

// The mean of clamp(x, 0, 1) while x goes from a to b.
float mean_clamped(float a, float b)
{
    float low = min(a, b), high = max(a, b);
    if (high - low < 1e-4)
        return clamp(0.5 * (low + high), 0.0, 1.0);
    float from = clamp(low, 0.0, 1.0), to = clamp(high, 0.0, 1.0);
    return (0.5 * (to - from) * (to + from) + max(high, 1.0) - max(low, 1.0)) / (high - low);
}

// Green's theorem: summed over the edges of a polygon, the area of the unit square it covers.
float edge_area(vec2 p, vec2 q)
{
    float begin = clamp(p.y, 0.0, 1.0), end = clamp(q.y, 0.0, 1.0);
    if (begin == end)
        return 0.0;
    float slope = (q.x - p.x) / (q.y - p.y);
    return (end - begin) * mean_clamped(p.x + (begin - p.y) * slope, p.x + (end - p.y) * slope);
}

float square(ivec2 at)
{
    vec2 middle = u_center - vec2(at), side = vec2(-u_half.y, u_half.x);
    vec2 a = middle + u_half + side, b = middle - u_half + side;
    vec2 c = middle - u_half - side, d = middle + u_half - side;
    float area = edge_area(a, b) + edge_area(b, c) + edge_area(c, d) + edge_area(d, a);
    return clamp(abs(area), 0.0, 1.0);
}

vec3 chart(ivec2 at)
{
    bool is_bar = (at.x + u_phase) % u_period < u_width; // whole texels: exact
    return vec3(is_bar ? u_grey : u_level * square(at));
}

#elif defined(LIGHTS)
uniform vec2 u_red; // each the texel's top left corner
uniform vec2 u_green;
uniform vec2 u_blue;
uniform float u_level;

vec3 chart(ivec2 at)
{
    return u_level * vec3(covered(at, u_red), covered(at, u_green), covered(at, u_blue));
}

#elif defined(IMPULSE)
uniform vec2 u_place;
uniform float u_level;

vec3 chart(ivec2 at)
{
    return vec3(u_level * covered(at, u_place));
}

#elif defined(ZONE_PLATE)
uniform vec2 u_center;
uniform float u_radius; // where the finest rings are; grey beyond
uniform float u_level;

vec3 chart(ivec2 at)
{
    vec2 from_center = vec2(at) + 0.5 - u_center;
    float turns = dot(from_center, from_center) / (4.0 * u_radius);
    float ring = length(from_center) > u_radius ? 0.0 : cos(6.28318530718 * fract(turns));
    return vec3(u_level * (0.5 + 0.5 * ring));
}

#elif defined(RAMP)
#include "common/srgb.glsl"
uniform vec2 u_ends;  // display values
uniform float u_size; // of the picture along the ramp, texels
uniform int u_along;  // 0 to the right, 1 down

vec3 chart(ivec2 at)
{
    float along = (float(at[u_along]) + 0.5) / u_size;
    return srgb_decode(vec3(mix(u_ends.x, u_ends.y, along)));
}

#elif defined(CHECKER)
uniform vec2 u_corner;  // of four squares
uniform float u_square; // texels
uniform vec2 u_greys;

float cell(ivec2 at)
{
    return u_greys[(at.x + at.y) & 1];
}

vec3 chart(ivec2 at)
{
    Cells cells = cells_under(vec2(at) - u_corner, u_square);
    ivec2 first = cells.first;
    float here = cell(first), beside = cell(first + ivec2(1, 0));
    return vec3(mix_cells(cells, here, beside, beside, here));
}
#endif

void main()
{
    out_color = finite(vec4(chart(ivec2(gl_FragCoord.xy)), 1.0));
}
