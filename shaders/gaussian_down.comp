#version 430 core
#include "gaussian_smaller.glsl"

// An image made smaller by 2, which goes on beyond the picture on every side, so that what lies there is only asked for
// here.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(out_image, at, smaller(at)); // nothing happens outside
}
