// Where a GPU cuts off what a half float cannot hold when it stores one, instead of rounding (see
// render/context/half_store.h).

uniform uint u_half_store; // all bits where the image holds halves, otherwise 0

// Cut off, it is the nearest half, of two that are as near the even one. A few instructions, since this stands before
// every store: below 2^-14, where halves are multiples of 2^-24, one is cut off as before.
vec4 to_half_store(vec4 color)
{
    uvec4 bits = floatBitsToUint(color);
    return uintBitsToFloat(bits + ((0xfffu + (bits >> 13 & 1u)) & u_half_store));
}
