// The picture in twice its size, sharpened so that what comes back to its own size is the picture again, half as
// bright. break_shaders holds it against what it says to be: the reach of resampling, and the picture's alpha.
//@ same-as exposure:ev=-1

//!HOOK MAIN
//!BIND HOOKED
//!WIDTH HOOKED.w 2 *
//!HEIGHT HOOKED.h 2 *
vec4 hook()
{
    ivec2 at = ivec2(gl_FragCoord.xy), near = at / 2;
    ivec2 beside = clamp(near + 2 * (at % 2) - 1, ivec2(0), textureSize(HOOKED_raw, 0) - 1);
    vec4 sum = 2.25 * texelFetch(HOOKED_raw, near, 0) + 0.25 * texelFetch(HOOKED_raw, beside, 0);
    sum -= 0.75 * texelFetch(HOOKED_raw, ivec2(beside.x, near.y), 0);
    sum -= 0.75 * texelFetch(HOOKED_raw, ivec2(near.x, beside.y), 0);
    return vec4(0.5 * sum.rgb, 0.0);
}
