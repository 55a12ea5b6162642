// Luminance of scene-linear light, ITU-R BT.709 primaries.
float luminance(vec3 color)
{
    return dot(color, vec3(0.2126, 0.7152, 0.0722));
}
