#pragma once

#include "effects/hook/hook_file.h"
#include "effects/hook/hook_token.h"
#include "render/text/text_writer.h"

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

// Makes keys.pointwise and keys.function: the GLSL of vec4 <function>(vec4 color, Pixel px, <the
// parameters>), where names of the file begin with that of the function, so that files stay apart.
// Refuses, at that line or at the word of the body, what such a file must not have.
bool hook_pointwise_make(const struct hook_reader *reader, const struct hook_line *line,
                         struct hook_file *file);

// ---- for these two

// Returns whether a word may be no name in the text: GLSL has taken it or keeps it for itself, and
// older shaders use it, or the text around the body has it.
bool hook_word_is_taken(const struct hook_token *word);

// Returns what a word or number of half floats is among those of floats, as vec4 of f16vec4, or the
// word. What is stored to a file's images is rounded, if they hold halves, and GL need not have
// halves in registers.
struct hook_token hook_word_of_floats(const struct hook_token *word);

// Says that lines of the file follow, from that one on.
void hook_write_place(struct text_writer *writer, const struct hook_file *file, int line);
