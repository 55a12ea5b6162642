// Mixes a colour with its own grey: 0 is grey, 1 the colour itself, 2 twice as far away. The mix is linear, so it is
// the same for premultiplied colour; alpha is kept. What would turn negative stops at 0.

vec4 saturation(vec4 color, Pixel px, float factor, int luma)
{
    vec3 weights = luma == 0 ? vec3(0.299, 0.587, 0.114) : vec3(0.2126, 0.7152, 0.0722);
    precise vec3 parts = color.rgb * weights;
    precise float grey = parts.r + parts.g + parts.b;
    precise vec3 mixed = grey * (1.0 - factor) + color.rgb * factor;
    return vec4(clamp(mixed, 0.0, 65504.0), color.a);
}
