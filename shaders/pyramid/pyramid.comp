#version 430 core
#ifdef DOWN
#include "pyramid/mean.glsl"
#endif
#if defined(SMOOTH)
#include "pyramid/smooth.glsl"
#elif defined(GAUSS5) && defined(DOWN)
#include "pyramid/five_down.glsl"
#elif defined(GAUSS5)
#include "pyramid/five_up.glsl"
#elif defined(DOWN)
#include "pyramid/down.glsl"
#else
#include "pyramid/up.glsl"
#endif
#include "blur/mix.glsl"

// A step of the pyramid blur, one invocation a texel.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, imageSize(out_image))))
        imageStore(out_image, at, mixed(at, pyramid(at)));
}
