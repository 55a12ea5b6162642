#version 430 core

#include "common/shift.glsl"

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = shifted(ivec2(gl_FragCoord.xy));
}
