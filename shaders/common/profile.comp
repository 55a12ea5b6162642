#version 430 core

#include "common/profile.glsl"

layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
    ivec2 coord = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(coord, ivec2(u_size))))
        return;
    vec4 color = load(coord);
    if (is_stored(color))
        imageStore(out_image, coord, color);
}
