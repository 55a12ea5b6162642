// The inputs of a pointwise effect besides its own colour. All images of a chain have one size, so texels are fetched
// and not filtered: every value arrives bit for bit, and fused steps equal the steps run one by one.

#ifdef SOURCE_AT
layout(binding = SOURCE_AT) uniform sampler2D u_source;     // what entered the chain, linear light
#endif
layout(binding = TABLE_AT) uniform sampler2D u_table; // RGBA32F, for effects with a palette or a file
layout(binding = NOISE_AT) uniform sampler2D u_noise; // R32F, values 0..1, repeats
uniform int u_depth; // bits a channel of the picture's target
uniform int u_frame; // counts drawn frames
#ifdef READS_SIZE
uniform vec2 u_picture; // its size, texels
#endif

struct Pixel {
    ivec2 coord;      // texels, (0, 0) is the top left
    uvec2 base, step; // add up to coord modulo 16 without a carry: several pixels share base, and step is a constant
    bool opaque;      // whether alpha is known to be 1
    bool bounded;     // whether color is known to lie in 0..1
#ifdef SOURCE_AT
    vec4 source;      // the source at this place
#endif
#ifdef READS_SIZE
    vec2 size;        // of the picture, texels
#endif
};

Pixel pixel_at(ivec2 coord)
{
    Pixel px;
    px.coord = coord;
    px.base = uvec2(coord) & 15u;
    px.step = uvec2(0);
    px.opaque = false;
    px.bounded = false;
#ifdef SOURCE_AT
    px.source = texelFetch(u_source, coord, 0);
#endif
#ifdef READS_SIZE
    px.size = u_picture;
#endif
    return px;
}

// Returns the same pixel in a picture whose texels are squares of `cell` pixels a side.
Pixel pixel_in_cells(Pixel px, float cell)
{
    px.coord = ivec2((vec2(px.coord) + 0.5) / cell);
    px.base = uvec2(px.coord) & 15u;
    px.step = uvec2(0);
#ifdef READS_SIZE
    px.size = ceil(px.size / cell);
#endif
    return px;
}

// Returns true if the pixel is in a part of the picture, in texels: from x0 y0 to before x1 y1.
bool pixel_inside(Pixel px, vec4 part)
{
    vec2 at = vec2(px.coord);
    return all(greaterThanEqual(at, part.xy)) && all(lessThan(at, part.zw));
}
