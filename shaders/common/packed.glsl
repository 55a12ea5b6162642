#if defined(HALVES)
// A texel in shared memory, as halves, because images have no more bits.
#define Packed uvec2

Packed pack(vec4 color)
{
    return uvec2(packHalf2x16(color.rg), packHalf2x16(color.ba));
}

vec4 unpack(Packed color)
{
    return vec4(unpackHalf2x16(color.x), unpackHalf2x16(color.y));
}
#elif defined(BYTES)
// A texel in shared memory, as bytes, because images have no more bits.
#define Packed uint

Packed pack(vec4 color)
{
    return packUnorm4x8(color);
}

vec4 unpack(Packed color)
{
    return unpackUnorm4x8(color);
}
#else
#define Packed vec4

Packed pack(vec4 color)
{
    return color;
}

vec4 unpack(Packed color)
{
    return color;
}
#endif
