#version 430 core

// Flat facets of the grid under one distant light, with a sky that they reflect at grazing angles.

#include "scene/finite.glsl"

uniform vec3 u_eye;
uniform float u_light;     // of the lamp; 1 shows an albedo as it is
uniform float u_highlight; // of its mirror image, times the lamp
uniform float u_sky;       // how bright the surroundings are

layout(location = 0) in vec3 v_position;
layout(location = 1) in vec3 v_corner;
layout(location = 2) flat in vec3 v_normal;
layout(location = 3) flat in vec4 v_color;

layout(location = 0) out vec4 out_color;

const float gloss = 64.0, ambient = 0.2;
const vec3 to_light = normalize(vec3(1.0));

// Returns the light from a direction: dark below, a little blue above.
vec3 sky(vec3 direction)
{
    return u_sky * mix(vec3(0.30, 0.26, 0.24), vec3(0.75, 0.95, 1.30), 0.5 + 0.5 * direction.y);
}

vec3 lit(vec3 albedo, vec3 normal, vec3 to_eye, float facing)
{
    float fresnel = 0.04 + 0.96 * pow(1.0 - facing, 5.0); // C. Schlick 1994
    float lamp = u_light * max(dot(normal, to_light), 0.0);
    float mirror = pow(max(dot(reflect(-to_light, normal), to_eye), 0.0), gloss);
    vec3 color = albedo * (ambient * sky(normal) + lamp);
    return color + fresnel * sky(reflect(-to_eye, normal)) + u_light * u_highlight * mirror;
}

// Glowing bodies have panes in a dark frame. The panes are brightest in their middle, and brighter the more they face
// the eye.
void main()
{
    vec3 to_eye = normalize(u_eye - v_position), normal = normalize(v_normal);
    float to_edge = min(v_corner.x, min(v_corner.y, v_corner.z)); // a third in the middle of a facet
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0);          // of unit vectors it can be above 1
    float light = mix(0.3, 1.0, facing * facing) * mix(0.25, 1.0, smoothstep(0.0, 0.33, to_edge));
    float pane = v_color.a > 0.0 ? smoothstep(0.02, 0.05, to_edge) : 0.0;
    vec3 color = lit(v_color.a > 0.0 ? vec3(0.03) : v_color.rgb, normal, to_eye, facing);
    out_color = finite(vec4(mix(color, v_color.a * light * v_color.rgb, pane), 1.0));
}
