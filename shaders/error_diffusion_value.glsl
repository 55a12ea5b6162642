// A texel of display values as the whole numbers that are diffused. Needs error_diffusion_curves.glsl.

// One rounding in single precision.
uvec3 quantise(vec3 value)
{
    precise vec3 scaled = clamp(value, 0.0, 1.0) * 65535.0;
    precise vec3 rounded = scaled + 0.5;
    return uvec3(rounded);
}

bool is_partial(uint alpha)
{
    return alpha > 0u && alpha < uint(FULL);
}

uvec3 straighten(uvec3 premultiplied, uint alpha)
{
    uvec3 straight = premultiplied;
    if (is_partial(alpha))
        straight = min((straight * uint(FULL) + alpha / 2u) / alpha, uint(FULL));
    return straight;
}

uvec3 value_of(vec4 texel)
{
    uvec3 value = quantise(texel.rgb);
#if LINEAR
    value = uvec3(follow(DECODE, ivec3(value)));
#endif
    return value;
}

// The same premultiplied, and alpha.
uvec4 premultiplied_value_of(vec4 texel)
{
    uint alpha = quantise(vec3(texel.a)).x;
    uvec3 value = value_of(texel);
    if (is_partial(alpha))
        value = (value * alpha + uint(FULL / 2)) / uint(FULL);
    return uvec4(value, alpha);
}

// Of a cell that is `count` texels or columns of 32nds long: the mean, rounded, in as many as `scale` says.
uvec4 mean_of(uvec4 sum, uint count, uint scale)
{
    return (sum * scale + count / 2u) / count;
}
