// The exact piecewise transfer function of sRGB (IEC 61966-2-1) and its inverse. A power is two operations of a GPU's
// scarcest units and is written as these two; divisions by constants are multiplications.

// The result is in 0..1 for any value: clamping a result is free where clamping an operand is not. The logarithm of a
// value too dark for the power is not used.
vec3 srgb_encode(vec3 linear)
{
    vec3 low = clamp(12.92 * linear, 0.0, 1.0);
    vec3 root = exp2(log2(linear) * (1.0 / 2.4));
    vec3 high = clamp(fma(vec3(1.055), root, vec3(-0.055)), 0.0, 1.0);
    return mix(high, low, lessThanEqual(linear, vec3(0.0031308)));
}

// srgb_encode(pow(value, 2.2)) of 0..1 with one power instead of two. For 0 the logarithm is infinite and the result 0.
vec3 srgb_encode_gamma(vec3 value)
{
    bvec3 is_low = lessThanEqual(value, vec3(0.0727212795)); // the root of 0.0031308
    vec3 power = exp2(log2(value) * mix(vec3(2.2 / 2.4), vec3(2.2), is_low));
    vec3 high = fma(vec3(1.055), power, vec3(-0.055));
    vec3 low = 12.92 * power;
    return mix(high, low, is_low);
}

// `encoded` is 0 or more.
vec3 srgb_decode(vec3 encoded)
{
    vec3 low = encoded * (1.0 / 12.92);
    vec3 base = fma(max(encoded, vec3(0.04045)), vec3(1.0 / 1.055), vec3(0.055 / 1.055));
    vec3 high = exp2(log2(base) * 2.4);
    return mix(high, low, lessThanEqual(encoded, vec3(0.04045)));
}
