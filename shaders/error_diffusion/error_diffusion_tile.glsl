// A tile of 32 rows of a strip by 32 of its steps: what a group of error_diffusion_values.comp or
// error_diffusion_colors.comp works on, 32 by 8 invocations, each on TEXELS of it.

const int TEXELS = 4;

int first_step()
{
    return 32 * int(gl_WorkGroupID.x);
}

// Step and row. 32 invocations cover two rows, since texels of two rows lie together.
ivec2 place_in_tile(int i)
{
    int lane = int(gl_LocalInvocationID.x), part = int(gl_LocalInvocationID.y) + 8 * i;
    return ivec2(16 * (part & 1) + (lane & 15), 2 * (part >> 1) + (lane >> 4));
}

ivec2 texel_at(ivec2 place)
{
    return ivec2(column_at(first_step() + place.x, place.y), 32 * int(gl_WorkGroupID.y) + place.y);
}

int index_in_tile(int step, int row)
{
    return index_of(int(gl_WorkGroupID.y), first_step() + step, row);
}

uint tile_number()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
