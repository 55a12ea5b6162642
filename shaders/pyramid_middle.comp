#version 430 core
#include "edge.glsl"
#define GROUP 256
#define WIDTH 32
#define HEIGHT 32
#include "pyramid_up.glsl"

// A pyramid's steps up from the deepest level to the second, in one dispatch. What is put out is that level with three
// taps along each axis over it, and one more texel on every side. The smaller a level the larger the part of it that
// several groups make, and the less that costs.

layout(binding = 0) uniform sampler2D u_deepest; // unfiltered

const int TILE = WIDTH - 2; // texels put out by a group, along each side
const int THIRD = 24;       // rows that it needs of the third level, of WIDTH columns
const int SMALL = 16;       // rows and columns of those below

// Three taps over the level below the one that is made.
shared vec4 s_smooth[WIDTH * (THIRD + 2)];

ivec2 next_origin(ivec2 origin)
{
    return ((origin >> 1) - 2) & ~1; // even, as all are
}

vec4 fetch_deepest(ivec2 at, ivec2 size)
{
    vec4 texel = texelFetch(u_deepest, inside(at, size), 0);
    return is_hidden(at, size) ? vec4(0.0) : texel;
}

// A texel lies a quarter beside the centre of one of the coarser image: that one and the next. Of that `rows` rows are
// held, as many columns, and `pitch` is from row to row.
vec4 interpolated(ivec2 at, ivec2 below, int rows, int pitch)
{
    ivec2 near = clamp((at >> 1) - below, 1, rows - 2);
    int i = near.y * pitch + near.x, x = 2 * (at.x & 1) - 1, y = pitch * (2 * (at.y & 1) - 1);
    return 0.75 * (0.75 * s_smooth[i] + 0.25 * s_smooth[i + x]) +
           0.25 * (0.75 * s_smooth[i + y] + 0.25 * s_smooth[i + x + y]);
}

vec4 make_texel(ivec2 at, ivec2 below, int level, ivec2 size, int rows, int pitch)
{
    if (level == u_levels)
        return fetch_deepest(at, size);
    ivec2 source = inside(at, size);
    vec4 texel = interpolated(source, below, rows, pitch);
    if (level == u_levels - 1 && u_share < 1.0)
        texel = mix(texelFetch(u_kept, source, 0), texel, u_share);
    return is_hidden(at, size) ? vec4(0.0) : texel;
}

// A level below the third, then three taps over it.
void make_small(int self, int level, ivec2 origin)
{
    ivec2 at = origin + ivec2(self % SMALL, self / SMALL);
    int i = SMALL + self;
    s_level[i] = make_texel(at, next_origin(origin), level, size_of(level), SMALL, SMALL);
    barrier();
    vec2 weights = weights_of(level);
    vec4 corners = s_level[i - SMALL - 1] + s_level[i - SMALL + 1] + s_level[i + SMALL - 1] + s_level[i + SMALL + 1];
    vec4 sides = s_level[i - SMALL] + s_level[i - 1] + s_level[i + 1] + s_level[i + SMALL];
    s_smooth[self] = weights.x * (weights.x * s_level[i] + weights.y * sides) + weights.y * weights.y * corners;
    barrier();
}

void make_third(int self, ivec2 origin)
{
    const int run = THIRD * WIDTH / GROUP;
    ivec2 at = ivec2(self % WIDTH, self / WIDTH * run), below = next_origin(origin), size = size_of(3);
    int first = place_of(at);
    for (int i = 0; i < run; i++)
        s_level[first + i * WIDTH] = make_texel(origin + at + ivec2(0, i), below, 3, size, SMALL, SMALL);
    barrier();
    vec2 weights = weights_of(3);
    vec4 rows[run + 2];
    for (int i = 0; i < run + 2; i++) {
        int j = first + (i - 1) * WIDTH;
        rows[i] = weights.x * s_level[j] + weights.y * (s_level[j - 1] + s_level[j + 1]);
    }
    for (int i = 0; i < run; i++)
        s_smooth[at.y * WIDTH + i * WIDTH + at.x] = weights.x * rows[i + 1] + weights.y * (rows[i] + rows[i + 2]);
    barrier();
}

// Where no border is near and nothing is mixed in.
void interpolate_run(ivec2 run, ivec2 origin)
{
    ivec2 near = ((origin + run) >> 1) - next_origin(origin);
    int first = place_of(run), from = near.y * WIDTH + near.x, beside = 2 * (run.x & 1) - 1;
    vec4 rows[RUN / 2 + 2];
    for (int i = 0; i < RUN / 2 + 2; i++) {
        int j = from + (i - 1) * WIDTH;
        rows[i] = 0.75 * s_smooth[j] + 0.25 * s_smooth[j + beside];
    }
    for (int i = 0; i < RUN; i++)
        s_level[first + i * WIDTH] = 0.75 * rows[i / 2 + 1] + 0.25 * rows[i / 2 + 2 * (i % 2)];
}

void make_second(ivec2 run, ivec2 origin)
{
    ivec2 size = size_of(2), below = next_origin(origin);
    bool is_within = all(greaterThanEqual(origin, ivec2(0))) && all(lessThanEqual(origin + WIDTH, size));
    if (is_within && u_levels > 2 && (u_levels > 3 || u_share == 1.0))
        interpolate_run(run, origin);
    else
        for (int i = 0; i < RUN; i++)
            s_level[place_of(run) + i * WIDTH] =
                make_texel(origin + run + ivec2(0, i), below, 2, size, THIRD, WIDTH);
    barrier();
}

void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 tile = TILE * ivec2(gl_WorkGroupID.xy), second = tile - 2, third = next_origin(second);
    for (int level = u_levels; level > 3; level--) {
        ivec2 origin = third;
        for (int i = 3; i < level; i++)
            origin = next_origin(origin);
        make_small(self, level, origin);
    }
    if (u_levels > 2)
        make_third(self, third);
    ivec2 run = run_of(self);
    make_second(run, second);

    vec4 made[RUN];
    ivec2 last = min(tile + TILE, size_of(2) + 2) - 1;
    smooth_run(place_of(run), weights_of(2), made);
    for (int i = 0; i < RUN; i++) {
        ivec2 at = tile + run - 1 + ivec2(0, i);
        if (all(greaterThanEqual(at, tile)) && all(lessThanEqual(at, last)))
            imageStore(out_image, at, made[i]);
    }
}
