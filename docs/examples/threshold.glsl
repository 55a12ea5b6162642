// Keeps the light that is brighter than a level, with a soft knee around it (K. Takahashi, KinoBloom,
// 2015). It scales the whole colour, which keeps the hue.
//@ pointwise
//@ same-as threshold

//!PARAM level
//!DESC Light below this turns black; 1 is diffuse white
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 64
1

//!PARAM knee
//!DESC Half width of the soft transition, as a share of the level
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0.5

//!HOOK LINEAR
//!BIND HOOKED
//!DESC threshold
vec4 hook()
{
    vec4 color = HOOKED_tex(HOOKED_pos);
    precise float width = level * knee;
    precise float slope = 1.0 / max(2.0 * width, 1e-12);
    precise float begin = (width - level) * slope;
    float light = max(color.r, max(color.g, color.b));
    float share = clamp(fma(light, slope, begin), 0.0, 1.0);
    precise float kept = max(share * (share * width), light - level);
    precise vec3 bright = color.rgb * (kept * (1.0 / max(light, 1e-30)));
    return vec4(bright, color.a);
}
