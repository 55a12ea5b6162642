#version 430 core
#include "box.glsl"

// Rows and columns at once: a group walks down a strip of the picture, STEP rows a turn. Their texels go to shared
// memory, from there their horizontal averages into a ring of as many rows as a column's window sees, and running
// sums over the ring are the result. With PACKED both hold halves, which is all that is read and stored; then there
// is room for wider strips.

#define STEP 8
#define CHUNK 8 // neighbours that a thread sums up, sliding
#define MAX_RADIUS 16
#define RING (2 * MAX_RADIUS + 2 + STEP)

#if PACKED
#define WIDTH 64
#define RING_ROW (WIDTH + WIDTH / CHUNK)
#define TEXEL uvec2
#define pack(color) uvec2(packHalf2x16((color).xy), packHalf2x16((color).zw))
#define unpack(words) vec4(unpackHalf2x16((words).x), unpackHalf2x16((words).y))
#else
#define WIDTH 32
#define RING_ROW WIDTH
#define TEXEL vec4
#define pack(color) (color)
#define unpack(color) (color)
#endif

#define STAGE (WIDTH + 2 * MAX_RADIUS + 2)
#define SPANS ((STAGE + WIDTH - 1) / WIDTH) // texels of a row for each thread

layout(local_size_x = WIDTH) in;

layout(location = 0) uniform int u_radius;
layout(location = 1) uniform float u_end;   // weight of the texels beyond the radius
layout(location = 2) uniform float u_scale; // 1 / the sum of the weights
layout(location = 3) uniform int u_segment; // rows of a group

shared TEXEL stage[STEP][STAGE + STAGE / CHUNK + 1];
shared TEXEL ring[RING][RING_ROW];

// A gap after each chunk, so that threads at equal places of their chunks use different banks.
int slot(int i)
{
    return i + i / CHUNK;
}

int ring_slot(int i)
{
#if PACKED
    return slot(i);
#else
    return i;
#endif
}

vec4 staged(int row, int i)
{
    return unpack(stage[row][slot(i)]);
}

vec4 averaged(int row, int column)
{
    return row < 0 ? vec4(0.0) : unpack(ring[row % RING][ring_slot(column)]);
}

// A thread's texels of a turn, which are on their way while the turn before is computed.
void fetch(ivec2 corner, ivec2 size, int thread, out vec4 texels[SPANS * STEP])
{
    for (int row = 0; row < STEP; row++) {
        int y = inside(corner.y + row, size.y);
        for (int i = 0; i < SPANS; i++)
            texels[SPANS * row + i] = y < 0 ? vec4(0.0) : texel(corner.x + thread + i * WIDTH, y, size.x) / unit;
    }
}

void put(int thread, vec4 texels[SPANS * STEP])
{
    for (int row = 0; row < STEP; row++)
        for (int i = 0; i < SPANS; i++)
            if (thread + i * WIDTH < STAGE)
                stage[row][slot(thread + i * WIDTH)] = pack(texels[SPANS * row + i]);
}

// A chunk of a row for each thread.
void average_rows(int first, int thread)
{
    int row = thread / (WIDTH / CHUNK), begin = thread % (WIDTH / CHUNK) * CHUNK;
    int target = (first + row) % RING, width = 2 * u_radius + 1;
    vec4 sum = vec4(0.0);
    for (int i = 1; i <= width; i++)
        sum += staged(row, begin + i);
    for (int i = begin; i < begin + CHUNK; i++) {
        vec4 gained = staged(row, i + width + 1);
        vec4 color = (sum + u_end * (staged(row, i) + gained)) * u_scale;
        ring[target][ring_slot(i)] = pack(color);
        sum += gained - staged(row, i + 1);
    }
}

// A column for each thread. `sum` holds the window that ends before row `first` of the ring.
void sum_columns(int first, ivec2 at, int stop, int width, int thread, inout vec4 sum)
{
    for (int row = first; row < first + STEP; row++) {
        int y = at.y + row - 2 * u_radius - 2;
        vec4 gained = averaged(row, thread);
        vec4 color = sum + u_end * (gained + averaged(row - 2 * u_radius - 2, thread));
        if (y >= at.y && y < stop && at.x < width)
            imageStore(out_image, ivec2(at.x, y), color * u_scale);
        sum += gained - averaged(row - 2 * u_radius - 1, thread);
    }
}

void main()
{
    ivec2 size = imageSize(out_image);
    int thread = int(gl_LocalInvocationIndex);
    ivec2 origin = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH, u_segment);
    int stop = min(origin.y + u_segment, size.y);
    int rows = stop - origin.y + 2 * u_radius + 2;
    vec4 sum = vec4(0.0), texels[SPANS * STEP];
    fetch(origin - u_radius - 1, size, thread, texels);
    for (int row = 0; row < rows; row += STEP) {
        put(thread, texels);
        barrier();
        fetch(origin - u_radius - 1 + ivec2(0, row + STEP), size, thread, texels);
        average_rows(row, thread);
        barrier();
        sum_columns(row, ivec2(origin.x + thread, origin.y), stop, size.x, thread, sum);
    }
}
