#version 430 core

// A point of dust.

layout(location = 0) noperspective in vec2 v_at;
layout(location = 1) flat in vec3 v_color;

layout(location = 0) out vec4 out_color;

void main()
{
    float inside = max(1.0 - dot(v_at, v_at), 0.0);
    vec3 color = clamp(v_color * inside * inside * inside, 0.0, 65504.0);
    out_color = vec4(color, max(color.r, max(color.g, color.b)) / 65504.0);
}
