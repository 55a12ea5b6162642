#version 430 core

// Behind the icosahedra of the grid: a quiet gradient.

#include "scene/finite.glsl"

layout(location = 0) uniform vec3 u_top;
layout(location = 1) uniform vec3 u_bottom;
layout(location = 2) uniform float u_height; // of the picture, texels

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = finite(vec4(mix(u_top, u_bottom, gl_FragCoord.y / u_height), 1.0));
}
