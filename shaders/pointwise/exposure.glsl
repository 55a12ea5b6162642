// Light times 2^ev, ending at 65504, the largest half float. Alpha is kept.

vec4 exposure(vec4 color, Pixel px, float ev)
{
    precise vec3 light = color.rgb * exp2(ev);
    return vec4(min(light, 65504.0), color.a);
}
