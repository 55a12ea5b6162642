#version 430 core
#include "gaussian/gaussian.glsl"

// A Gaussian blur, one invocation a texel, in groups of GROUP x GROUP.

layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, ivec2(u_size))))
        imageStore(out_image, at, gaussian(at));
}
