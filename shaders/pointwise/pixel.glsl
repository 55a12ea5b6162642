// The inputs of a pointwise effect besides its own colour. All images of a chain have one size, so texels are fetched
// and not filtered: every value arrives bit for bit, and fused steps equal the steps run one by one.

#ifdef SOURCE_AT // a step has effect.reads_source
layout(binding = SOURCE_AT) uniform sampler2D u_source; // the image that entered the chain, scene-linear
#endif
layout(binding = TABLE_AT) uniform sampler2D u_table; // RGBA32F, from effect.textures: a palette or the table of a file
layout(binding = NOISE_AT) uniform sampler2D u_noise; // R32F, from effect.textures: values 0..1, repeats
uniform int u_depth; // bits per channel of the picture's target
uniform int u_frame; // number of the frame, from 0
#ifdef READS_SIZE // a step has effect.reads_size
uniform vec2 u_picture; // width and height of the picture, texels
#endif

struct Pixel {
    ivec2 coord;      // column and row of the texel, from the top left
    uvec2 base, step; // base + step is coord modulo 16, without a carry in any bit. All texels of an invocation share
                      // base, and step is a constant of the program
    bool opaque;      // alpha is known to be 1
    bool bounded;     // color is known to be in 0..1
#ifdef SOURCE_AT
    vec4 source;      // u_source at coord
#endif
#ifdef READS_SIZE
    vec2 size;        // u_picture
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

// Returns the pixel that covers `px` in the picture made smaller by the factor `cell`.
Pixel pixel_downscaled(Pixel px, float cell)
{
    px.coord = ivec2((vec2(px.coord) + 0.5) / cell);
    px.base = uvec2(px.coord) & 15u;
    px.step = uvec2(0);
#ifdef READS_SIZE
    px.size = ceil(px.size / cell);
#endif
    return px;
}

// Returns true if the pixel is in the rectangle `part` = x0, y0, x1, y1 in texels; x1 and y1 are one past the last.
bool pixel_inside(Pixel px, vec4 part)
{
    vec2 at = vec2(px.coord);
    return all(greaterThanEqual(at, part.xy)) && all(lessThan(at, part.zw));
}
