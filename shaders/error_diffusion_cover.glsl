// Alpha by which colours are divided before they are diffused, and multiplied again.

// One rounding in single precision.
uvec3 quantise(vec3 value)
{
    precise vec3 scaled = clamp(value, 0.0, 1.0) * 65535.0;
    precise vec3 rounded = scaled + 0.5;
    return uvec3(rounded);
}

// 0 for none.
uint cover_of(float alpha)
{
#if COVER
    return quantise(vec3(alpha)).x;
#else
    return 0u;
#endif
}
