// Rounds before a store to half floats, for renderers that cut off what a half cannot hold
// (render/context/half_store.h). It stands before a shader's own text. Behind that text another main calls
// make_out_color(), which is the shader's own.

uniform uint u_half_store; // all bits where the image holds halves, otherwise 0

// Makes a value that becomes the nearest half when it is cut off, and of two equally near ones the even one. It takes
// few instructions, since it stands before every store: values below 2^-14, where halves are multiples of 2^-24, are
// still cut off.
vec4 to_half_store(vec4 color)
{
    uvec4 bits = floatBitsToUint(color);
    return uintBitsToFloat(bits + ((0xfffu + (bits >> 13 & 1u)) & u_half_store));
}

#define imageStore(image, at, color) imageStore(image, at, to_half_store(color))
#define main make_out_color
