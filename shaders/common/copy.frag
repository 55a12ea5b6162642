#version 430 core

// A copy, texel by texel: the unit that a benchmark counts in.

layout(binding = 0) uniform sampler2D u_input;

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0);
}
