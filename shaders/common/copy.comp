#version 430 core

// A copy, TEXELS for each thread: the unit that a benchmark counts in. The texels of a thread lie a group's
// width apart, so that neighbouring threads still touch neighbouring texels. LOAD=1 reads the image itself
// (FORMAT), LOAD=0 fetches through the sampler: which is faster differs between GPUs.

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;
#if LOAD
layout(binding = 1, FORMAT) readonly uniform image2D in_image;
#define read(coord) imageLoad(in_image, coord)
#else
layout(binding = 0) uniform sampler2D u_input;
#define read(coord) texelFetch(u_input, coord, 0)
#endif

void main()
{
    ivec2 size = imageSize(out_image);
    ivec2 coord = ivec2(gl_WorkGroupID.xy) * ivec2(16 * TEXELS, 16) + ivec2(gl_LocalInvocationID.xy);
    for (int i = 0; i < TEXELS; i++, coord.x += 16)
        if (all(lessThan(coord, size)))
            imageStore(out_image, coord, read(coord));
}
