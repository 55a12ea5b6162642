#version 430 core
#include "dual/dual.glsl"

// A step of the dual filter, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = dual(ivec2(gl_FragCoord.xy));
}
