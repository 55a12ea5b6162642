#version 430 core
#include "pyramid/pyramid.glsl"

// A step of the pyramid blur, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = pyramid(ivec2(gl_FragCoord.xy));
}
