#include "common/edge.glsl"
#include "common/join.glsl"

// The box's two passes with a buffer between them, which GPUs read faster than an image. The first reads an image of
// the format INPUT, or halves as they are (WORDS), along rows, the second, with DOWN, the buffer along columns and puts
// out an image. The buffer holds texels as halves, bytes (VIA_BYTES) or floats (VIA_FLOATS). In shared memory texels
// are floats or, where no image holds more than halves, halves (PACKED); bytes are counted in their own units.

#if VIA_FLOATS
#define Stored vec4
#elif VIA_BYTES
#define Stored uint
#else
#define Stored uvec2
#endif

layout(std430, binding = 0) restrict buffer Between
{
    Stored between[];
};

// Strips of STRIP columns lie one after the other, each from top to bottom: then what a group of either pass moves
// at a time lies together, some texels of a few rows or some rows of a few columns.

int place_in_strips(int x, int y, int height)
{
    return (int(uint(x) / uint(STRIP)) * height + y) * STRIP + int(uint(x) % uint(STRIP));
}

#if PACKED
#define HALVES
#endif
#include "common/packed.glsl"

// Reads are not skipped but thrown away: behind a branch each would wait for the one before.
Packed or_nothing(int at, int size, Packed texel)
{
    return is_hidden(at, size) ? Packed(0) : texel;
}

#ifdef DOWN
layout(binding = 0) restrict writeonly uniform image2D out_image;

Packed load(int i)
{
    Stored stored = between[i];
#if VIA_BYTES
    return pack(round(unpackUnorm4x8(stored) * 255.0));
#elif VIA_FLOATS || PACKED
    return stored;
#else
    return vec4(unpackHalf2x16(stored.x), unpackHalf2x16(stored.y));
#endif
}

Packed read(int at, int line, ivec2 size)
{
    return or_nothing(at, size.y, load(place_in_strips(line, 0, size.y) + inside(at, size.y) * STRIP));
}

// Results wait in shared memory until they are stored.
#define pack_stored(color) pack(color)

void write(int at, int line, ivec2 size, Packed color)
{
    ivec2 place = ivec2(line, at);
    imageStore(out_image, place, JOIN_AFTER(unpack(color), min(place, size - 1))); // nothing happens outside
}
#else
#if WORDS
layout(binding = 1, rg32ui) restrict readonly uniform uimage2D in_image;
#define texel_of(at) imageLoad(in_image, at).xy
#else
layout(binding = 1, INPUT) restrict readonly uniform image2D in_image;
#if INPUT_BYTES
#define texel_of(at) pack(round(imageLoad(in_image, at) * 255.0))
#else
#define texel_of(at) pack(imageLoad(in_image, at))
#endif
#endif

Packed read(int at, int line, ivec2 size)
{
    return or_nothing(at, size.x, texel_of(ivec2(inside(at, size.x), line)));
}

#if PACKED && VIA_BYTES
#define pack_stored(color) uvec2(packUnorm4x8(color), 0u)
#define to_stored(packed) (packed).x
#elif VIA_BYTES
#define pack_stored(color) (color)
#define to_stored(packed) packUnorm4x8(packed)
#elif PACKED || VIA_FLOATS
#define pack_stored(color) pack(color)
#define to_stored(packed) (packed)
#else
#define pack_stored(color) (color)
#define to_stored(packed) uvec2(packHalf2x16((packed).rg), packHalf2x16((packed).ba))
#endif

void write(int at, int line, ivec2 size, Packed color)
{
    if (line < size.y)
        between[place_in_strips(at, line, size.y)] = to_stored(color);
}
#endif
