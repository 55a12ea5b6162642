#version 430 core
#include "box_between.glsl"

// A direction of the row `tiled`: one box along columns walks, all others work on tiles in shared memory.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

#if defined(DOWN) && ORDER == 1
#include "box_tiled_walk.glsl"
#else
#include "box_tiled_lines.glsl"
#endif
