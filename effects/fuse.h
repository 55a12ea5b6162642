#pragma once

#include "effects/chain.h"

// Writes neighbouring pointwise steps as one GLSL program. This is text alone: it needs no GL and
// is done when the chain changes.

enum {
    FUSE_MAX_UNIFORMS = PASS_MAX_UNIFORMS - EFFECT_JOIN_UNIFORM,
    FUSE_TEXT_SIZE = 16384,
    FUSE_MAX_STEPS = CHAIN_MAX_STEPS + 1,
    FUSE_FIRST_UNIFORM = 2,
    FUSE_TEXELS = 3,        // that one invocation of a compute program makes, side by side
    FUSE_GROUP_WIDTH = 8,   // of a compute program's group, invocations
    FUSE_GROUP_HEIGHT = 16, // the same
};

struct fuse_run {
    int count; // 0 gives a copy
    const struct chain_step *steps[FUSE_MAX_STEPS];
    int cells[FUSE_MAX_STEPS]; // side of the cells that each step works on, pixels; 0 or 1: none
    bool
        is_exact; // 16 bits or floats are kept of what it makes, in which approximations would show
    const void *file; // of the only step that may have one, as effect.read gave it; NULL: none
};

bool fuse_run_has(const struct fuse_run *run, const struct chain_step *step);

// Whether one of its steps reads what entered the chain.
bool fuse_reads_source(const struct fuse_run *run);

// Adds a step with its cells and its file, as effect.read gave it. False where it does not fit:
// uniforms and text are limited, and one binding each is there for a table and for noise, so that
// only one step of a run may have them. The first fits always.
bool fuse_add(struct fuse_run *run, const struct chain_step *step, int cell, const void *file);

// Writes a compute or fragment program with its #include lines. Returns the length in bytes. The
// text of a run that fuse_add built always fits, which is asserted.
int fuse_text(const struct fuse_run *run, bool compute, char out[static FUSE_TEXT_SIZE]);

// The values that a fused pass needs besides its steps.
struct fuse_context {
    int width, height; // of the image, texels; lengths in per cent are of the height
    int depth;         // bits a channel of the picture's target: dither's automatic step
    int frame;         // counts drawn frames: animated dither
};

// Writes the program `file` of a spatial effect ("blur/half_up_twice.comp") with the run in its
// hole: where it reads its input (`before`) or where it writes its output. See
// shaders/common/join.glsl. Returns the length, as fuse_text does.
int fuse_join_text(const struct fuse_run *run, const char *file, bool before,
                   char out[static FUSE_TEXT_SIZE]);

// Whether two steps have the same text in a program, if the files that they name are still the
// same: they are of one effect and equal in all that is fixed there, which are choices, the variant
// and cells.
bool fuse_same_text(const struct chain_step *a, const struct chain_step *b);

// The uniforms by location: 0 depth, 1 frame, then the picture's size where a step reads it, then
// the constants of the step that has them, then each step's rows in order and its region. They fit,
// which fuse_add has seen to; if ever they do not, those beyond are left out.
void fuse_uniforms(const struct fuse_run *run, const struct fuse_context *context,
                   struct uniform out[static FUSE_MAX_UNIFORMS]);

// The name of the pass in timer scopes: "composite + tonemap + dither", or "copy" for no steps.
void fuse_label(const struct fuse_run *run, char *out, size_t size);
