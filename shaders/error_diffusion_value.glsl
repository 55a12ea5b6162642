// A texel of display values as the whole numbers that are diffused. Needs error_diffusion_cover.glsl and
// error_diffusion_curves.glsl.

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
    uvec3 value = straighten(quantise(texel.rgb), cover_of(texel.a));
#if LINEAR
    value = uvec3(follow(DECODE, ivec3(value)));
#endif
    return value;
}

// The same premultiplied, and alpha.
uvec4 premultiplied_value_of(vec4 texel)
{
    uint alpha = cover_of(texel.a);
#if LINEAR
    uvec3 value = value_of(texel);
    if (is_partial(alpha))
        value = (value * alpha + uint(FULL / 2)) / uint(FULL);
#else
    uvec3 value = quantise(texel.rgb);
#endif
    return uvec4(value, alpha);
}

// Of a cell that is `count` texels or columns of 32nds long: the mean, rounded, in as many as `scale` says.
uvec4 mean_of(uvec4 sum, uint count, uint scale)
{
    return (sum * scale + count / 2u) / count;
}
