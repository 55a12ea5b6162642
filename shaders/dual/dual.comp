#version 430 core
#ifdef DOWN
#include "dual/down.glsl"
#else
#include "dual/up.glsl"
#endif
#include "blur/mix.glsl"

// A step of the dual filter, one invocation a texel.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, imageSize(out_image))))
        imageStore(out_image, at, mixed(at, dual(at)));
}
