// Mixes a colour with its own grey: 0 gives the grey, 1 the colour, 2 a colour twice as far from grey. The mix is
// linear, so it holds for premultiplied colour too. Alpha is kept, and values that would become negative stop at 0.

// SATURATION_LUMA: 0 takes the weights of BT.601, 1 those of BT.709.
vec4 saturation(vec4 color, Pixel px, float factor)
{
#if SATURATION_LUMA == 0
    const vec3 weights = vec3(0.299, 0.587, 0.114);
#else
    const vec3 weights = vec3(0.2126, 0.7152, 0.0722);
#endif
    float grey = fma(weights.r, color.r, fma(weights.g, color.g, weights.b * color.b));
    vec3 mixed = fma(color.rgb, vec3(factor), vec3(grey * (1.0 - factor)));
    return vec4(clamp(mixed, 0.0, 65504.0), color.a);
}
