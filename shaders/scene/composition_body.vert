#version 430 core

// Turning icosahedra, one instance each, from the front to the back; with MIRRORED as seen in the floor.

#include "scene/composition.glsl"
#include "scene/noise.glsl"

layout(location = 0) in vec3 a_position; // on the unit sphere
layout(location = 1) in vec3 a_normal;   // of the face

layout(location = 0) out vec3 v_position; // in the world
layout(location = 1) out vec3 v_outward;  // from the middle of the body, unit length at its corners
layout(location = 2) out vec3 v_corner;   // barycentric
layout(location = 3) flat out vec3 v_normal;
layout(location = 4) flat out vec4 v_color;
layout(location = 5) flat out vec3 v_facet; // roughness, chance, how much it has of the facet beside it
layout(location = 6) out vec3 v_light;      // of the lamps
layout(location = 7) out vec2 v_open;       // shares that reach it of the surroundings and of the key light
layout(location = 8) out vec4 v_haze;

vec3 turned(vec3 v, vec4 q)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main()
{
    int place = MIRRORED ? BODIES + gl_InstanceID : gl_InstanceID;
    vec3 eye = seen(u_world[EYE].xyz);
    int number = int(u_world[ORDER + place / 4][place % 4]), facet = 20 * number + gl_VertexID / 3;
    vec4 turn = u_world[TURNS + number], body = u_world[number];
    v_outward = turned(a_position, turn);
    v_position = body.xyz + body.w * v_outward;
    v_corner = vec3(equal(ivec3(gl_VertexID % 3), ivec3(0, 1, 2)));
    v_color = u_world[COLORS + number];
    // A facet seen edge on would be a row of dashes along a silhouette, bright by Fresnel. Where it is hardly a
    // pixel wide, it has the normal and so the light of the facet beside it, 42 degrees nearer to the eye. On a
    // small body facets are rough, since a pixel has the reflections of many directions.
    vec3 normal = turned(a_normal, turn), to_eye = eye - (body.xyz + 0.7947 * body.w * normal);
    float pixels = u_world[PICTURE].y / (2.0 * u_world[UP].w) * body.w * inversesqrt(dot(to_eye, to_eye));
    float narrow = 1.0 - smoothstep(1.0, 4.0, pixels * abs(dot(normal, normalize(to_eye))));
    v_normal = normalize(normal + 0.9 * narrow * normalize(to_eye));
    float rough = mix(0.9, mix(0.12, 0.55, noise_cell(ivec2(facet, 0))), smoothstep(3.0, 16.0, pixels));
    v_facet = vec3(rough, noise_cell(ivec2(facet, 1)), narrow);
    v_light = lamp_light(v_position, v_normal);
    v_open = vec2(0.5 + 0.5 * smoothstep(0.0, 1.5 * body.w, v_position.y - FLOOR), 1.0 - narrow);
    for (int i = 0; i < 4; i++) {
        vec4 other = u_world[int(u_world[NEAREST + number][i])];
        v_open *= vec2(uncovered(v_position, v_normal, other), unshaded(v_position, other));
    }
    vec3 from_eye = v_position - eye;
    v_haze = haze(normalize(from_eye), length(from_eye));
    gl_Position = project(v_position);
}
