#ifdef MIX
// A level keeps a part of its light from the way down.
layout(binding = 1) uniform sampler2D u_finer; // the image of that level, of the size that is written
uniform float u_share; // weight of the light from the coarser level

vec4 mixed(ivec2 at, vec4 color)
{
    return mix(texelFetch(u_finer, at, 0), color, u_share);
}
#else
#define mixed(at, color) (color)
#endif
