#version 430 core

// The floor and the haze above it.

#include "scene/finite.glsl"

layout(location = 0) noperspective in vec3 v_color;

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = finite(vec4(v_color, 1.0));
}
