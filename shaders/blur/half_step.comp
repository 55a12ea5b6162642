#version 430 core
#include "blur/half_step.glsl"

// A step between two levels, one invocation a texel.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, imageSize(out_image))))
        imageStore(out_image, at, half_step(at));
}
