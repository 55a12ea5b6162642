// Rounds before a store to half floats, for renderers that truncate (render/context/half_store.h). This text precedes
// the shader's own text. After that, another main calls make_out_color(), which is the main of the shader.

uniform uint u_half_store; // all bits set if the image has half floats, otherwise 0

// Returns a value that truncation turns into the nearest half, ties to even. It has few instructions, because it runs
// before every store: values below 2^-14, where halves are multiples of 2^-24, are still truncated.
vec4 to_half_store(vec4 color)
{
    uvec4 bits = floatBitsToUint(color);
    return uintBitsToFloat(bits + ((0xfffu + (bits >> 13 & 1u)) & u_half_store));
}

#define imageStore(image, at, color) imageStore(image, at, to_half_store(color))
#define main make_out_color
