#version 430 core

#include "common/profile.glsl"

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = load(ivec2(gl_FragCoord.xy));
    if (!is_stored(out_color))
        discard;
}
