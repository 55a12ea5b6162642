#version 430 core

// Independent multiplications and additions, u_turns times four. Their time depends only on the clock of the
// multiprocessors.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;
uniform int u_turns;

void main()
{
    vec4 sum = vec4(gl_GlobalInvocationID.xyxy & 255u) / 255.0;
    for (int i = 0; i < u_turns; i++)
        sum = fma(sum, vec4(0.75), vec4(0.125));
    imageStore(out_image, ivec2(gl_GlobalInvocationID.xy), sum);
}
