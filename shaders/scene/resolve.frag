#version 430 core

// The samples of a texel become one.

#include "scene/resolve.glsl"

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = resolve(ivec2(gl_FragCoord.xy));
}
