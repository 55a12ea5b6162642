#version 430 core
#include "pointwise/pixel.glsl"

vec4 run_steps(vec4 first, ivec2 coord)
{
    Pixel px = pixel_at(coord);
    precise vec4 color = first;
    return color;
}

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 coord = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(coord, imageSize(out_image))))
        imageStore(out_image, coord, run_steps(texelFetch(u_input, coord, 0), coord));
}
