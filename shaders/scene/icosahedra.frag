#version 430 core

// Flat facets of the grid under one distant light, with a sky that they reflect at grazing angles.

#include "scene/finite.glsl"
#include "scene/icosahedra_glow.glsl"

layout(location = 1) uniform vec3 u_eye;
layout(location = 2) uniform float u_light;     // of the lamp; 1 shows an albedo as it is
layout(location = 3) uniform float u_highlight; // of its mirror image, times the lamp
layout(location = 4) uniform float u_sky;       // how bright the surroundings are

layout(location = 0) in vec3 v_position;
layout(location = 1) in vec3 v_outward;
layout(location = 2) in vec3 v_corner;
layout(location = 3) flat in vec3 v_normal;
layout(location = 4) flat in vec4 v_color;

layout(location = 0) out vec4 out_color;

const float gloss = 64.0, ambient = 0.2;
const vec3 to_light = normalize(vec3(1.0));

// What comes from a direction: dark below, a little blue above.
vec3 sky(vec3 direction)
{
    return u_sky * mix(vec3(0.30, 0.26, 0.24), vec3(0.75, 0.95, 1.30), 0.5 + 0.5 * direction.y);
}

// How far the nearest edge is: 0 on it, a third in the middle of a facet.
float to_edge()
{
    return min(v_corner.x, min(v_corner.y, v_corner.z));
}

// Edges are ground a little round, so that they catch the light.
vec3 normal_here()
{
    float round_share = 1.0 - smoothstep(0.0, 0.05, to_edge());
    return normalize(mix(v_normal, normalize(v_outward), 0.6 * round_share));
}

vec3 lit(vec3 albedo, vec3 normal, vec3 to_eye)
{
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0); // of unit vectors it can be above 1
    float fresnel = 0.04 + 0.96 * pow(1.0 - facing, 5.0); // C. Schlick 1994
    float lamp = u_light * max(dot(normal, to_light), 0.0);
    float mirror = pow(max(dot(reflect(-to_light, normal), to_eye), 0.0), gloss);
    vec3 color = albedo * (ambient * sky(normal) + lamp + glow_of_others(v_position, normal));
    return color + fresnel * sky(reflect(-to_eye, normal)) + u_light * u_highlight * mirror;
}

// Glowing panes in a dark frame, brightest in their middle, and the more they face the eye.
vec3 glowing(vec3 normal, vec3 to_eye)
{
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0);
    float pane = smoothstep(0.02, 0.05, to_edge());
    float light = mix(0.3, 1.0, facing * facing) * mix(0.25, 1.0, smoothstep(0.0, 0.33, to_edge()));
    return mix(lit(vec3(0.03), normal, to_eye), v_color.a * light * v_color.rgb, pane);
}

void main()
{
    vec3 to_eye = normalize(u_eye - v_position);
    vec3 normal = normal_here();
    vec3 color = v_color.a > 0.0 ? glowing(normal, to_eye) : lit(v_color.rgb, normal, to_eye);
    out_color = finite(vec4(color, 1.0));
}
