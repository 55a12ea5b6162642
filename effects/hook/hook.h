#pragma once

#include "effects/hook/hook_impl.h"

// effects/hook: shader files as effects. A file of passes in the format of mpv's user shaders, as
// libplacebo documents it, becomes an effect whose rows are the file's parameters.
//
//   hook_block    the lines of a file
//   hook_parts    what they describe; hook_param and hook_resource read parts of it
//   hook_expr     sizes and conditions
//   hook_file     the whole; hook_key reads the lines that are ours alone
//   hook_layout   which passes run in a picture of one size
//   hook_text     the GLSL of a pass; hook_pointwise that of a function
//   hook_impl     the run of its passes
//   hook          the effect
//   hook_folder   folders of files that are named without a path
//
// Points RGB, NATIVE, MAIN, PREKERNEL, POSTKERNEL and OUTPUT carry display values, LINEAR carries
// light, LUMA and CHROMA planes of BT.709 at full size. A step's picture keeps its size and alpha:
// what a file resizes is resampled at the end.
