// A pass of the box along one axis: the sum of all texels of the window.
// tap.glsl lists the taps along an axis, and reads.

vec4 box(ivec2 at)
{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < u_count; i++) {
        vec2 t = tap(i); // offset from the texel, weight
#ifdef DOWN
        sum += t.y * read(at, vec2(0.0, t.x));
#else
        sum += t.y * read(at, vec2(t.x, 0.0));
#endif
    }
    return sum * u_scale;
}
