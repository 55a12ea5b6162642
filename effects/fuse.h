#pragma once

#include "effects/chain.h"
#include "render/pass.h"
#include "render/program.h"

// Writes neighbouring pointwise steps as one GLSL program. It works on text only, without OpenGL,
// and is used when the chain changes:
//
//   struct fused_steps run = { .is_exact = true };
//   fuse_add(&run, first, cell, NULL);
//   fuse_add(&run, second, cell, NULL);              // false: `second` needs another pass
//   fuse_write_text(&run, true, text);               // the program
//   fuse_set_uniforms(&run, &context, &uniforms);    // in each frame

enum {
    FUSE_MAX_UNIFORMS = 64, // elements of u_constants count, too
    FUSE_TEXT_SIZE = 16384,
    FUSE_MAX_STEPS = CHAIN_MAX_STEPS + 1,
    FUSE_TEXELS = 3,      // texels of one invocation of a compute program, FUSE_GROUP_WIDTH apart
    FUSE_GROUP_WIDTH = 8, // invocations of a compute program's group
    FUSE_GROUP_HEIGHT = 16,
};

struct fused_steps {
    int count; // number of steps; 0: the pass copies its input
    const struct chain_step *steps[FUSE_MAX_STEPS];
    int cells[FUSE_MAX_STEPS]; // side of each step's cells, pixels; 0 or 1: no cells
    bool is_exact;             // the output has 16 bits or floats, which would show approximations
    const void *file; // from effect.read, of the only step that may have a file; NULL: none
};

bool fused_steps_have(const struct fused_steps *run, const struct chain_step *step);

// Returns true if one of the steps reads the input of the chain.
bool fuse_reads_source(const struct fused_steps *run);

// Appends a step with the side of its cells and the file from effect.read. Returns false if it does
// not fit: uniforms and text are limited, and there is one binding for a table and one for noise,
// so that only one step of a run may have them. The first step always fits.
bool fuse_add(struct fused_steps *run, const struct chain_step *step, int cell, const void *file);

// Writes a compute or fragment program with its #include lines. Returns the length in bytes. The
// text of a run built by fuse_add always fits, which is asserted.
int fuse_write_text(const struct fused_steps *run, bool compute, char out[FUSE_TEXT_SIZE]);

// Values of the frame that the uniforms of a fused pass depend on.
struct fuse_context {
    int width, height; // texels of the image; lengths in per cent are shares of its height
    int depth;         // bits per channel of the picture's target, for dither's automatic step
    int frame;         // number of the drawn frame, for animated dither
};

// Writes the text of the program `file` of a spatial effect ("dual/up_twice.comp") with the steps
// of the run inserted: where the program reads its input if `before`, otherwise where it writes its
// output. See shaders/common/join.glsl. Returns the length in bytes.
int fuse_write_joined_text(const struct fused_steps *run, const char *file, bool before,
                           char out[FUSE_TEXT_SIZE]);

// Returns true if two steps have the same program text, provided that the files that they name are
// unchanged: they have the same effect, choices, variant and use of cells, which are constants of
// the text.
bool fuse_same_text(const struct chain_step *a, const struct chain_step *b);

// The uniforms of a fused pass: u_depth, u_frame, u_picture if a step reads the picture's size,
// u_constants of the step that has them, and each step's rows and region ("s0_strength", "s1_roi").
struct fuse_uniforms {
    int count;
    struct uniform all[FUSE_MAX_UNIFORMS]; // they point to the arrays below
    char names[FUSE_MAX_UNIFORMS][PROGRAM_UNIFORM_NAME_SIZE];
    float constants[EFFECT_MAX_CONSTANTS][4];
};
void fuse_set_uniforms(const struct fused_steps *run, const struct fuse_context *context,
                       struct fuse_uniforms *out);

// Writes the name of the pass in timer scopes: "composite + tonemap + dither", or "copy" without
// steps.
void fuse_write_label(const struct fused_steps *run, char *out, size_t size);
