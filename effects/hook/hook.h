#pragma once

struct effect;

// effects/hook: user shaders of mpv as effects. A shader file in the format that libplacebo
// documents becomes an effect, whose options are the file's parameters. Read the files in this
// order:
//
//   glsl_token      the tokens of GLSL
//   shader_file     the format: from a text to passes, parameters, textures and buffers
//   shader_layout   which passes run in a picture of one size, and their images
//   shader_text     the GLSL of a pass, or of a pointwise file's function
//   hook            the effect, and the run of its passes
//   shader_folder   folders of files that are named without a path
//
// The hook points RGB, NATIVE, MAIN, PREKERNEL, POSTKERNEL and OUTPUT have display values, LINEAR
// and SCALED have scene-linear light, LUMA and CHROMA have planes of BT.709 at full size. The
// output of a step has the size and the alpha of its input: if a file resizes the picture, the
// result is resampled at the end.

// Returns the shader file of an effect whose `file` is not NULL.
const struct shader_file *shader_file_of(const struct effect *effect);
