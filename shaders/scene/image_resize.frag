#version 430 core

// One axis of an image, resized with a tent: bilinear where it grows, and where it shrinks as wide
// as the texels that one stands for, so that nothing aliases. At the image's own size it copies.
//
// With FOLD_BITS the input is a strip of the image, whole lines of it along the axis: its texels,
// row after row, in a texture of 2^FOLD_BITS columns.

layout(binding = 0) uniform sampler2D u_input;
uniform int u_axis;   // 0 along the rows, 1 along the columns
uniform int u_begin;  // where in the output the image begins, may be negative
uniform int u_length; // how many texels it takes; black around it
uniform int u_count;  // how many texels the image has
#ifdef FOLD_BITS
uniform int u_first; // of the lines of the strip
uniform int u_width; // of the strip, texels
#endif

layout(location = 0) out vec4 out_color;

vec4 read(ivec2 at, int along)
{
    at[u_axis] = along;
#ifdef FOLD_BITS
    at[1 - u_axis] -= u_first;
    int texel = at.y * u_width + at.x;
    at = ivec2(texel & ((1 << FOLD_BITS) - 1), texel >> FOLD_BITS);
#endif
    return texelFetch(u_input, at, 0);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int place = at[u_axis] - u_begin;
    if (place < 0 || place >= u_length) {
        out_color = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    float scale = float(u_count) / float(u_length);
    float reach = max(scale, 1.0);
    float center = (float(place) + 0.5) * scale - 0.5; // texel i of the input has its centre at i
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = int(ceil(center - reach)); i <= int(floor(center + reach)); i++) {
        // At either end a rounded quotient may exceed 1, and light must not become less than none.
        float weight = max(1.0 - abs(float(i) - center) / reach, 0.0);
        sum += weight * read(at, clamp(i, 0, u_count - 1));
        weights += weight;
    }
    out_color = sum / weights;
}
