// Bright pass with a quadratic knee around the level, so that a highlight that crosses it does not flicker. Scales the
// colour by its luminance, which keeps the hue. Premultiplied light is what reaches the eye, so it is taken as it is,
// and alpha is kept.

#include "luminance.glsl"

// level: luminance; knee: 0..1 of the level on either side; limit: highest luminance let through, 0 for none
vec4 threshold(vec4 color, Pixel px, float level, float knee, float limit)
{
    precise float light = luminance(color.rgb);
    precise float width = level * knee;
    precise float above = light - level;
    precise float rise = clamp(above + width, 0.0, 2.0 * width);
    precise float kept = max(rise * rise * (1.0 / max(4.0 * width, 1e-12)), above);
    precise float part = min(kept, limit > 0.0 ? limit : 1e30) * (1.0 / max(light, 1e-30));
    precise vec3 bright = color.rgb * part; // nothing is kept of no light
    return vec4(bright, color.a);
}
