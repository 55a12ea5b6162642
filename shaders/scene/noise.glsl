// Smooth noise without a table, the same on every GPU, since cells are hashed as integers.

const uvec2 NOISE_STEP = uvec2(374761393u, 668265263u); // of a hash, from a cell to the next, after xxHash (Y. Collet)

vec4 noise_finish(uvec4 hash)
{
    hash = (hash ^ hash >> 15) * 2246822519u;
    hash = (hash ^ hash >> 13) * 3266489917u;
    return vec4(ivec4(hash >> 8)) * (1.0 / 16777215.0);
}

uint noise_hash(ivec2 cell)
{
    uvec2 products = uvec2(cell) * NOISE_STEP;
    return products.x + products.y;
}

// The number of a cell, 0..1.
float noise_cell(ivec2 cell)
{
    return noise_finish(uvec4(noise_hash(cell))).x;
}

// Noise of -0.5..0.5, smooth between the corners of cells (K. Perlin's fade of 1985).
float noise(vec2 at)
{
    vec2 corner = floor(at), part = at - corner;
    vec2 fade = part * part * (3.0 - 2.0 * part);
    uvec4 steps = uvec4(0u, NOISE_STEP.x, NOISE_STEP.y, NOISE_STEP.x + NOISE_STEP.y);
    vec4 corners = noise_finish(noise_hash(ivec2(corner)) + steps);
    vec2 sides = mix(corners.xz, corners.yw, fade.x);
    return mix(sides.x, sides.y, fade.y) - 0.5;
}

// Sums octaves, each half as strong and as large as the one before. Those finer than two texels of size `texel` fade
// away, so that a picture has the same mean at every size and nothing flickers.
float noise_sum(vec2 at, int octaves, float texel)
{
    float sum = 0.0, strength = 0.5;
    for (int i = 0; i < octaves; i++) {
        sum += strength * (1.0 - smoothstep(0.25, 0.5, texel)) * noise(at);
        at = mat2(1.6, 1.2, -1.2, 1.6) * at + 7.3;
        texel *= 2.0;
        strength *= 0.5;
    }
    return sum;
}
