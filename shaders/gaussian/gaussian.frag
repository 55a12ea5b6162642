#version 430 core
#include "gaussian/gaussian.glsl"

// A Gaussian blur, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = gaussian(ivec2(gl_FragCoord.xy));
}
