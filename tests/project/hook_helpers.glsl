// A file that every helper of shader files has a part in: planes of luma and chroma, light, and the picture's alpha.
// break_shaders holds it against what it says to be.
//@ same-as saturation:factor=0.5:luma=rec709

//!HOOK CHROMA
//!BIND HOOKED
vec4 hook()
{
    return vec4(0.5 + 0.5 * (texelFetch(HOOKED_raw, ivec2(gl_FragCoord.xy), 0).rg - 0.5), 0.0, 1.0);
}

//!HOOK LUMA
//!HOOK LINEAR
//!BIND HOOKED
vec4 hook()
{
    return vec4(texelFetch(HOOKED_raw, ivec2(gl_FragCoord.xy), 0).rgb, 0.0);
}
