#version 430 core
#include "gaussian/gaussian_smaller.glsl"

// Makes an image of half the size. It extends beyond the picture on every side, so that only this step needs the
// edge.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    uvec2 group = gl_NumWorkGroups.xy - 1u - gl_WorkGroupID.xy; // from the bottom up, as in gaussian_blocked.comp
    ivec2 at = ivec2(group * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy);
    imageStore(out_image, at, smaller(at)); // nothing happens outside
}
