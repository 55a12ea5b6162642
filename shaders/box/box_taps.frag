#version 430 core
#include "box/box_taps.glsl"

// A pass of the box by its taps, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = box(ivec2(gl_FragCoord.xy));
}
