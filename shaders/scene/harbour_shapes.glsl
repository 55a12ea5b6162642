// The shapes of the harbour. Places are in heights of the picture: x from its middle, y up from its lower border. Edges
// are as wide as a texel, at every size.

uniform vec2 u_size;   // of the picture, texels
uniform float u_sun;   // how strong its light is
uniform float u_lamps; // and that of lamps and windows
uniform vec2 u_seed;   // where in the noise this town lies

float texel = 1.0 / u_size.y;


// Returns the share of a texel that is inside, from the distance to the edge.
float inside(float distance)
{
    return clamp(distance / texel + 0.5, 0.0, 1.0);
}

// Returns the share of a texel that is inside a box around its middle; a box thinner than a texel keeps its share of
// it.
float in_box(vec2 from_middle, vec2 half_size)
{
    vec2 low = max(-half_size, from_middle - 0.5 * texel), high = min(half_size, from_middle + 0.5 * texel);
    vec2 share = max(high - low, 0.0) / texel;
    return share.x * share.y;
}

// The light of a lamp of that strength at a distance, which is measured in reaches.
float lamp_light(vec2 distance, float reach)
{
    return 1.0 / (1.0 + dot(distance, distance) / (reach * reach));
}
