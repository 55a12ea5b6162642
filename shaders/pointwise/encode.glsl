// Makes display values of linear light: clamps it and applies the exact sRGB transfer function. That curve is for
// straight colour, and display values are straight, so alpha is divided out; light without cover (alpha 0) stays.

#include "common/srgb.glsl"

vec4 encode(vec4 color, Pixel px)
{
    float cover = mix(1.0, color.a, color.a > 0.0);
    vec3 display = srgb_encode(color.rgb * (1.0 / cover));
    return vec4(display, color.a);
}
