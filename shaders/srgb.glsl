// The exact piecewise transfer function of sRGB (IEC 61966-2-1) and its inverse, for values of 0 and more. A power is
// two operations of the units that there are fewest of, so it is written as these, and constants are multiplied by.

vec3 srgb_encode(vec3 linear)
{
    vec3 low = 12.92 * linear;
    vec3 root = exp2(log2(max(linear, vec3(0.0031308))) * (1.0 / 2.4));
    vec3 high = fma(vec3(1.055), root, vec3(-0.055));
    return mix(high, low, lessThanEqual(linear, vec3(0.0031308)));
}

// srgb_encode(pow(value, 2.2)), for which one power is enough.
vec3 srgb_encode_gamma(vec3 value)
{
    bvec3 is_low = lessThanEqual(value, vec3(0.0727212795)); // the root of 0.0031308
    vec3 power = exp2(log2(max(value, vec3(1e-6))) * mix(vec3(2.2 / 2.4), vec3(2.2), is_low));
    vec3 high = fma(vec3(1.055), power, vec3(-0.055));
    vec3 low = 12.92 * power;
    return mix(high, low, is_low);
}

vec3 srgb_decode(vec3 encoded)
{
    vec3 low = encoded * (1.0 / 12.92);
    vec3 base = fma(max(encoded, vec3(0.04045)), vec3(1.0 / 1.055), vec3(0.055 / 1.055));
    vec3 high = exp2(log2(base) * 2.4);
    return mix(high, low, lessThanEqual(encoded, vec3(0.04045)));
}
