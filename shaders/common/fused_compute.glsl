// Runs the steps. An invocation makes TEXELS texels, a group's width apart, so that neighbouring invocations still
// touch neighbouring texels. All are read before the first is written, so that reads wait together. No branch stands
// between them: values read outside the image are not used, and stores outside have no effect.

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;

Pixel pixel_of(int i)
{
    ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(GROUP_WIDTH * TEXELS, GROUP_HEIGHT) + ivec2(gl_LocalInvocationID.xy);
    ivec2 step = ivec2(GROUP_WIDTH * i, 0);
    Pixel px = pixel_at(first + step);
    px.base = uvec2(first) & 15u;
    px.step = uvec2(step) & 15u;
    return px;
}

void main()
{
    vec4 color[TEXELS];
    Pixel px[TEXELS];
    for (int i = 0; i < TEXELS; i++) {
        px[i] = pixel_of(i);
        color[i] = texelFetch(u_input, px[i].coord, 0);
    }
    bool opaque = true;
    for (int i = 0; i < TEXELS; i++) {
        color[i] = run_light(color[i], px[i]);
        opaque = opaque && color[i].a == 1.0;
    }
#if defined(DISPLAYS) && defined(OPAQUE_BRANCH)
    // Most pictures are opaque everywhere, and need no division by alpha.
    if (opaque)
        for (int i = 0; i < TEXELS; i++) {
            px[i].opaque = true;
            px[i].bounded = false;
            imageStore(out_image, px[i].coord, run_display(vec4(color[i].rgb, 1.0), px[i]));
        }
    else
#endif
        for (int i = 0; i < TEXELS; i++) {
            px[i].bounded = false; // as before: Mesa 22.3's zink cannot carry this bool over a loop, and crashes
            imageStore(out_image, px[i].coord, run_display(color[i], px[i]));
        }
}
