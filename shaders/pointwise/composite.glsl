// Puts the chain's light over the source: bloom. Added light covers nothing, so alpha stays that of the source. A mix
// treats the whole premultiplied image as one light, so alpha is mixed with it. Screen is that of compositing
// (1 - (1-a)(1-b)) up to 1, and goes on above it without folding back. Results end at 65504, the largest half float.

// COMPOSITE_MODE: 0 adds, 1 mixes, 2 screens.
vec4 composite(vec4 color, Pixel px, float strength, vec3 tint)
{
#if COMPOSITE_MODE == 1
    vec4 share = min(strength, 1.0) * vec4(tint, 1.0);
    vec4 sum = fma(color, share, px.source * (1.0 - share.a));
#else
    vec3 gain = tint * strength;
    vec4 sum = vec4(fma(color.rgb, gain, px.source.rgb), px.source.a);
#if COMPOSITE_MODE == 2
    vec3 scaled = color.rgb * gain;
    sum.rgb = fma(-min(px.source.rgb, 1.0), min(scaled, 1.0), sum.rgb);
#endif
#endif
    return vec4(min(sum.rgb, 65504.0), sum.a);
}
