// Paints the picture in patches with sharp edges: of the four squares that meet in a texel it takes the mean of
// the most even one (M. Kuwahara et al., Processing of RI-angiocardiographic images, 1976).

//!PARAM radius
//!DESC Side of the squares, in pixels
//!TYPE int
//!MINIMUM 1
//!MAXIMUM 12
4

//!PARAM strength
//!DESC How much of the paint is seen
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1.0

//!HOOK MAIN
//!BIND HOOKED
//!SAVE PAINT
//!DESC squares
vec4 square(vec2 way)
{
    vec3 sum = vec3(0.0), squares = vec3(0.0);
    for (int y = 0; y <= radius; y++)
        for (int x = 0; x <= radius; x++) {
            vec3 color = HOOKED_texOff(way * vec2(x, y)).rgb;
            sum += color;
            squares += color * color;
        }
    float count = float((radius + 1) * (radius + 1));
    vec3 mean = sum / count, variance = squares / count - mean * mean;
    return vec4(mean, variance.r + variance.g + variance.b);
}

vec4 hook()
{
    vec4 best = square(vec2(1.0, 1.0));
    for (int i = 1; i < 4; i++) {
        vec4 other = square(vec2(i % 2 == 0 ? 1.0 : -1.0, i < 2 ? 1.0 : -1.0));
        best = other.a < best.a ? other : best;
    }
    return vec4(best.rgb, 1.0);
}

//!HOOK MAIN
//!BIND HOOKED
//!BIND PAINT
//!WHEN strength 0 >
//!DESC mix
vec4 hook()
{
    return mix(HOOKED_tex(HOOKED_pos), PAINT_tex(PAINT_pos), strength);
}
