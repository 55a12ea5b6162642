#version 430 core

// The floor and the haze above it: a net over the picture, a row of it an instance, since its light is smooth. The
// lamps light the floor and leave streaks in it: the lobe of B. T. Phong, Illumination for computer generated
// pictures, 1975, around each mirrored lamp, drawn out in height as on a surface with shallow waves.

#include "scene/composition.glsl"

layout(location = 0) noperspective out vec2 v_at;
layout(location = 1) noperspective out vec4 v_color;

vec3 floor_color(vec3 direction, float far)
{
    vec3 position = u_world[EYE].xyz + far * direction, up = vec3(0.0, 1.0, 0.0), streaks = vec3(0.0);
    vec3 mirror = normalize(vec3(direction.x, -0.35 * direction.y, direction.z));
    for (int i = 0; i < lamp_count(); i++) {
        vec4 lamp = u_world[i], color = u_world[COLORS + i];
        vec3 to_lamp = lamp.xyz - position;
        float lobe = exp(220.0 * (dot(mirror, normalize(to_lamp * vec3(1.0, 0.35, 1.0))) - 1.0));
        streaks += color.a * color.rgb * lamp.w * lobe * exp(-0.10 * length(to_lamp));
    }
    float open = 1.0;
    for (int i = 0; i < BODIES; i++)
        open *= uncovered(position, up, u_world[i]);
    return open * u_world[GROUND].rgb + u_world[GROUND].a * lamp_light(position, up) +
           0.45 * fresnel(-direction.y) * streaks;
}

void main()
{
    vec3 forward = u_world[FORWARD].xyz, up = u_world[UP].xyz;
    // The horizon lies on a row of the net.
    float horizon = clamp(-forward.y / up.y, -1.0, 1.0);
    int row = gl_InstanceID + (gl_VertexID & 1);
    float share = float(row - ROWS_ABOVE) / float(row < ROWS_ABOVE ? ROWS_ABOVE : ROWS_BELOW);
    float x = 2.0 * float(gl_VertexID / 2) / float(COLUMNS) - 1.0;
    float y = share < 0.0 ? mix(horizon, 1.0, -share) : mix(horizon, -1.0, pow(share, 1.4));
    vec3 direction = normalize(forward + x * u_world[RIGHT].xyz + y * up);
    float far = share <= 0.0 ? 1e4 : min((FLOOR - u_world[EYE].y) / min(direction.y, -1e-4), 1e4);
    vec4 veil = haze(direction, far);
    v_at = vec2(0.0);
    v_color = vec4(far < 1e3 ? mix(floor_color(direction, far), veil.rgb, veil.a) : veil.rgb, 1.0);
    gl_Position = vec4(x, -y, 1.0, 1.0);
}
