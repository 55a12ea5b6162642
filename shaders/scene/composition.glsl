// The bodies, the surroundings and the light of the scene icosahedra in its default arrangement.
//
// Contact: I. Quilez, Sphere ambient occlusion, 2006. Shadow of the key light: the same, Sphere soft shadow, 2014.
// Haze: the same, Better fog, 2010. The light of a lamp is that of a sphere far away.

uniform vec4 u_world[WORLD]; // struct composition, then the surroundings

const int COLORS = BODIES, TURNS = 2 * BODIES, NEAREST = 3 * BODIES, ORDER = 4 * BODIES;
const int PROJECTION = ORDER + BODIES / 2, EYE = PROJECTION + 4, RIGHT = EYE + 1, UP = EYE + 2, FORWARD = EYE + 3;
const int LIGHT = EYE + 4;   // of the key light, the window's mirror image, the surroundings; seconds
const int PICTURE = EYE + 5; // width and height in texels
const int COLD = EYE + 6, WARM = EYE + 7, GROUND = EYE + 8; // of the haze away from the key light and towards it; floor

const float FLOOR = -1.55;
const vec3 KEY = normalize(vec3(-0.62, 0.42, -0.28)), KEY_COLOR = vec3(1.0, 0.62, 0.36);
const vec3 WINDOW = normalize(vec3(0.55, 0.75, 0.42)), WINDOW_COLOR = vec3(0.82, 0.92, 1.0);
const vec3 WINDOW_RIGHT = normalize(cross(vec3(0.0, 1.0, 0.0), WINDOW)), WINDOW_UP = cross(WINDOW, WINDOW_RIGHT);

int lamp_count()
{
    return int(u_world[EYE].w);
}

// With MIRRORED as the floor shows it: then the eye is mirrored, and a position when it is projected.
vec3 seen(vec3 position)
{
    return MIRRORED ? vec3(position.x, 2.0 * FLOOR - position.y, position.z) : position;
}

vec4 project(vec3 position)
{
    return mat4(u_world[PROJECTION], u_world[PROJECTION + 1], u_world[PROJECTION + 2], u_world[PROJECTION + 3]) *
           vec4(seen(position), 1.0);
}

// Light that a surface of that normal gets from the lamps. A sphere of radiance L and radius r at distance d lights a
// white surface that faces it as brightly as L (r / d)^2. Normals that turn away by less than a right angle get some
// light, since a lamp is large.
vec3 lamp_light(vec3 position, vec3 normal)
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < lamp_count(); i++) {
        vec4 lamp = u_world[i], color = u_world[COLORS + i];
        vec3 to_lamp = lamp.xyz - position;
        float squared = max(dot(to_lamp, to_lamp), lamp.w * lamp.w);
        float facing = max(dot(normal, to_lamp) * inversesqrt(squared) + 0.1, 0.0) / 1.1;
        sum += color.a * color.rgb * facing * lamp.w * lamp.w / squared;
    }
    return sum;
}

// The share of the sky over a surface that a sphere leaves free.
float uncovered(vec3 position, vec3 normal, vec4 sphere)
{
    vec3 to_sphere = sphere.xyz - position;
    float squared = max(dot(to_sphere, to_sphere), sphere.w * sphere.w);
    return 1.0 - max(dot(normal, to_sphere) * inversesqrt(squared), 0.0) * sphere.w * sphere.w / squared;
}

// The share of the key light that passes a sphere.
float unshaded(vec3 position, vec4 sphere)
{
    vec3 to_sphere = sphere.xyz - position;
    float along = dot(to_sphere, KEY);
    float beside = sqrt(max(dot(to_sphere, to_sphere) - along * along, 0.0)) - sphere.w;
    return along < 0.0 ? 1.0 : smoothstep(-0.3, 0.3, beside / along);
}

// The share of light that the floor reflects, by the cosine of the angle to its normal.
float fresnel(float facing)
{
    return 0.04 + 0.62 * pow(max(1.0 - facing, 0.0), 5.0);
}

// The haze before what is `far` away in a direction, with its share of what is seen.
vec4 haze(vec3 direction, float far)
{
    float warm = pow(0.5 + 0.5 * dot(direction, normalize(vec3(KEY.x, 0.12, -1.0))), 14.0);
    float height = exp(-2.6 * max(direction.y, 0.0));
    vec3 color = mix(u_world[COLD].rgb, u_world[WARM].rgb, warm) * mix(0.35, 1.0, height);
    return vec4(color, 1.0 - exp(-u_world[COLD].a * max(far - 5.0, 0.0)));
}
