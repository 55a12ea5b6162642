#version 430 core
#include "box/tap.glsl"
#ifdef BOTH
#include "box/single.glsl"
#else
#include "box/double.glsl"
#endif

// A pass of the box by its taps, one invocation a texel.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, imageSize(out_image))))
        imageStore(out_image, at, box(at));
}
