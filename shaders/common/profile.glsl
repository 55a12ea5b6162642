// A load of known size for render/gpu_profile.c. Each pixel takes TEXELS reads with texelFetch and BILINEAR reads with
// the filter, from places close by, as blurs read; or only SUMS multiplications of a texel, each with an addition.

#pragma optionNV(unroll all)

layout(binding = 0) uniform sampler2D u_input;
uniform vec2 u_size; // of every image. Asking one for it can cost as much as a read

#ifdef SUMS
// Several sums side by side, as in blurs, so that none waits for the one before.
vec4 load(ivec2 coord)
{
    vec4 texel = vec4(coord, coord.yx) / 8192.0, sums[8];
    for (int i = 0; i < 8; i++)
        sums[i] = vec4(float(i));
    for (int iteration = 0; iteration < SUMS / 8; iteration++)
        for (int i = 0; i < 8; i++)
            sums[i] = sums[i] * texel + texel.yzwx;
    for (int i = 1; i < 8; i++)
        sums[0] += sums[i];
    return sums[0];
}

// Never true, which a compiler cannot know: stores move bytes, which would hide arithmetic.
bool is_stored(vec4 color)
{
    return color.x == -1.0;
}
#else
vec4 load(ivec2 coord)
{
    ivec2 last = ivec2(u_size) - 1;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < TEXELS; i++)
        sum += texelFetch(u_input, min(coord + ivec2(i, i & 1), last), 0);
    for (int i = 0; i < BILINEAR; i++)
        sum += textureLod(u_input, (vec2(coord) + vec2(float(i) + 0.8, 0.8)) / u_size, 0.0);
    return sum / float(TEXELS + BILINEAR);
}

bool is_stored(vec4 color)
{
    return true;
}
#endif
