// The glowing bodies as lamps.

layout(location = 5) uniform int u_lamp_count;
layout(location = 83) uniform vec4 u_colors[25]; // albedo, or light, and how strongly a body glows
layout(location = 158) uniform vec4 u_bodies[25]; // the middle, and how far the corners are from there
layout(location = 233) uniform float u_lamps[25]; // the numbers of the bodies that glow

// What they give a surface. A sphere of radiance L and radius r at distance d lights a white surface that faces it as
// brightly as L (r / d)^2. Half of what panes have at their brightest is their mean radiance.
vec3 glow_of_others(vec3 position, vec3 normal)
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < u_lamp_count; i++) {
        vec4 body = u_bodies[int(u_lamps[i])], color = u_colors[int(u_lamps[i])];
        vec3 to_lamp = body.xyz - position;
        float distance = max(length(to_lamp), body.w);
        float facing = max(dot(normal, to_lamp) / distance, 0.0);
        sum += 0.5 * color.a * color.rgb * facing * (body.w * body.w) / (distance * distance);
    }
    return sum;
}
