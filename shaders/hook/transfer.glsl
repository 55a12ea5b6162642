// The transfer function of sRGB (IEC 61966-2-1) that shader files may call. It accepts any value: it is mirrored
// below 0 and continues above 1.

vec4 halation_linearize(vec4 color)
{
    vec3 size = abs(color.rgb);
    vec3 high = pow((size + 0.055) * (1.0 / 1.055), vec3(2.4));
    return vec4(sign(color.rgb) * mix(high, size * (1.0 / 12.92), lessThanEqual(size, vec3(0.04045))), color.a);
}

vec4 halation_delinearize(vec4 color)
{
    vec3 size = abs(color.rgb);
    vec3 high = 1.055 * pow(size, vec3(1.0 / 2.4)) - 0.055;
    return vec4(sign(color.rgb) * mix(high, size * 12.92, lessThanEqual(size, vec3(0.0031308))), color.a);
}
