#pragma once

#include "effects/hook/hook_file.h"

// The GLSL of a pass: what its body may use, the body with the numbers of its own lines, and the
// function main that calls it.

// Locations of the uniforms that every pass has, of those that each texture has from there on, and
// of the parameters.
enum {
    HOOK_U_FRAME,
    HOOK_U_RANDOM,
    HOOK_U_INPUT_SIZE,
    HOOK_U_TARGET_SIZE,
    HOOK_U_TEX_OFFSET,
    HOOK_U_RESULT,                       // size and 1 / size of what the pass makes
    HOOK_U_SIZES = 8,                    // the same of each texture
    HOOK_U_OFFSETS = 8 + HOOK_MAX_BINDS, // texels by which each lies off
    HOOK_U_PARAMS = 8 + 2 * HOOK_MAX_BINDS,
    HOOK_U_END = HOOK_U_PARAMS + HOOK_MAX_PARAMS
};

// Returns the text for the caller to free. A parameter that is a constant comes as the define
// HALATION_<its number>. `finishes`: the pass reads one more texture, the picture that entered the
// step, and takes alpha from there.
char *hook_text_make(const struct hook_file *file, const struct hook_pass *pass, bool finishes);

extern const char
    *const hook_text_renamed[]; // names in a body that stay no names of ours; ends with NULL

// How a word stands in a body, not as a part of another one.
enum hook_use {
    HOOK_UNUSED,
    HOOK_USED,
    HOOK_OWN, // it is a function of the body: a type stands before it and a '(' behind
};
enum hook_use hook_text_use(const char *body, const char *word);
