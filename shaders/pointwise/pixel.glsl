// What a pointwise effect may look at besides its own colour. All images of a chain have one size, so texels
// are fetched and not filtered: every value arrives bit for bit, and fused steps equal the steps run one by one.

layout(binding = 0) uniform sampler2D u_input;    // the step before
layout(binding = 1) uniform sampler2D u_source;   // what entered the chain, linear light
layout(binding = 2) uniform sampler2D u_palettes; // RGBA32F, a row of colours, for effects with a palette
layout(binding = 3) uniform sampler2D u_noise;    // R32F, values 0..1, repeats

layout(location = 0) uniform int u_depth; // bits a channel of the picture's target
layout(location = 1) uniform int u_frame; // counts drawn frames

struct Pixel {
    ivec2 coord; // texels, (0, 0) is the top left
    ivec2 size;  // of the picture
    vec4 source; // the source at this place; costs nothing if no effect reads it
};

Pixel pixel_at(ivec2 coord)
{
    return Pixel(coord, textureSize(u_input, 0), texelFetch(u_source, coord, 0));
}

// Whether the pixel's centre lies in a part of the picture, x0 y0 x1 y1 in 0..1.
bool pixel_inside(Pixel px, vec4 roi)
{
    vec2 at = (vec2(px.coord) + 0.5) / vec2(px.size);
    return all(greaterThanEqual(at, roi.xy)) && all(lessThan(at, roi.zw));
}
