#version 430 core

// The mean of the samples of a texel, in linear light: what a sensor would have measured.

layout(binding = 0) uniform sampler2DMS u_input;
layout(location = 0) uniform int u_samples;

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < u_samples; i++)
        sum += texelFetch(u_input, at, i);
    out_color = sum / float(u_samples);
}
