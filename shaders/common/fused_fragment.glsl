// Runs the steps, one fragment a texel.

layout(binding = 0) uniform sampler2D u_input;
layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 coord = ivec2(gl_FragCoord.xy);
    out_color = run_steps(texelFetch(u_input, coord, 0), coord);
}
