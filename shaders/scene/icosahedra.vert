#version 430 core

// Turning icosahedra of the grid, one instance each.

layout(location = 0) in vec3 a_position; // on the unit sphere
layout(location = 1) in vec3 a_normal;   // of the face

uniform mat4 u_projection; // and view, in one
uniform vec4 u_turns[25];  // quaternions
uniform vec4 u_colors[25]; // albedo, or light, and how strongly a body glows
uniform vec4 u_bodies[25]; // the middle, and how far the corners are from there

layout(location = 0) out vec3 v_position; // in the world
layout(location = 1) out vec3 v_corner;   // barycentric
layout(location = 2) flat out vec3 v_normal;
layout(location = 3) flat out vec4 v_color;

vec3 turned(vec3 v, vec4 q)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main()
{
    vec4 turn = u_turns[gl_InstanceID], body = u_bodies[gl_InstanceID];
    v_normal = turned(a_normal, turn);
    v_position = body.xyz + body.w * turned(a_position, turn);
    v_corner = vec3(equal(ivec3(gl_VertexID % 3), ivec3(0, 1, 2)));
    v_color = u_colors[gl_InstanceID];
    gl_Position = u_projection * vec4(v_position, 1.0);
}
