#version 430 core

// Light that its vertices have, of the floor with the haze above it or of a round point of dust.

#include "scene/finite.glsl"

layout(location = 0) noperspective in vec2 v_at; // -1..1 from the middle of a point
layout(location = 1) noperspective in vec4 v_color;

layout(location = 0) out vec4 out_color;

void main()
{
    float inside = max(1.0 - dot(v_at, v_at), 0.0);
    out_color = finite(inside * inside * inside * v_color);
}
