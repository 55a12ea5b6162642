// A tile: the rows of a strip and as many of its steps. A group of error_diffusion_values.comp or
// error_diffusion_colors.comp processes a tile, with STRIP by 8 invocations, each of which has TEXELS texels.

const int TEXELS = STRIP / 8;

int first_step()
{
    return STRIP * int(gl_WorkGroupID.x);
}

// Returns step and row. STRIP invocations cover two rows, because texels of two rows are adjacent in memory.
ivec2 place_in_tile(int i)
{
    int lane = int(gl_LocalInvocationID.x), part = int(gl_LocalInvocationID.y) + 8 * i;
    return ivec2(16 * (part & 1) + (lane & 15), 2 * (part >> 1) + (lane >> 4));
}

ivec2 texel_at(ivec2 place)
{
    return ivec2(column_at(first_step() + place.x, place.y), STRIP * int(gl_WorkGroupID.y) + place.y);
}

int index_in_tile(int step, int row)
{
    return index_of(int(gl_WorkGroupID.y), first_step() + step, row);
}

uint tile_number()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
