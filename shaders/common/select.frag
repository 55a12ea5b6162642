#version 430 core

#include "common/select.glsl"

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = select_at(ivec2(gl_FragCoord.xy));
}
