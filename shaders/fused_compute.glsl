// The end of a fused compute program: fuse writes what stands before it, run_steps and TEXELS among it. That many
// texels an invocation, a group's width apart, so that neighbouring invocations still touch neighbouring texels; all
// are read before the first is written, so that one read waits beside the others. No branch stands between them: what
// is stored outside the image is nowhere.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 size = ivec2(u_size);
    ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(16 * TEXELS, 16) + ivec2(gl_LocalInvocationID.xy);
    vec4 color[TEXELS];
    Pixel px[TEXELS];
    for (int i = 0; i < TEXELS; i++) {
        ivec2 coord = at + ivec2(16 * i, 0);
        color[i] = texelFetch(u_input, min(coord, size - 1), 0);
        px[i] = pixel_at(min(coord, size - 1));
        px[i].coord = coord;
    }
    for (int i = 0; i < TEXELS; i++)
        imageStore(out_image, px[i].coord, run_steps(color[i], px[i]));
}
