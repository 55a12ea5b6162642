#pragma once

#include "effects/effect.h"
#include "effects/hook/hook_layout.h"

// effects/hook: shader files as effects. A file of passes in the format of mpv's user shaders, as
// libplacebo documents it, becomes an effect whose rows are the file's parameters.
//
//   hook_block    the lines of a file
//   hook_expr     sizes and conditions
//   hook_file     what they describe; hook_param, hook_resource and hook_key read parts of it
//   hook_layout   which passes run in a picture of one size
//   hook_token    the words of a body
//   hook_text     the GLSL of a pass; hook_pointwise that of a function
//   hook_impl     the run of its passes
//   hook          the effect
//   hook_folder   folders of files that are named without a path
//
// Points RGB, NATIVE, MAIN, PREKERNEL, POSTKERNEL and OUTPUT carry display values, LINEAR carries
// light, LUMA and CHROMA planes of BT.709 at full size. A step's picture keeps its size and alpha:
// what a file resizes is resampled at the end.

enum { HOOK_NAME_SIZE = 64 };

// A file that was read. It is never freed, since chains, plans and states to undo point at it.
struct hook {
    struct effect effect;
    struct effect_impl impl;
    const struct effect_impl *impls[2];
    struct param rows[HOOK_MAX_PARAMS + 1];
    struct program_desc programs[EFFECT_MAX_PROGRAMS + 1];
    struct hook_file file;
};

// What every file has of its implementation.
extern const struct effect_impl hook_impl;

const struct hook *hook_of(const struct effect *effect); // whose `file` is not NULL

// Makes the layout of a step: hook_layout_make with the site's size and values.
bool hook_lay_out(const struct effect_site *site, struct hook_layout *layout,
                  char why[HOOK_WHY_SIZE]);

// Writes the name of a pass in times and for --at: its DESC, without a '/' that would divide it.
void hook_name_run(const struct hook *hook, const struct hook_run *run, char name[HOOK_NAME_SIZE]);
