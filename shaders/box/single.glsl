// The box in one pass: the sum of all texels of the square. tap.glsl lists the taps along an axis, and reads.

vec4 box(ivec2 at)
{
    vec4 sum = vec4(0.0);
    for (int y = 0; y < u_count; y++) {
        vec2 row = tap(y); // offset from the texel, weight
        vec4 across = vec4(0.0);
        for (int x = 0; x < u_count; x++) {
            vec2 column = tap(x);
            across += column.y * read(at, vec2(column.x, row.x));
        }
        sum += row.y * across;
    }
    return sum * u_scale * u_scale;
}
