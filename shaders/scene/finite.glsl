// Makes light that every later pass may rely on: NaN and negative values become 0, and nothing is above
// 65504, the largest half float, so that a picture does not depend on the format of its image.
vec4 finite(vec4 color)
{
    return mix(clamp(color, 0.0, 65504.0), vec4(0.0), isnan(color));
}
