#pragma once

#include "app/export/export.h"
#include "app/export/glsl.h"
#include "render/text/text_writer.h"

// A chain as one user shader of mpv (docs/own-effects.md has the format, effects/hook reads it).
//
// Each pass is a block at LINEAR, the point that carries light above white. What passes hand on is
// saved under the texture's name; the last replaces the picture, and what it made display values
// for is light again, since the player encodes. Uniforms become constants, functions of
// HOOKED_size, or follow the file's parameters.

// Writes the lab's chain to a file, or "-". Returns the exit status, and the error where that is
// not 0: a step that such a file cannot say is named in it.
int export_hook_write(struct lab *lab, const char *path, struct error *error);

// ---- its parts

struct hook_export {
    const struct exported *exported;
    bool decodes;                       // the chain ends in display values
    bool is_said[EXPORTED_MOST_PARAMS]; // the file has it as a parameter
};

// Writes the GLSL of a pass, with vec4 hook(). False where it reads in a way that a user shader
// cannot.
bool hook_export_body(const struct hook_export *hook, const struct exported_pass *pass,
                      struct text_writer *out, struct error *error);

// Writes a uniform that a shader declares as "vec2 u_size[2]", under another name, with its value:
// "const vec2 u_size[2] = vec2[2](vec2(1.0, 2.0), ...);".
void hook_export_uniform(const struct hook_export *hook, const struct exported_pass *pass,
                         const struct glsl_word *declared, const char *name,
                         struct text_writer *out);

// Writes what the file calls a parameter's component: "composite_tint_g".
enum { HOOK_EXPORT_NAME_SIZE = EXPORTED_NAME_SIZE + 4 };
void hook_export_name(const struct exported_param *param, int component,
                      char name[HOOK_EXPORT_NAME_SIZE]);
