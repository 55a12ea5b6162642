// The evening sky over the harbour, and the hills before it.

const float SHORE = 0.40; // where the water begins
const vec2 SUN = vec2(0.24, 0.452);

vec3 clear_sky(vec2 at)
{
    float up = clamp((at.y - SHORE) / 0.6, 0.0, 1.0);
    float away = length((at - SUN) * vec2(0.7, 1.5)), near = length(at - SUN);
    vec3 color = mix(vec3(0.62, 0.36, 0.27), vec3(0.17, 0.20, 0.33), smoothstep(0.0, 0.38, up));
    color = mix(color, vec3(0.030, 0.062, 0.165), smoothstep(0.22, 1.0, up));
    color += u_sun * (vec3(1.3, 0.47, 0.13) * exp(-6.0 * away) + vec3(4.5, 2.0, 0.55) * exp(-26.0 * near));
    return color + u_sun * vec3(88.0, 52.0, 20.0) * inside(0.021 - near);
}

// Thin and lit from below, brightest towards the sun.
vec3 clouds(vec3 behind, vec2 at)
{
    float up = (at.y - SHORE) / 0.6;
    vec3 color = behind;
    if (up > 0.03) {
    vec2 place = vec2(1.15 * at.x + 0.35 * at.y, 5.2 * at.y) + u_seed;
    float thick = noise_sum(place, 5, 5.2 * texel);
    float below = noise_sum(place + vec2(0.10, -0.30), 3, 5.2 * texel);
    float cover = smoothstep(-0.02, 0.24, thick + 0.06) * smoothstep(0.03, 0.20, up);
    float lit = clamp(0.45 + 2.6 * (thick - below), 0.0, 1.0) * exp(-1.7 * up);
    vec3 glow = vec3(1.25, 0.46, 0.25) + 1.6 * vec3(1.5, 0.7, 0.25) * exp(-3.5 * length(at - SUN)) * u_sun;
    color = mix(behind, mix(vec3(0.075, 0.075, 0.125), glow, lit * lit), 0.88 * cover);
    }
    return color;
}

float ridge(float x, float height, float rough, float seed)
{
    return height * (0.5 + noise(vec2(x, seed + u_seed.y))) + rough * noise_sum(vec2(5.0 * x, seed), 3, 5.0 * texel);
}

// Three lines of hills, each nearer and darker; the sun goes down behind the second.
vec3 hills(vec3 behind, vec2 at)
{
    vec3 color = behind;
    if (at.y < SHORE + 0.12) {
    float far = SHORE + 0.035 + ridge(1.9 * at.x, 0.05, 0.016, 3.0) * smoothstep(-0.25, 0.35, abs(at.x - SUN.x));
    float middle = SHORE + 0.018 + ridge(1.3 * at.x + 4.0, 0.075, 0.02, 11.0) * smoothstep(-0.12, 0.45,
            abs(at.x - SUN.x));
    float near = SHORE + 0.004 + ridge(1.1 * at.x + 9.0, 0.062, 0.014, 23.0) * smoothstep(-0.1, 0.5, abs(at.x - 0.25));
    float haze = exp(-5.0 * abs(at.x - SUN.x));
    color = mix(behind, vec3(0.30, 0.215, 0.24) + vec3(0.75, 0.28, 0.06) * haze * u_sun, 0.93 * inside(far - at.y));
    color = mix(color, vec3(0.125, 0.105, 0.135) + vec3(0.30, 0.10, 0.02) * haze * u_sun, inside(middle - at.y));
    float woods = noise_sum(vec2(70.0, 90.0) * at, 3, 90.0 * texel);
    vec3 trees = vec3(0.020, 0.030, 0.018) * (1.0 + 1.6 * woods) + vec3(0.05, 0.018, 0.006) * haze * u_sun;
    color = mix(color, trees, inside(near + 0.003 * woods - at.y));
    }
    return color;
}
