#version 430 core

// One axis of an image, resized with a tent: bilinear where it grows, and where it shrinks as wide
// as the texels that one stands for, so that nothing aliases. At the image's own size it copies.

layout(binding = 0) uniform sampler2D u_input;
layout(location = 0) uniform int u_axis;   // 0 along the rows, 1 along the columns
layout(location = 1) uniform int u_begin;  // where in the output the image begins, may be negative
layout(location = 2) uniform int u_length; // how many texels it takes; black around it

layout(location = 0) out vec4 out_color;

vec4 read(ivec2 at, int along)
{
    at[u_axis] = along;
    return texelFetch(u_input, at, 0);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int place = at[u_axis] - u_begin;
    int count = textureSize(u_input, 0)[u_axis];
    if (place < 0 || place >= u_length) {
        out_color = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    float scale = float(count) / float(u_length);
    float reach = max(scale, 1.0);
    float center = (float(place) + 0.5) * scale - 0.5; // texel i of the input has its centre at i
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = int(ceil(center - reach)); i <= int(floor(center + reach)); i++) {
        float weight = 1.0 - abs(float(i) - center) / reach;
        sum += weight * read(at, clamp(i, 0, count - 1));
        weights += weight;
    }
    out_color = sum / weights;
}
