#version 430 core
#include "kawase/kawase.glsl"

// A pass of the Kawase blur, one invocation a texel.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, ivec2(u_size))))
        imageStore(out_image, at, kawase(at));
}
