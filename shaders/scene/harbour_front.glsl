// The foreground: boats, the quay with its lamps, a house on the right, leaves on the left.

const float QUAY = 0.125;                     // its edge
vec2 border = vec2(0.5 * u_size.x * texel, 1.0); // the upper right corner
vec2 wall_lamp = vec2(border.x - 0.185, 0.60), post = vec2(-0.47 * border.x, 0.655);

// A hull and its mast, and below the waterline their mirror image.
vec3 boat(vec3 behind, vec2 at, vec2 place, float size, vec3 paint)
{
    vec2 from = (at - place) / size;
    float mirrored = step(from.y, 0.0);
    from.x += mirrored * 0.05 * noise(vec2(3.0, 260.0) * at);
    from.y = abs(from.y) * mix(1.0, 1.35, mirrored);
    float edge = size * min(0.12 + 0.16 * max(from.x, 0.0) * from.x - from.y, 0.72 - abs(from.x + 0.05 - 0.8 * from.y));
    float dimmed = mix(1.0, 0.45, mirrored), rim = step(0.092 + 0.16 * max(from.x, 0.0) * from.x, from.y);
    vec3 color = mix(behind, dimmed * mix(paint, vec3(0.20, 0.15, 0.11), rim), inside(edge));
    color = mix(color, dimmed * vec3(0.16, 0.125, 0.10), inside(size * min(0.20 - from.y, 0.27 - abs(from.x + 0.3))));
    vec3 cabin = dimmed * 3.2 * u_lamps * vec3(1.0, 0.62, 0.28);
    color = mix(color, cabin, in_box(size * (vec2(abs(from.x + 0.3) - 0.12, from.y - 0.155)),
                                      size * vec2(0.075, 0.022)));
    float mast = in_box(size * (from - vec2(0.12, 0.75)), size * vec2(0.011, 0.70));
    float boom = in_box(size * (from - vec2(-0.2, 0.27)), size * vec2(0.36, 0.016));
    float stay = inside(0.0006 - size * abs(from.x - 0.12 - 0.5 * (1.43 - from.y)) * 0.89) * step(from.y, 1.43);
    color = mix(color, dimmed * vec3(0.028, 0.022, 0.022), max(mast, max(boom, 0.5 * stay)));
    return mix(color, dimmed * u_lamps * vec3(34.0, 30.0, 24.0),
               inside(0.0022 - size * length(from - vec2(0.12, 1.47))));
}

// The light of lamps and sky on the stones of the quay.
vec3 quay_light(vec2 at)
{
    vec2 flat_post = (at - vec2(post.x, 0.055)) * vec2(1.0, 2.6), flat_wall = (at - vec2(wall_lamp.x, 0.07)) *
            vec2(1.0, 2.6);
    vec3 light = vec3(0.030, 0.034, 0.055) + u_sun * vec3(0.35, 0.15, 0.05) * exp(-9.0 * abs(at.x - SUN.x)) *
            at.y / QUAY;
    return light + u_lamps * (2.6 * WARM * lamp_light(flat_post, 0.11) + 2.0 * WARM * lamp_light(flat_wall, 0.10));
}

// Worn stones in courses, seen along the ground; wet joints give back the light behind the lamps.
vec3 quay(vec3 behind, vec2 at)
{
    float depth = 0.055 / (0.185 - at.y);
    vec2 place = vec2(at.x * depth * 9.0, 9.5 * log(depth * 10.0));
    float course = floor(place.y);
    place.x += 0.5 * mod(course, 2.0) + 0.3 * noise_cell(ivec2(int(course), 3));
    vec2 part = fract(place), from_joint = min(part, 1.0 - part);
    vec2 width = vec2(9.0 * depth, 9.5 * depth / 0.055) * texel;
    vec2 stone = smoothstep(vec2(0.0), max(vec2(0.06), 1.5 * width), from_joint);
    float chance = noise_cell(ivec2(floor(place)));
    float grain = noise_sum(place * 6.0, 4, 6.0 * width.y) + 0.6 * noise_sum(place * 1.3, 2, width.y);
    vec3 albedo = mix(vec3(0.17, 0.165, 0.16), vec3(0.27, 0.25, 0.225), chance) * (1.0 + 0.75 * grain);
    albedo *= mix(0.42, 1.0, stone.x * stone.y);
    float edge = smoothstep(QUAY - 0.012, QUAY - 0.009, at.y); // the kerb, of one long stone
    albedo = mix(albedo, vec3(0.33, 0.29, 0.25) * (1.0 + 0.5 * noise_sum(at * vec2(60.0, 300.0), 3, 300.0 * texel)),
            edge);
    float wet = max(0.30 - chance, 0.0) * 2.2 * (0.5 + grain);
    vec3 shine = wet * u_lamps * 9.0 * WARM * exp(-pow(max(abs(at.x - post.x) / 0.035, 0.0), 2.0));
    return mix(behind, albedo * quay_light(at) + max(shine, 0.0), inside(QUAY - at.y));
}

// A lamp post of that height, its foot at `foot`; the lantern is four panes under a hat.
vec3 lamp(vec3 behind, vec2 at, vec2 foot, float height)
{
    vec2 from = at - foot, head = from - vec2(0.0, height);
    float thick = height * (0.0085 + 0.012 * exp(-from.y / (0.05 * height)));
    float knob = height * (0.019 - abs(from.y / height - 0.62)) * 0.8;
    float iron = min(max(thick, knob) - abs(from.x), min(height - from.y, from.y));
    vec3 color = mix(behind, vec3(0.0022, 0.0025, 0.003) + 0.03 * WARM * u_lamps * pow(clamp(from.y / height, 0.0,
            1.0), 3.0),
                     inside(iron));
    float glass = min(height * (0.028 + 0.30 * head.y / height) - abs(head.x), min(head.y - 0.004 * height, 0.088 *
            height - head.y));
    float core = exp(-dot(head - vec2(0.0, 0.042 * height), head - vec2(0.0, 0.042 * height)) / (0.00055 * height *
            height));
    color = mix(color, u_lamps * (6.0 * WARM + 62.0 * core * vec3(1.0, 0.74, 0.42)), inside(glass));
    color = mix(color, vec3(0.012), 0.9 * in_box(head - vec2(0.0, 0.044 * height), height * vec2(0.0016, 0.044)));
    float hat = min(height * (0.062 - 0.62 * (head.y / height - 0.086)) - abs(head.x), head.y - 0.086 * height);
    return mix(color, vec3(0.0016, 0.0018, 0.002), inside(min(hat, 0.175 * height - head.y)));
}

const float WALL = 0.222, FOOT = 0.055; // of the house: from the right border, and where it meets the quay

// Returns true if the foreground hides everything far away there, so that it need not be drawn.
bool is_hidden(vec2 at)
{
    return at.y < QUAY - texel || at.x > border.x - WALL + texel;
}

vec3 plaster(vec2 at)
{
    float patches = noise_sum(at * 9.0, 3, 9.0 * texel), grain = noise_sum(at * 190.0, 3, 190.0 * texel);
    vec3 albedo = mix(vec3(0.78, 0.50, 0.36), vec3(0.66, 0.38, 0.27), smoothstep(-0.1, 0.3, patches));
    return albedo * (1.0 + 0.32 * grain) * mix(0.72, 1.0, smoothstep(QUAY - 0.06, QUAY + 0.12, at.y + 0.08 * patches));
}

vec3 wall_light(vec2 at)
{
    vec3 light = vec3(0.055, 0.060, 0.095) + u_sun * vec3(0.10, 0.045, 0.02);
    return light + u_lamps * 3.4 * WARM * lamp_light(at - wall_lamp + vec2(0.03, 0.02), 0.085);
}

// The bough that hangs into the picture, from its upper left corner, and how far away it is there.
vec2 from_corner(vec2 at)
{
    return at - vec2(-border.x, border.y);
}

float bough(float x)
{
    return -0.022 - 0.08 * x - 0.22 * x * x;
}

// Returns the distance of the nearest twig: they hang down from the bough, each more than the one before it.
float to_twig(vec2 at)
{
    vec2 from = from_corner(at), tip = vec2(clamp(from.x, 0.0, 0.43), 0.0);
    float nearest = length(from - vec2(tip.x, bough(tip.x)));
    for (int i = 0; i < 9; i++) {
        float start = 0.045 * float(i) - 0.06, along = clamp(from.x - start, 0.0, 0.11);
        float steep = 0.6 + 0.9 * fract(0.618 * float(i)) + 6.0 * along;
        vec2 place = vec2(start + along, bough(start) - steep * along);
        float slope = along > 0.0 && along < 0.11 ? steep + 6.0 * along : 0.0;
        nearest = min(nearest, length(from - place) * inversesqrt(1.0 + slope * slope));
    }
    return nearest;
}

// Leaves of the size of a cell, each turned and lit by chance: how bright it is, and its share of the texel. Four cells
// are near enough to reach a place. Where they hang, only those do whose middle is within `reach` of a twig.
vec2 leaf(vec2 at, vec2 shift, float size, float reach)
{
    vec2 place = (at + shift) / size, best = vec2(0.0);
    ivec2 cell = ivec2(floor(place - 0.5));
    for (int i = 0; i < 4; i++) {
        ivec2 near = cell + ivec2(i & 1, i >> 1);
        float chance = noise_cell(near);
        vec2 along = vec2(fract(chance * 23.0), fract(chance * 37.0)) - 0.498; // never 0 to the last bit
        along *= inversesqrt(max(dot(along, along), 1e-6));
        vec2 middle = vec2(near) + 0.3 + 0.4 * vec2(chance, fract(chance * 61.0)), from = place - middle;
        from = vec2(dot(from, along), dot(from, vec2(-along.y, along.x)));
        float edge = size * (0.37 * (1.0 - from.x * from.x * 1.9) - abs(from.y));
        float rib = 0.65 + 0.35 * clamp(10.0 * abs(from.y), 0.0, 1.0), there = inside(edge);
        float bright = (0.30 + 0.70 * fract(chance * 7.0)) * rib;
        if (there * bright > best.x * best.y && (reach == 0.0 || to_twig(middle * size - shift) < reach))
            best = vec2(bright, there);
    }
    return best;
}

vec3 flowers(vec3 behind, vec2 at, vec2 from, vec3 light)
{
    float plants = leaf(at, vec2(3.0), 0.0125, 0.0).x, chance = noise_cell(ivec2(floor(at / 0.0125)));
    float bush = step(abs(from.y - 0.020), 0.017 + 0.012 * noise(at * 70.0)) * step(0.05, plants);
    vec3 petals = mix(vec3(0.75, 0.09, 0.12), vec3(0.85, 0.45, 0.50), chance);
    vec3 color = mix(vec3(0.09, 0.20, 0.045), petals, step(0.52, chance));
    return mix(behind, color * light * (0.35 + plants), bush);
}

// The window of the house with its shutters, and flowers on the sill.
vec3 wall_window(vec3 wall, vec2 at)
{
    vec2 from = at - vec2(border.x - 0.085, 0.40);
    vec3 light = wall_light(at);
    float slats = 0.72 + 0.28 * smoothstep(0.2, 0.5, abs(fract(from.y / 0.0105) - 0.5)) ;
    vec2 shutter = vec2(abs(from.x) - 0.073, from.y);
    vec3 color = mix(wall, vec3(0.045, 0.115, 0.075) * slats * light, in_box(shutter, vec2(0.026, 0.093)));
    color = mix(color, vec3(0.62, 0.55, 0.46) * light, in_box(from, vec2(0.047, 0.093)));
    float folds = 0.75 + 0.25 * sin(from.x * 420.0 + 3.0 * noise(at * 30.0));
    vec3 room = u_lamps * vec3(3.4, 2.1, 1.0) * mix(0.35, 1.0, smoothstep(-0.09, 0.07, from.y)) * mix(1.0, folds,
            step(0.016, abs(from.x)));
    color = mix(color, room, in_box(vec2(abs(from.x) - 0.0205, from.y), vec2(0.0185, 0.084)));
    color = mix(color, vec3(0.45, 0.40, 0.34) * light, in_box(from - vec2(0.0, 0.03), vec2(0.042, 0.0022)));
    vec2 box = from + vec2(0.0, 0.115);
    color = mix(color, vec3(0.26, 0.12, 0.07) * light, in_box(box, vec2(0.062, 0.016)));
    if (abs(box.x) < 0.064 && abs(box.y - 0.02) < 0.024)
        color = flowers(color, at, box, light);
    return color;
}

vec3 house_wall(vec3 behind, vec2 at)
{
    vec2 lantern = at - wall_lamp;
    float corner = border.x - WALL;
    vec3 light = wall_light(at) * mix(0.6, 1.0, smoothstep(0.0, 0.02, at.x - corner));
    float quoin = step(at.x - corner, 0.020 + 0.012 * step(0.5, fract(at.y / 0.07)));
    vec3 stone = vec3(0.52, 0.44, 0.35) * (1.0 + 0.5 * noise_sum(at * 150.0, 3, 150.0 * texel));
    stone *= mix(0.55, 1.0, smoothstep(0.0, max(0.03, 14.0 * texel), abs(fract(at.y / 0.035) - 0.5)));
    vec3 color = mix(plaster(at), stone, quoin) * light;
    if (abs(at.x - border.x + 0.085) < 0.1 && abs(at.y - 0.38) < 0.13)
        color = wall_window(color, at);
    float eaves = border.y - 0.055;
    color = mix(color, vec3(0.012, 0.010, 0.010), inside(at.y - eaves) * 0.92);
    color = mix(color, vec3(0.012), in_box(lantern + vec2(-0.010, -0.046), vec2(0.022, 0.0022)));
    float glass = min(0.0155 + 0.20 * lantern.y - abs(lantern.x), 0.028 - abs(lantern.y));
    float core = exp(-dot(lantern, lantern) / 0.00022);
    color = mix(color, u_lamps * (5.0 * WARM + 52.0 * core * vec3(1.0, 0.74, 0.42)), inside(glass));
    color = mix(color, vec3(0.010), inside(min(0.036 - 0.8 * (lantern.y - 0.028) - abs(lantern.x),
            min(lantern.y - 0.028, 0.052 - lantern.y))));
    return mix(behind, color, inside(at.x - corner));
}

// The far leaves, then the wood, then the near ones.
vec3 branch(vec3 behind, vec2 at)
{
    float far = to_twig(at);
    vec3 lamp_here = 1.5 * u_lamps * WARM * lamp_light(at - post - vec2(0.0, 0.02), 0.10), color = behind;
    for (int i = 0; i < 2 && far < 0.06; i++) {
        vec2 here = leaf(at, vec2(5.0 * float(i)), i == 0 ? 0.019 : 0.027, i == 0 ? 0.021 : 0.014);
        vec3 green = mix(vec3(0.055, 0.115, 0.028), vec3(0.16, 0.23, 0.05), here.x);
        color = mix(color, green * (vec3(0.034, 0.042, 0.070) + lamp_here) * (0.2 + here.x), here.y);
        if (i == 0)
            color = mix(color, vec3(0.05, 0.035, 0.025) * (0.05 + lamp_here), inside(0.0016 - far));
    }
    return color;
}

vec3 front(vec3 behind, vec2 at)
{
    vec3 color = behind;
    if (abs(at.x + 0.10) < 0.13 && at.y < 0.48)
        color = boat(color, at, vec2(-0.11, 0.265), 0.115, vec3(0.30, 0.040, 0.035));
    if (abs(at.x - 0.10) < 0.09 && at.y < 0.46)
        color = boat(color, at, vec2(0.085, 0.315), 0.072, vec3(0.055, 0.10, 0.17));
    if (at.y < QUAY + 2.0 * texel)
        color = quay(color, at);
    if (abs(at.x - 0.47 * border.x) < 0.06 && at.y < 0.5)
        color = lamp(color, at, vec2(0.47 * border.x, QUAY - 0.008), 0.225);
    if (abs(at.x - post.x) < 0.06)
        color = lamp(color, at, vec2(post.x, 0.055), post.y - 0.055);
    if (at.x > border.x - WALL - 2.0 * texel && at.y > FOOT)
        color = house_wall(color, at);
    if (at.x < -border.x + 0.62 && at.y > 0.55)
        color = branch(color, at);
    return color;
}
