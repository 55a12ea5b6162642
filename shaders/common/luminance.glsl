// Luminance of scene-linear light, ITU-R BT.709 primaries. Written out, since a dot product may or may not be
// contracted and the same colour must give the same bits in every program.

float luminance(vec3 color)
{
    float sum = fma(0.2126, color.r, fma(0.7152, color.g, 0.0722 * color.b));
    return sum;
}
