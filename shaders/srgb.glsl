// The exact piecewise transfer function of sRGB (IEC 61966-2-1) and its inverse, for values of 0 and more.

vec3 srgb_encode(vec3 linear)
{
    precise vec3 low = 12.92 * linear;
    precise vec3 high = 1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(linear, vec3(0.0031308)));
}

vec3 srgb_decode(vec3 encoded)
{
    precise vec3 low = encoded / 12.92;
    precise vec3 high = pow((max(encoded, vec3(0.04045)) + 0.055) / 1.055, vec3(2.4));
    return mix(high, low, lessThanEqual(encoded, vec3(0.04045)));
}
