#version 430 core

// A harbour at dusk, as a camera sees it: light from a thousandth to a hundred, skin and leaf and stone, no two texels
// alike. Every length is a share of the picture's height, so it looks the same at every size.

#include "scene/finite.glsl"
#include "scene/noise.glsl"
#include "scene/harbour_shapes.glsl"
#include "scene/harbour_sky.glsl"
#include "scene/harbour_town.glsl"
#include "scene/harbour_front.glsl"

layout(location = 0) out vec4 out_color;

// Returns the direction into which the ripples of the water at a place reflect the view, and how deep the view goes
// into the water.
vec3 mirrored(vec2 at)
{
    float below = SHORE - at.y, far = 0.10 / (below + 0.06);
    vec2 place = vec2(18.0 * at.x * far, 16.0 * far);
    float size = texel * 16.0 * far / (below + 0.06);
    float long_waves = noise_sum(place * vec2(0.35, 1.0) + 3.0, 2, size), short_waves = noise_sum(place * 2.3, 3,
            2.3 * size);
    float steep = 0.20 * smoothstep(0.0, 0.25, below) + 0.035;
    vec2 turn = steep * vec2(0.30 * short_waves, long_waves + 0.7 * short_waves);
    return vec3(at.x + turn.x, max(SHORE + below + turn.y, SHORE + 0.001), below);
}

void main()
{
    vec2 at = vec2(gl_FragCoord.x - 0.5 * u_size.x, u_size.y - gl_FragCoord.y) / u_size.y;
    bool is_water = at.y < SHORE;
    vec3 mirror = vec3(at, 0.0), color = vec3(0.0);
    if (is_water && !is_hidden(at))
        mirror = mirrored(at);
    vec2 seen = mirror.xy;
    if (!is_hidden(at))
        color = town(hills(clouds(clear_sky(seen), seen), seen), seen);
    float reflected = mix(0.88, 0.42, smoothstep(0.0, 0.22, mirror.z));
    vec3 water = mix(vec3(0.008, 0.020, 0.028), color, reflected);
    color = front(is_water ? water : color, at);
    out_color = finite(vec4(color, 1.0));
}
