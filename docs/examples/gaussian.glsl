// The exact Gaussian blur: each texel is the mean of those around it, weighted by the bell curve.
// It separates into a pass along rows and a pass along columns.
//@ sigma sigma
//@ same-as gaussian:sigma=10:radius=45

//!PARAM sigma
//!DESC Width of the blur, its standard deviation
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 64
10

//!HOOK LINEAR
//!BIND HOOKED
//!SAVE ROWS
//!DESC rows
vec4 hook()
{
    ivec2 at = ivec2(HOOKED_pos * HOOKED_size), last = ivec2(HOOKED_size) - 1;
    vec4 sum = texelFetch(HOOKED_raw, at, 0);
    float weights = 1.0;
    for (int i = 1; i <= int(ceil(4.5 * sigma)); i++) {
        float weight = exp(-float(i * i) / (2.0 * sigma * sigma));
        sum += weight * (texelFetch(HOOKED_raw, ivec2(max(at.x - i, 0), at.y), 0) +
                         texelFetch(HOOKED_raw, ivec2(min(at.x + i, last.x), at.y), 0));
        weights += 2.0 * weight;
    }
    return sum / weights;
}

//!HOOK LINEAR
//!BIND ROWS
//!DESC columns
vec4 hook()
{
    ivec2 at = ivec2(ROWS_pos * ROWS_size), last = ivec2(ROWS_size) - 1;
    vec4 sum = texelFetch(ROWS_raw, at, 0);
    float weights = 1.0;
    for (int i = 1; i <= int(ceil(4.5 * sigma)); i++) {
        float weight = exp(-float(i * i) / (2.0 * sigma * sigma));
        sum += weight * (texelFetch(ROWS_raw, ivec2(at.x, max(at.y - i, 0)), 0) +
                         texelFetch(ROWS_raw, ivec2(at.x, min(at.y + i, last.y)), 0));
        weights += 2.0 * weight;
    }
    return sum / weights;
}
