// Blurs along columns and rows at once. A group walks down a strip of the picture, STEP rows an iteration. Each thread
// has a column, in the strip or so near that the strip's texels see it, and holds all texels of it that the rows of the
// iteration see, so that each is read once. What becomes of them along the column goes to shared memory, where each
// thread makes CHUNK neighbours of a row of it. These take the place of what they are made of, and from there
// neighbouring threads store neighbouring texels. With PACKED, texels are held as halves, which is all that is read and
// stored, and so they are in shared memory unless WHOLE; with WORDS the input is read as such. A texel sees REACH
// others on each side. A strip has WIDTH columns; THREADS are those and a reach on both sides, or more; a row in shared
// memory has PITCH texels. effects/blur/strip_walk.c defines these numbers.

#include "common/edge.glsl"
#include "common/join.glsl"

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#if PACKED
#define HALVES
#endif
#include "common/packed.glsl"

#if WHOLE
#define TILE vec4
#define to_tile(color) (color)
#define from_tile(color) (color)
#else
#define TILE Packed
#define to_tile pack
#define from_tile unpack
#endif

layout(local_size_x = THREADS) in;
layout(binding = 0) restrict writeonly uniform image2D out_image;
#if WORDS
layout(binding = 1, rg32ui) restrict readonly uniform uimage2D in_image;
#define load(at) imageLoad(in_image, at).xy
#else
layout(binding = 1, INPUT) restrict readonly uniform image2D in_image;
#define load(at) pack(imageLoad(in_image, at))
#endif

uniform vec2 u_size;
uniform int u_segment; // rows of a group

const int newest = 2 * REACH; // where the rows of an iteration begin in `held`

shared TILE tile[STEP][PITCH];

Packed held[newest + STEP]; // of the column: what the rows of an iteration see

// The functions that the blur defines: start_columns runs before the first iteration, without the rows of one;
// blur_columns goes from `held` to column `thread` of the tile; blur_rows makes CHUNK texels from `first` on of a row
// of the tile, which all have read before one is written.
void start_columns();
void blur_columns(int thread);
void blur_rows(int row, int first);

Packed read(int x, int y)
{
    return load(ivec2(x, inside_or_zero(y, int(u_size.y))));
}

void read_rows(int x, int y)
{
    for (int i = 0; i < STEP; i++)
        held[newest + i] = read(x, y + REACH + i);
}

void store(ivec2 at, vec4 color)
{
    imageStore(out_image, at, JOIN_AFTER(color, min(at, ivec2(u_size) - 1))); // nothing happens outside
}

// Each 32 neighbouring threads store 8 texels of 4 rows, since that is how images lie in memory.
void store_rows(ivec2 at, int stop, int thread)
{
    for (int i = 0; i < STEP; i++) {
        ivec2 from = ivec2(thread / 32 * 32 + thread % 8 + i % 4 * 8, i / 4 * 4 + thread / 8 % 4);
        if ((WIDTH % 32 == 0 || from.x < WIDTH) && at.y + from.y < stop)
            store(at + from, from_tile(tile[from.y][from.x]));
    }
}

void main()
{
    int thread = int(gl_LocalInvocationIndex);
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH, u_segment);
    int stop = min(at.y + u_segment, int(u_size.y));
    int column = min(thread, WIDTH + 2 * REACH - 1); // those beyond are not needed
    int x = inside_or_zero(at.x + column - REACH, int(u_size.x));
    for (int i = 0; i < newest; i++)
        held[i] = read(x, at.y - REACH + i);
    start_columns();
    read_rows(x, at.y);
    for (; at.y < stop; at.y += STEP) {
        blur_columns(thread);
        for (int i = 0; i < newest; i++)
            held[i] = held[i + STEP];
        read_rows(x, at.y + STEP); // which comes in while rows are blurred
        barrier();
        blur_rows(thread % STEP, thread / STEP * CHUNK);
        barrier();
        if (thread < (WIDTH + 31) / 32 * 32)
            store_rows(at, stop, thread);
        barrier();
    }
}
