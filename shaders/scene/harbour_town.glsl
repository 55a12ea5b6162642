// The town along the far shore: a row of gabled houses with lit windows, a church and a lighthouse.

const vec3 WARM = vec3(1.0, 0.60, 0.25); // of a lamp

vec3 wall_color(float chance)
{
    const vec3 colors[5] = vec3[5](vec3(0.80, 0.52, 0.38), vec3(0.78, 0.66, 0.46), vec3(0.62, 0.26, 0.17),
                                   vec3(0.82, 0.78, 0.70), vec3(0.42, 0.50, 0.56));
    return colors[int(4.999 * chance)];
}

// Windows in a wall that is `size` large; `at` from its lower left corner.
vec3 windows(vec3 wall, vec2 at, vec2 size, ivec2 house)
{
    const vec2 cell = vec2(0.0105, 0.0165);
    vec2 count = max(floor(size / cell), 1.0), pitch = size / count;
    ivec2 number = ivec2(clamp(floor(at / pitch), vec2(0.0), count - 1.0));
    vec2 from_middle = at - (vec2(number) + 0.5) * pitch;
    float chance = noise_cell(house * 37 + number * ivec2(1, 131) + 5);
    float strength = mix(0.6, 4.5, fract(chance * 17.0)) * u_lamps;
    vec3 light = chance < 0.42 ? strength * mix(WARM, vec3(1.0, 0.78, 0.5), fract(chance * 71.0)) : vec3(0.03, 0.035,
            0.06);
    return mix(wall, light, in_box(from_middle, vec2(0.0030, 0.0048)));
}

// Draws the parts of a house behind its front: the wall at its right and the slope of the roof over that, towards the
// vanishing point. `size` is half a width and the height of the wall, `peak` the height of the roof.
vec3 house_side(vec3 behind, vec2 place, vec2 vanish, vec2 size, float peak, vec3 wall, vec3 tiles)
{
    const float deep = 1.05; // the distance of the back, as a multiple of that of the front
    vec2 from = place - vanish, front = vec2(size.x, peak) - vanish;
    float slope = (peak - size.y) / size.x, away = (size.x - vanish.x) / min(from.x, -1e-4);
    float back = min(place.x - size.x, vanish.x + (size.x - vanish.x) / deep - place.x);
    vec3 color = mix(behind, wall, inside(min(back, size.y - vanish.y - from.y * away)));
    away = (front.y - slope * vanish.x) / min(from.y + slope * from.x, -1e-4);
    float across = vanish.x + from.x * away; // on the front, where 0 is under the ridge
    float edge = min(min(across, size.x - across), min(away - 1.0, deep - away) * abs(front.x));
    return mix(color, tiles, inside(edge));
}

vec3 house(vec3 behind, vec2 at, float width, float number, int row)
{
    ivec2 id = ivec2(int(number) + int(u_seed.x), row);
    float chance = noise_cell(id), other = noise_cell(id + 91);
    vec2 middle = vec2((number + 0.5) * width, SHORE + 0.004), place = at - middle;
    vec2 size = vec2(0.5 * width * mix(0.86, 1.0, other), mix(0.022, 0.066, chance));
    float peak = size.y + mix(0.008, 0.026, other), roof = mix(peak, size.y, abs(place.x) / size.x);
    vec3 dusk = vec3(0.155, 0.145, 0.20) + 0.5 * WARM * u_lamps * exp(-place.y / 0.012);
    vec3 paint = wall_color(other), evening = vec3(0.10, 0.09, 0.13) + u_sun * vec3(0.20, 0.085, 0.035);
    vec3 wall = windows(paint * dusk, place + vec2(size.x, 0.0), vec2(2.0 * size.x, size.y), id);
    wall *= mix(0.35, 1.0, smoothstep(0.0, 0.0035, size.y - place.y)); // in the shadow of the eaves
    vec3 tiles = mix(vec3(0.13, 0.052, 0.036), vec3(0.05, 0.05, 0.06), step(0.6, chance)) *
                 (0.75 + 0.4 * noise(vec2(120.0, 420.0) * at) * (1.0 - smoothstep(0.25, 0.5, 420.0 * texel)));
    vec3 color = house_side(behind, place, vec2(0.12, SHORE + 0.012) - middle, size, peak, 0.8 * paint * evening,
            tiles * (0.7 + vec3(1.2, 0.6, 0.35) * u_sun));
    color = mix(color, wall, inside(min(size.y - place.y, size.x - 0.0013 - abs(place.x))));
    return mix(color, tiles, inside(min(min(roof - place.y, place.y - size.y), size.x - abs(place.x))));
}

// The one that stands here, before the side of its neighbour.
vec3 houses(vec3 behind, vec2 at, float width, int row)
{
    float number = floor(at.x / width);
    return house(house(behind, at, width, number - 1.0, row), at, width, number, row);
}

vec3 church(vec3 behind, vec2 at)
{
    vec2 place = at - vec2(-0.27, SHORE);
    float tower = min(0.017 - abs(place.x), 0.135 - place.y);
    float spire = min((0.235 - place.y) * 0.19 - abs(place.x), place.y - 0.13);
    vec3 stone = vec3(0.30, 0.25, 0.21) * (vec3(0.20, 0.17, 0.20) + 0.8 * WARM * u_lamps * exp(-place.y / 0.05));
    vec3 color = mix(behind, stone, inside(tower));
    color = mix(color, vec3(0.035, 0.052, 0.05), inside(spire));
    float clock = length(place - vec2(0.0, 0.108));
    return mix(color, vec3(4.5, 3.6, 2.2) * u_lamps, inside(0.0085 - clock));
}

// On its mole, far out to the right.
vec3 lighthouse(vec3 behind, vec2 at)
{
    vec2 place = at - vec2(0.50, SHORE);
    float body = min(0.0085 - 0.028 * place.y - abs(place.x), 0.115 - place.y);
    float stripe = step(0.5, fract(place.y / 0.052));
    vec3 paint = mix(vec3(0.40, 0.07, 0.05), vec3(0.62, 0.58, 0.52), stripe) * vec3(0.34, 0.27, 0.29);
    float mole = min(0.007 + 0.002 * noise(at * 160.0) - place.y, place.x + 0.13);
    vec3 color = mix(behind, vec3(0.018, 0.017, 0.020), inside(mole));
    color = mix(color, paint * (1.2 - 60.0 * place.x), inside(body));
    color = mix(color, vec3(0.02), in_box(place - vec2(0.0, 0.115), vec2(0.009, 0.0012)));
    color = mix(color, 95.0 * u_lamps * vec3(1.0, 0.86, 0.55), in_box(place - vec2(0.0, 0.1215), vec2(0.0042, 0.0050)));
    return mix(color, vec3(0.02), inside(min((0.136 - place.y) * 0.75 - abs(place.x), place.y - 0.1265)));
}

vec3 town(vec3 behind, vec2 at)
{
    vec3 color = behind;
    float built = smoothstep(0.12, 0.02, at.x + 0.02); // the shore is bare below the sun
    if (at.x < 0.10 && at.y < SHORE + 0.12)
        color = houses(color, at + vec2(0.017, -0.012), 0.041, 1);
    if (abs(at.x + 0.27) < 0.03 && at.y < SHORE + 0.25)
        color = church(color, at);
    if (at.x < 0.10 && at.y < SHORE + 0.12)
        color = houses(color, at, 0.050, 2);
    float quay = inside(SHORE + 0.0045 - at.y) * built;
    color = mix(color, vec3(0.055, 0.045, 0.040) + 0.25 * WARM * u_lamps * built, quay);
    if (at.x > 0.3 && at.y < SHORE + 0.16)
        color = lighthouse(color, at);
    return color;
}
