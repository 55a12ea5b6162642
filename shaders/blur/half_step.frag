#version 430 core
#include "blur/half_step.glsl"

// A step between two levels, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = half_step(ivec2(gl_FragCoord.xy));
}
