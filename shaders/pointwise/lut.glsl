// Colours through a table of a file: a curve for each channel, a cube of all three, or one after the other. Between its
// colours a cube is taken along the edges of the tetrahedron that the value lies in (K. Sakamoto, H. Itooka, 1981): of
// the six that share the diagonal from dark to bright, so that greys stay grey where the table's are. Tables are for
// straight colour, so light is divided by alpha and multiplied again; light without cover (alpha 0) is taken as it is.

// u_table has the colours of the curve, then those of the cube, 256 in a row. effects/lut/lut.c writes u_constants: of
// the curve and of the cube each what a value is multiplied with and the last place, then what is added and the first
// colour.

vec3 lut_colour(int i)
{
    return texelFetch(u_table, ivec2(i & 255, i >> 8), 0).rgb;
}

vec3 lut_place(vec3 value, vec4 scale, vec4 offset)
{
    return clamp(fma(value, scale.xyz, offset.xyz), vec3(0.0), vec3(scale.w));
}

vec3 lut_curve(vec3 value)
{
    vec3 place = lut_place(value, u_constants[0], u_constants[1]);
    vec3 below = min(floor(place), u_constants[0].w - 1.0);
    precise vec3 share = place - below;
    ivec3 i = ivec3(below);
    vec3 low = vec3(lut_colour(i.r).r, lut_colour(i.g).g, lut_colour(i.b).b);
    vec3 high = vec3(lut_colour(i.r + 1).r, lut_colour(i.g + 1).g, lut_colour(i.b + 1).b);
    precise vec3 rest = low * (1.0 - share);
    return fma(high, share, rest);
}

vec3 lut_cube(vec3 value)
{
    vec3 place = lut_place(value, u_constants[2], u_constants[3]);
    vec3 below = min(floor(place), u_constants[2].w - 1.0);
    precise vec3 f = place - below;
    int size = int(u_constants[2].w) + 1, plane = size * size, diagonal = 1 + size + plane;
    int corner = int(u_constants[3].w) + int(below.r) + size * int(below.g) + plane * int(below.b);
    // The way goes along the longest share first and along the shortest last.
    int first = f.r >= max(f.g, f.b) ? 1 : f.g >= f.b ? size : plane;
    int last = f.b <= min(f.r, f.g) ? plane : f.g <= f.r ? size : 1;
    float longest = max(f.r, max(f.g, f.b)), shortest = min(f.r, min(f.g, f.b));
    float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));
    precise vec4 weights = vec4(1.0 - longest, longest - middle, middle - shortest, shortest);
    precise vec3 sum = lut_colour(corner) * weights.x;
    sum = fma(lut_colour(corner + first), weights.yyy, sum);
    sum = fma(lut_colour(corner + diagonal - last), weights.zzz, sum);
    return fma(lut_colour(corner + diagonal), weights.www, sum);
}

// LUT_DOMAIN: 0 display values, 1 light. LUT_VARIANT: flags, 1 for a curve, 2 for a cube.
vec4 lut(vec4 color, Pixel px)
{
#if LUT_DOMAIN == 1
    const float most = 65504.0;
    float cover = mix(1.0, color.a, color.a > 0.0);
#else
    const float most = 1.0, cover = 1.0;
#endif
    vec3 value = color.rgb * (1.0 / cover);
#if (LUT_VARIANT & 1) != 0
    value = lut_curve(value);
#endif
#if (LUT_VARIANT & 2) != 0
    value = lut_cube(value);
#endif
    return vec4(clamp(value, 0.0, most) * cover, color.a);
}
