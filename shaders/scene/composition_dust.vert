#version 430 core

// Dust in the light of the lamps, an instance a point: sharp where the large lamp is, and a disc before and behind,
// as a lens shows it. A point is never so small that it falls between texels; it is darker instead.

#include "scene/composition.glsl"
#include "scene/noise.glsl"

layout(location = 0) noperspective out vec2 v_at; // -1..1
layout(location = 1) noperspective out vec4 v_color;

vec3 chance(int row)
{
    return vec3(noise_cell(ivec2(gl_InstanceID + 1, row)), noise_cell(ivec2(gl_InstanceID + 1, row + 1)),
                noise_cell(ivec2(gl_InstanceID + 1, row + 2)));
}

void main()
{
    float seconds = u_world[LIGHT].w;
    vec3 share = chance(1), other = chance(4);
    share.xy = fract(share.xy + seconds * vec2(1.0 / 400.0, 1.0 / 150.0));
    vec3 position = mix(vec3(-7.0, FLOOR + 0.1, -7.0), vec3(7.0, 4.0, 5.0), share);
    position += 0.12 * sin(6.2832 * (seconds / 20.0 + other));
    vec2 to_end = min(share.xy, 1.0 - share.xy);
    float fade = smoothstep(0.0, 0.08, min(to_end.x, to_end.y));

    vec3 light = vec3(0.004, 0.006, 0.010);
    for (int i = 0; i < lamp_count(); i++) {
        vec4 lamp = u_world[i], color = u_world[COLORS + i];
        vec3 to_lamp = lamp.xyz - position;
        float squared = dot(to_lamp, to_lamp) + 0.5 * lamp.w * lamp.w;
        light += color.a * color.rgb * lamp.w * lamp.w * lamp.w * lamp.w / (squared * squared);
    }
    float far = max(distance(position, u_world[EYE].xyz), 0.5), pixels = u_world[PICTURE].y / (2.0 * u_world[UP].w);
    float size = pixels * (0.024 / far + 0.05 * abs(1.0 / far - 1.0 / 7.8)), drawn = max(size, 2.4);
    float power = pow(other.x, 4.0) * 0.9 + 0.1;
    vec2 of_picture = vec2(drawn) / (0.5 * u_world[PICTURE].xy);
    v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    light = min(light * power * fade * 2.6e-4 * pixels * pixels / (drawn * drawn), 65504.0);
    v_color = vec4(light, max(light.r, max(light.g, light.b)) / 65504.0);
    gl_Position = project(position);
    gl_Position.xy += v_at * of_picture * gl_Position.w;
}
