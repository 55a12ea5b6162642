#version 430 core
#include "gaussian/gaussian_input.glsl"
#ifndef LINEAR
#include "gaussian/gaussian_weights.glsl"
#endif
#if defined(NAIVE)
#include "gaussian/naive.glsl"
#elif defined(LINEAR)
#include "gaussian/linear.glsl"
#else
#include "gaussian/separable.glsl"
#endif

// A Gaussian blur, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = gaussian(ivec2(gl_FragCoord.xy));
}
