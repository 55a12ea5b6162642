#version 430 core
#include "kawase/kawase.glsl"

// A pass of the Kawase blur, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = kawase(ivec2(gl_FragCoord.xy));
}
