// Where a GPU cuts off what a half float cannot hold when it stores one, instead of rounding (see render/half_store.h).

uniform bool u_half_store; // whether the image holds halves

// The nearest half, of two that are as near the even one, or up to 65504 what is cut off to it.
vec4 to_half_store(vec4 color)
{
    uvec4 bits = floatBitsToUint(color);
    vec4 rounded = uintBitsToFloat(bits + 0xfffu + (bits >> 13 & 1u));
    // Below 2^-14 halves are multiples of 2^-24, as floats are from a half to 1.
    precise vec4 raised = abs(color) + 0.5;
    precise vec4 small = sign(color) * (raised - 0.5);
    vec4 half_color = mix(rounded, small, lessThan(abs(color), vec4(1.0 / 16384.0)));
    half_color = mix(color, half_color, lessThan(abs(color), vec4(65504.0)));
    return u_half_store ? half_color : color;
}
