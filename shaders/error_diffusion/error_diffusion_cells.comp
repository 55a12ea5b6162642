#version 430 core
#include "error_diffusion/error_diffusion.glsl"
#include "error_diffusion/error_diffusion_curves.glsl"
#include "error_diffusion/error_diffusion_value.glsl"

// Runs before the three programs of error diffusion on cells: computes the mean of each column of a cell,
// premultiplied and with alpha, in 32nds. The values stay below 2^24, which floats represent exactly, and their sums
// below 2^32.

layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;

void main()
{
#if CELLS
    ivec2 size = textureSize(u_input, 0), at = ivec2(gl_GlobalInvocationID.xy);
    int first = at.y * u_cell, count = min(u_cell, size.y - first);
    Cell cell = Cell(uvec4(0u), uvec3(0u));
    for (int i = 0; i < count; i++)
        add(cell, premultiplied_value_of(texelFetch(u_input, ivec2(at.x, first + i), 0)));
    if (at.x < size.x && count > 0)
        imageStore(out_image, at, vec4(mean_of(cell, uint(count), 32u)));
#endif
}
