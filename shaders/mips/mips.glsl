// A blur by mip maps. Places are counted in texels of the image that is read.

layout(binding = 0) uniform sampler2D u_input; // filtered

vec4 tap(sampler2D image, vec2 place)
{
    return textureLod(image, place / vec2(textureSize(image, 0)), 0.0);
}

#ifdef DOWN
// A texel of the next level: the mean of the four that it lies over.
vec4 mips(ivec2 at)
{
    return tap(u_input, vec2(2 * at + 1));
}
#else
layout(binding = 1) uniform sampler2D u_coarser; // the next level, filtered
uniform vec2 u_scales; // texels of the two levels that a texel written is wide
uniform float u_share; // of the next level

// Two levels are read through the filter and mixed.
vec4 mips(ivec2 at)
{
    vec2 place = vec2(at) + 0.5;
    return mix(tap(u_input, place * u_scales.x), tap(u_coarser, place * u_scales.y), u_share);
}
#endif
