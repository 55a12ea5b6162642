#version 430 core

// Behind the icosahedra.

#include "scene/finite.glsl"
#include "scene/icosahedra_ground.glsl"

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = finite(vec4(ground(gl_FragCoord.xy), 1.0));
}
