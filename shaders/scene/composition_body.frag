#version 430 core

// Facets, rough and smooth, under a low key light, before a soft window, and in the light of the lamps; with MIRRORED
// as the floor shows them.
//
// Specular light: B. Karis, Physically based shading on mobile, 2014. Fresnel of the floor: C. Schlick, An
// inexpensive BRDF model for physically-based rendering, 1994.

#include "common/luminance.glsl"
#include "scene/composition.glsl"
#include "scene/finite.glsl"

layout(location = 0) in vec3 v_position;
layout(location = 1) in vec3 v_outward;
layout(location = 2) in vec3 v_corner;
layout(location = 3) flat in vec3 v_normal;
layout(location = 4) flat in vec4 v_color;
layout(location = 5) flat in vec3 v_facet;
layout(location = 6) in vec3 v_light;
layout(location = 7) in vec2 v_open;
layout(location = 8) in vec4 v_haze;

layout(location = 0) out vec4 out_color;

// Returns the distance of the nearest edge: 0 on it, a third in the middle of a facet.
float to_edge()
{
    return min(v_corner.x, min(v_corner.y, v_corner.z));
}

// The share of a texel that a line covers, `from` to `to` away from the edge: far lines fade instead of flickering.
float line(float from, float to, float texel)
{
    float at = to_edge(), reach = 0.5 * texel;
    return clamp((min(to, at + reach) - max(from, at - reach)) / texel, 0.0, 1.0);
}

// Puts a wire over light for a share of a texel, with the weights that shaders/scene/resolve.glsl gives to samples:
// it is then as wide in a small picture as in a large one.
vec3 over(vec3 below, vec3 above, float share)
{
    vec2 weights = vec2(1.0 - share, share) / (1.0 + vec2(luminance(below), luminance(above)));
    return (weights.x * below + weights.y * above) / (weights.x + weights.y);
}

// Edges are ground a little round, so that they catch the light, and facets are a little domed.
vec3 normal_here(float texel)
{
    float wide = 0.05 + texel;
    float round_share = 0.05 / wide * (1.0 - smoothstep(0.0, wide, to_edge()));
    return normalize(mix(v_normal, normalize(v_outward), (0.15 + 0.4 * round_share) * (1.0 - v_facet.z)));
}

// Returns the light that a surface of that roughness reflects: a cold sky above, a warm one low on the side of the key
// light, that light, and a window.
vec3 surroundings(vec3 direction, float rough)
{
    float soft = 0.08 + 0.7 * rough * rough, lobe = 1.0 / (0.01 + rough * rough);
    vec3 sky = mix(vec3(0.010, 0.010, 0.014), vec3(0.05, 0.075, 0.12), 0.5 + 0.5 * direction.y);
    float low = exp(-6.0 * abs(direction.y - 0.05)) * (0.5 + 0.5 * dot(direction, normalize(vec3(KEY.x, 0.0, KEY.z))));
    vec2 at = vec2(dot(direction, WINDOW_RIGHT), dot(direction, WINDOW_UP)) / max(dot(direction, WINDOW), 1e-3);
    vec2 inside = smoothstep(vec2(0.5, 0.32) + soft, vec2(0.5, 0.32) - soft, abs(at));
    float window = inside.x * inside.y * step(0.0, dot(direction, WINDOW));
    vec3 key = 1.2 * KEY_COLOR * exp(lobe * (dot(direction, KEY) - 1.0));
    vec3 lights = u_world[LIGHT].y * (WINDOW_COLOR * window + key);
    return u_world[LIGHT].z * (sky + vec3(0.30, 0.13, 0.05) * low) + lights;
}

// The share of reflected light: x at right angles, y at grazing ones.
vec2 split_sum(float rough, float facing)
{
    vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
    return vec2(-1.04, 1.04) * a + r.zw;
}

vec3 lit(vec3 albedo, vec3 normal, vec3 to_eye)
{
    vec3 sky = mix(vec3(0.020, 0.016, 0.016), vec3(0.05, 0.065, 0.095), 0.5 + 0.5 * normal.y);
    vec3 key = u_world[LIGHT].x * KEY_COLOR * max(dot(normal, KEY), 0.0);
    vec3 window = 0.22 * u_world[LIGHT].x * WINDOW_COLOR * max(dot(normal, WINDOW) + 0.2, 0.0);
    vec3 color = albedo * (v_open.x * (2.0 * u_world[LIGHT].z * sky + window) + v_open.y * key + 1.4 * v_light);
    if (MIRRORED)
        return color;
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0); // of unit vectors it can be above 1
    vec2 share = split_sum(v_facet.x, facing);
    return color + (0.04 * share.x + share.y) * v_open.x * surroundings(reflect(-to_eye, normal), v_facet.x);
}

// A lamp: panes of milk glass before a light in its middle, in dark bars with bright rims.
vec3 glowing(vec3 to_eye, float texel)
{
    float facing = clamp(dot(v_normal, to_eye), 0.0, 1.0);
    float beside = length(cross(v_outward, to_eye)); // of the line of sight and the middle, in radii
    float light = mix(0.25, 1.3, exp(-3.0 * beside * beside)) * mix(0.5, 1.0, facing) * mix(0.55, 1.15, v_facet.y);
    float etched = v_facet.y > 0.4 ? 0.25 * line(0.150, 0.158, texel) : 0.0;
    vec3 glass = light * mix(v_color.rgb, vec3(1.0), 0.05 * light * light) + etched * v_color.rgb;
    vec3 pane = v_color.a * (glass + 1.8 * line(0.045, 0.080, texel) * v_color.rgb);
    return mix(pane, 0.05 * v_color.a * v_color.rgb, line(-1.0, 0.045, texel));
}

void main()
{
    float texel = max(fwidth(to_edge()), 1e-5);
    vec3 to_eye = normalize(seen(u_world[EYE].xyz) - v_position);
    vec3 normal = normal_here(texel);
    vec3 color;
    if (v_color.a > 0.0)
        color = glowing(to_eye, texel);
    else
        color = lit(v_color.a < 0.0 ? vec3(0.01) : v_color.rgb, normal, to_eye);
    if (v_color.a < 0.0)
        color = over(color, -v_color.a * v_color.rgb, line(-1.0, 0.045, texel));
    color = mix(color, v_haze.rgb, v_haze.a);
    out_color = finite(vec4(color, 1.0));
    if (MIRRORED) { // as much as the floor reflects, less the farther it is below
        float fade = exp(-0.3 * (v_position.y - FLOOR));
        vec3 shown = fresnel(abs(to_eye.y)) * fade * out_color.rgb;
        out_color = vec4(shown, max(0.4 * fade, max(shown.r, max(shown.g, shown.b)) / 65504.0));
    }
}
