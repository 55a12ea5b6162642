// Multiplies light by `gain`, 2^ev, up to 65504, the largest half float. Alpha is kept.

vec4 exposure(vec4 color, Pixel px, float gain)
{
    vec3 light = color.rgb * gain;
    return vec4(min(light, 65504.0), color.a);
}
