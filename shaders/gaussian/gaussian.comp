#version 430 core
#include "gaussian/gaussian_input.glsl"
#include "gaussian/gaussian_weights.glsl"
#if defined(NAIVE)
#include "gaussian/naive.glsl"
#else
#include "gaussian/separable.glsl"
#endif

// A Gaussian blur, one invocation a texel, in groups of WIDE x HIGH.

layout(local_size_x = WIDE, local_size_y = HIGH) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, ivec2(u_size))))
        imageStore(out_image, at, gaussian(at));
}
