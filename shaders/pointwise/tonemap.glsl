// Makes display values of scene light: exposure, a curve into 0..1, the exact sRGB transfer function. Curves are for
// straight colour, and display values are straight, so alpha is divided out; light without cover (alpha 0) stays.

#include "common/luminance.glsl"
#include "common/srgb.glsl"

// A product and its sum with one rounding, where the GPU can.
vec3 tonemap_multiply_add(mat3 m, vec3 v, float c)
{
    vec3 sum = fma(m[2], v.zzz, fma(m[1], v.yyy, fma(m[0], v.xxx, vec3(c))));
    return sum;
}

vec3 tonemap_multiply_add(vec3 a, vec3 b, float c)
{
    vec3 sum = fma(a, b, vec3(c));
    return sum;
}

// E. Reinhard, M. Stark, P. Shirley, J. Ferwerda, Photographic Tone Reproduction for Digital Images, SIGGRAPH 2002,
// equations 3 and 4. On luminance, which keeps the hue; `white` is the luminance that becomes 1.
vec3 tonemap_reinhard(vec3 light, float white)
{
    precise float l = luminance(light);
    precise vec3 scaled = light * ((1.0 + l / white / white) / (1.0 + l));
    return scaled;
}

// J. Hable, Uncharted 2: HDR Lighting, GDC 2010; the constants of his Filmic Tonemapping Operators, 2010.
vec3 tonemap_hable_part(vec3 x)
{
    const float a = 0.15, b = 0.50, c = 0.10, d = 0.20, e = 0.02, f = 0.30;
    precise vec3 y = (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f;
    return y;
}

vec3 tonemap_hable(vec3 light)
{
    const float exposure_bias = 2.0, white = 11.2;
    precise vec3 mapped = tonemap_hable_part(exposure_bias * light) / tonemap_hable_part(vec3(white));
    return mapped;
}

// K. Narkowicz, ACES Filmic Tone Mapping Curve, 2016.
vec3 tonemap_aces(vec3 x)
{
    precise vec3 y = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return y;
}

// S. Hill, fit of the ACES reference rendering and sRGB output transforms, in M. Pettineo's BakingLab, 2016.
vec3 tonemap_aces_hill(vec3 light)
{
    const mat3 into = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    const mat3 back = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    vec3 x = tonemap_multiply_add(into, light, 0.0);
    precise vec3 y = (x * (x + 0.0245786) - 0.000090537) / (x * (0.983729 * x + 0.4329510) + 0.238081);
    return tonemap_multiply_add(back, y, 0.0);
}

// Into the space of AgX's curve, divided by 512, and back.
#ifdef EXACT
vec3 tonemap_agx_into(vec3 light)
{
    const mat3 into =
        mat3(0.842479062253094, 0.0423282422610123, 0.0423756549057051, 0.0784335999999992, 0.878468636469772,
             0.0784336000000000, 0.0792237451477643, 0.0791661274605434, 0.879142973793104);
    return tonemap_multiply_add((1.0 / 512.0) * into, light, 0.0);
}

vec3 tonemap_agx_back(vec3 value)
{
    const mat3 back =
        mat3(1.19687900512017, -0.0528968517574562, -0.0529716355144438, -0.0980208811401368, 1.15190312990417,
             -0.0980434501171241, -0.0990297440797205, -0.0989611768448433, 1.15107367264116);
    return tonemap_multiply_add(back, value, 0.0);
}
#else
// A column gives both other channels nearly the same: their mean makes one sum for all three. A display value is off by
// 0.023 of a step of 8 bits at most.
vec3 tonemap_agx_mix(vec3 color, vec3 own, vec3 other)
{
    float all = fma(other.z, color.z, fma(other.y, color.y, other.x * color.x));
    vec3 mixed = fma(own, color, vec3(all));
    return mixed;
}

vec3 tonemap_agx_into(vec3 light)
{
    const vec3 own = vec3(0.800127114, 0.800035036, 0.799948037), other = vec3(0.0423519486, 0.0784336, 0.0791949363);
    return tonemap_agx_mix(light, (1.0 / 512.0) * own, (1.0 / 512.0) * other);
}

vec3 tonemap_agx_back(vec3 value)
{
    const vec3 own = vec3(1.24981325, 1.2499353, 1.25006913), other = vec3(-0.0529342436, -0.0980321656, -0.0989954605);
    return tonemap_agx_mix(value, own, other);
}
#endif

// AgX by T. Sobotka, 2022, with the matrices and the polynomial of B. Wrensch, Minimal AgX Implementation, 2023. The
// curve gives values for a display of gamma 2.2, encoded here in one go. Light is divided by 512, so that what lies
// beyond the curve can be cut off in 0..1, which costs nothing.
vec3 tonemap_agx(vec3 light)
{
    const float least_ev = -12.47393, most_ev = 4.026069;
    const float divided_ev = 9.0; // log2(512)
    const vec3 scale = vec3(1.0 / (most_ev - least_ev));
    vec3 ev = log2(clamp(tonemap_agx_into(light), 0.0, 1.0));
    vec3 x = clamp(tonemap_multiply_add(ev, scale, (divided_ev - least_ev) * scale.x), 0.0, 1.0);
    vec3 y = tonemap_multiply_add(vec3(15.5), x, -40.14);
    y = tonemap_multiply_add(y, x, 31.96);
    y = tonemap_multiply_add(y, x, -6.868);
    y = tonemap_multiply_add(y, x, 0.4298);
    y = tonemap_multiply_add(y, x, 0.1191);
    y = tonemap_multiply_add(y, x, -0.00232);
    return srgb_encode_gamma(clamp(tonemap_agx_back(y), 0.0, 1.0));
}

// Khronos PBR Neutral Tone Mapper, 2024.
vec3 tonemap_neutral(vec3 light)
{
    const float start = 0.8 - 0.04, desaturation = 0.15;
    precise float least = min(light.r, min(light.g, light.b));
    precise float offset = least < 0.08 ? least - 6.25 * least * least : 0.04;
    precise vec3 color = light - offset;
    precise float peak = max(color.r, max(color.g, color.b));
    const float rest = 1.0 - start;
    precise float new_peak = 1.0 - rest * rest / (peak + rest - start);
    precise vec3 scaled = color * (new_peak / peak);
    precise float white = 1.0 - 1.0 / (desaturation * (peak - new_peak) + 1.0);
    precise vec3 mapped = scaled * (1.0 - white) + new_peak * white;
    return mix(mapped, color, bvec3(peak < start));
}

// H. Uchimura, HDR Theory and Practice, CEDEC 2017, with its constants: P maximum 1, a contrast 1, m start of the line
// 0.22, l its length 0.4, c black tightness 1.33, b pedestal 0.
vec3 tonemap_gt(vec3 x)
{
    const float P = 1.0, a = 1.0, m = 0.22, l = 0.4, c = 1.33, b = 0.0;
    const float l0 = (P - m) * l / a;
    const float S0 = m + l0, S1 = m + a * l0;
    const float C2 = a * P / (P - S1);
    precise vec3 w0 = 1.0 - smoothstep(vec3(0.0), vec3(m), x);
    precise vec3 w2 = step(vec3(m + l0), x);
    precise vec3 w1 = 1.0 - w0 - w2;
    precise vec3 toe = m * pow(x / m, vec3(c)) + b;
    precise vec3 line = m + a * (x - m);
    precise vec3 shoulder = P - (P - S1) * exp(-C2 / P * (x - S0));
    precise vec3 y = toe * w0 + line * w1 + shoulder * w2;
    return y;
}

// Makes display values of straight light. Light above 1e6 counts as 1e6, which keeps every curve finite; agx is finite
// by itself.
vec3 tonemap_display(vec3 light, float white)
{
#if TONEMAP_CURVE == 6
    return tonemap_agx(light);
#else
    vec3 display = clamp(light, 0.0, 1e6);
#if TONEMAP_CURVE == 1
    display = tonemap_reinhard(display, 1e18);
#elif TONEMAP_CURVE == 2
    display = tonemap_reinhard(display, white);
#elif TONEMAP_CURVE == 3
    display = tonemap_hable(display);
#elif TONEMAP_CURVE == 4
    display = tonemap_aces(display);
#elif TONEMAP_CURVE == 5
    display = tonemap_aces_hill(display);
#elif TONEMAP_CURVE == 7
    display = tonemap_neutral(display);
#elif TONEMAP_CURVE == 8
    display = tonemap_gt(display);
#endif
    return srgb_encode(display);
#endif
}

// gain: of light before the curve, 2^exposure, used by TONEMAP_VARIANT 1.
vec4 tonemap(vec4 color, Pixel px, float gain, float white)
{
    float cover = mix(1.0, color.a, color.a > 0.0);
#if TONEMAP_VARIANT == 1
    vec3 light = color.rgb * (gain * (1.0 / cover));
#else
    vec3 light = color.rgb * (1.0 / cover);
#endif
    return vec4(tonemap_display(light, white), color.a);
}
