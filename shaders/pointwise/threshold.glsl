// A bright pass with a quadratic knee around the level, so that a highlight that crosses it does not flicker. It scales
// the whole colour, which keeps the hue. Premultiplied light is what reaches the eye, so it is not divided by alpha,
// which is kept.

#include "common/luminance.glsl"

// level: of the light that THRESHOLD_BY measures, 0 the largest channel, 1 luminance; knee: 0..1 of the level on either
// side; limit: most light let through, with THRESHOLD_VARIANT 1
vec4 threshold(vec4 color, Pixel px, float level, float knee, float limit)
{
    precise float width = level * knee;
    precise float slope = 1.0 / max(2.0 * width, 1e-12); // of the share of the knee that light has climbed
    precise float begin = (width - level) * slope;
#if THRESHOLD_BY == 1
    float light = luminance(color.rgb);
#else
    float light = max(color.r, max(color.g, color.b));
#endif
    float share = clamp(fma(light, slope, begin), 0.0, 1.0);
    precise float kept = max(share * (share * width), light - level);
#if THRESHOLD_VARIANT == 1
    kept = min(kept, limit);
#endif
    precise vec3 bright = color.rgb * (kept * (1.0 / max(light, 1e-30))); // 0 where there is no light
    return vec4(bright, color.a);
}
