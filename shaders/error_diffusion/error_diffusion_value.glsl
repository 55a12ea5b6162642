// Converts a texel of display values to the integers that are diffused. Needs error_diffusion_curves.glsl.

// Rounds once, in single precision.
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

// Like value_of, premultiplied and with alpha. A texel with alpha 0 has its plain value, which counts only if all
// alphas are 0.
uvec4 premultiplied_value_of(vec4 texel)
{
    uint alpha = quantise(vec3(texel.a)).x;
    uvec3 value = value_of(texel);
    if (is_partial(alpha))
        value = (value * alpha + uint(FULL / 2)) / uint(FULL);
    return uvec4(value, alpha);
}

// Sums of texels with alpha, and of texels whose alpha is 0.
struct Cell {
    uvec4 seen;
    uvec3 hidden;
};

void add(inout Cell cell, uvec4 value)
{
    if (value.a > 0u)
        cell.seen += value;
    else
        cell.hidden += value.rgb;
}

// Returns the rounded mean of `count` texels, or of columns in 32nds, times `scale`.
uvec4 mean_of(Cell cell, uint count, uint scale)
{
    uvec4 sum = cell.seen.a > 0u ? cell.seen : uvec4(cell.hidden, 0u);
    return (sum * scale + count / 2u) / count;
}
