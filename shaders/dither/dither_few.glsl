// Palettes of up to four colours, whose mixes need no search. effects/dither/dither_palette.c fills u_constants for the
// colours from dark to bright: first their display values, and then what each function says.

float dither_plane(vec3 value, vec4 plane)
{
    return fma(value.x, plane.x, fma(value.y, plane.y, fma(value.z, plane.z, plane.w)));
}

// A ramp of up to four colours is mixed of neighbours only: a value climbs from the first colour to the next as long as
// it lies far enough towards that one. u_constants has what each colour adds to the one before; how far a value lies
// beyond half of the way to the next, times 2^60, so that clamping leaves 0 or 1; and in the first one's w how far a
// threshold reaches, times 2^60 too. It is all products and sums, which a GPU is fastest at.
vec3 dither_in_ramp(vec3 value, float threshold)
{
    const int steps = (u_constants.length() + 1) / 2 - 1;
    float reach = u_constants[0].w * threshold, climbs[3];
    for (int i = 0; i < steps; i++) {
        vec4 plane = u_constants[steps + 1 + i];
        plane.w += reach;
        climbs[i] = clamp(dither_plane(value, plane), 0.0, 1.0);
    }
    vec3 color = u_constants[steps].rgb;
    for (int i = steps - 1; i >= 0; i--)
        color = fma(vec3(climbs[i]), color, u_constants[i].rgb);
    return color;
}

// ---- three or four colours that are no ramp

// Returns true if a weight is below 0 by more than the roundings on an edge or a face.
bool dither_is_outside(vec4 weights)
{
    return min(min(weights.x, weights.y), min(weights.z, weights.w)) < -1e-5;
}

// Pushes a point outside of a tetrahedron onto the plane of the face that is farthest away: where the nearest point
// lies within a face, it is that face. faces: where in u_constants the changes of the weights per weight that is taken
// away begin, and behind them the heights of the colours over their faces.
vec4 dither_push_on_face(vec4 weights, int faces)
{
    vec4 off = weights * u_constants[faces + 4];
    float farthest = min(min(off.x, off.y), min(off.z, off.w));
    vec4 pushed;
    if (off.x == farthest)
        pushed = fma(weights.xxxx, u_constants[faces], weights);
    else if (off.y == farthest)
        pushed = fma(weights.yyyy, u_constants[faces + 1], weights);
    else if (off.z == farthest)
        pushed = fma(weights.zzzz, u_constants[faces + 2], weights);
    else
        pushed = fma(weights.wwww, u_constants[faces + 3], weights);
    return pushed;
}

// The nearest of all points on edges between colours, and the squared distance to it less the value's own square.
struct DitherEdges {
    int progress, lengths, distances; // where in u_constants they begin
    vec4 nearest;                     // weights of the colours
    float least;
};

// from, to: weights of the colours at both ends.
void dither_try_edge(vec3 value, int edge, int colour, vec4 from, vec4 to, inout DitherEdges edges)
{
    float progress = dither_plane(value, u_constants[edges.progress + edge]);
    float part = clamp(progress, 0.0, 1.0);
    float distance = dither_plane(value, u_constants[edges.distances + colour]);
    distance = fma(u_constants[edges.lengths + edge / 4][edge % 4], part * fma(-2.0, progress, part), distance);
    edges.nearest = mix(edges.nearest, fma(vec4(part), to - from, from), bvec4(distance < edges.least));
    edges.least = min(distance, edges.least);
}

// It is written out, since a driver that does not unroll nested loops keeps the weights in memory.
vec4 dither_on_edges(vec3 value, int count, int distances)
{
    const vec4 x = vec4(1.0, 0.0, 0.0, 0.0), y = x.yxyy, z = x.yyxy, w = x.yyyx;
    int progress = distances + count;
    DitherEdges edges = DitherEdges(progress, progress + count * (count - 1) / 2, distances, x, 1e30);
    dither_try_edge(value, 0, 0, x, y, edges);
    dither_try_edge(value, 1, 0, x, z, edges);
    dither_try_edge(value, 2, 1, y, z, edges);
    if (count == 4) {
        dither_try_edge(value, 3, 0, x, w, edges);
        dither_try_edge(value, 4, 1, y, w, edges);
        dither_try_edge(value, 5, 2, z, w, edges);
    }
    return edges.nearest;
}

// The weights of the mix nearest to a value, for three or four colours that are no ramp. Those of the nearest point in
// the colours' plane or space are sums of products. A weight below 0 says that the value lies outside of the hull. It
// is then pushed onto a face, and belongs there unless a weight is still below 0: then it belongs to an edge. Constants
// are in the order in which effects/dither/dither_palette.c writes them.
vec4 dither_nearest_mix(vec3 value, int count)
{
    int faces = 2 * count, distances = count == 4 ? faces + 5 : faces;
    vec4 weights = vec4(0.0);
    for (int i = 0; i < 4; i++)
        if (i < count)
            weights[i] = dither_plane(value, u_constants[count + i]);
    if (dither_is_outside(weights)) {
        if (count == 4)
            weights = dither_push_on_face(weights, faces);
        if (dither_is_outside(weights))
            weights = dither_on_edges(value, count, distances);
    }
    return weights;
}

// Lays the weights side by side on 0..1, from dark to bright, and takes the colour that covers `at`.
vec3 dither_in_hull(vec3 value, float at, int count)
{
    vec4 weights = dither_nearest_mix(value, count);
    vec3 color = u_constants[0].rgb;
    float begin = 0.0;
    for (int i = 1; i < 4; i++)
        if (i < count) {
            begin += weights[i - 1];
            color = mix(color, u_constants[i].rgb, bvec3(at >= begin));
        }
    return color;
}
