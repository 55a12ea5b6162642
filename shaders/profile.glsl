// A load of known size for gpu_profile.c: TEXELS reads with texelFetch and BILINEAR reads with the filter for
// each pixel, from places close by, as blurs read.

layout(binding = 0) uniform sampler2D u_input;

vec4 load(ivec2 coord)
{
    ivec2 last = textureSize(u_input, 0) - 1;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < TEXELS; i++)
        sum += texelFetch(u_input, min(coord + ivec2(i, i & 1), last), 0);
    for (int i = 0; i < BILINEAR; i++)
        sum += textureLod(u_input, (vec2(coord) + vec2(float(i) + 0.8, 0.8)) / vec2(last + 1), 0.0);
    return sum / float(TEXELS + BILINEAR);
}
