#pragma once

#include "app/export/export.h"
#include "app/export/glsl.h"
#include "render/text/text_writer.h"

// A chain as one user shader of mpv (docs/own-effects.md has the format, effects/hook reads it).
//
// Each pass is a block at MAIN, which every player reaches. The first decodes the picture's display
// values; what passes hand on is saved under the texture's name; the last replaces the picture with
// display values. Halation gives such a file light, as its line "//@ light" says, and defines
// HALATION_LIGHT: the passes then neither decode nor encode. Uniforms become constants, functions
// of HOOKED_size, or follow the file's parameters.

// Writes the renderer's chain to a file, or "-". Its parameters are #defines of each pass, which
// players with any libplacebo read, or rows of //!PARAM where the file's name ends in .param.hook
// or .param.glsl. Returns the exit status, and the error where that is not 0: a step that such a
// file cannot say is named in it.
int export_hook_write(struct renderer *renderer, const char *path, struct error *error);

// ---- its parts

struct hook_export {
    const struct exported *exported;
    bool makes_display;                 // the chain ends in display values
    bool has_rows;                      // parameters are rows of //!PARAM, or else #defines
    bool is_said[EXPORTED_MOST_PARAMS]; // the file has it as a parameter
};

// Writes the GLSL of a pass, with vec4 hook(). False where it reads in a way that a user shader
// cannot.
bool hook_export_body(const struct hook_export *hook, const struct exported_pass *pass,
                      struct text_writer *out, struct error *error);

// Writes the functions that a text calls and lacks.
void hook_export_helpers(const char *text, struct text_writer *out);

// Returns what the file calls a texture: the picture is the light that the first pass makes.
const char *hook_export_texture(const struct exported_texture *texture);

// Writes a uniform that a shader declares as "vec2 u_size[2]", under another name, with its value:
// "const vec2 u_size[2] = vec2[2](vec2(1.0, 2.0), ...);".
void hook_export_uniform(const struct hook_export *hook, const struct exported_pass *pass,
                         const struct glsl_word *declared, const char *name,
                         struct text_writer *out);

// Writes what the file calls a parameter's component: "composite_tint_g".
enum { HOOK_EXPORT_NAME_SIZE = EXPORTED_NAME_SIZE + 4 };
void hook_export_name(const struct exported_param *param, int component,
                      char name[HOOK_EXPORT_NAME_SIZE]);
