// The end of a fused fragment program. effects/fuse.c writes the text before it, with run_steps.

layout(binding = 0) uniform sampler2D u_input;
layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 coord = ivec2(gl_FragCoord.xy);
    out_color = run_steps(texelFetch(u_input, coord, 0), coord);
}
