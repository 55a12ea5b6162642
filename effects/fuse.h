#pragma once

#include "effects/chain.h"

// Neighbouring pointwise steps as one program. Pure text work, no GL, done when the chain changes.

enum {
    FUSE_MAX_UNIFORMS = PASS_MAX_UNIFORMS - EFFECT_JOIN_UNIFORM,
    FUSE_TEXT_SIZE = 16384,
    FUSE_MAX_STEPS = CHAIN_MAX_STEPS + 1,
    FUSE_FIRST_UNIFORM = 2,
    FUSE_TEXELS = 3,      // in a row, that an invocation of a compute program makes
    FUSE_GROUP_WIDTH = 8, // of invocations
    FUSE_GROUP_HEIGHT = 16,
};

struct fuse_run {
    int count; // 0 gives a copy
    const struct chain_step *steps[FUSE_MAX_STEPS];
    int cells[FUSE_MAX_STEPS]; // side of the cells that a step works on, pixels; up to 1: pixels
};

// Whether one more step still fits: a program has only so many uniforms and so much text, and one
// binding for the palette and one for the noise of a step that has them.
bool fuse_accepts(const struct fuse_run *run, const struct chain_step *step);

// GLSL with includes, of the kind asked for. Returns the length; asserts that it fits.
int fuse_text(const struct fuse_run *run, bool compute, char out[static FUSE_TEXT_SIZE]);

// What a fused pass knows besides its steps.
struct fuse_context {
    int width, height; // lengths in % are of the height
    int depth;         // bits a channel of the picture's target: dither's automatic step
    int frame;         // counts drawn frames: animated dither
};

// The program of a spatial effect, `file`, with the run in its hole before or after
// (shaders/common/join.glsl).
int fuse_join_text(const struct fuse_run *run, const char *file, bool before,
                   char out[static FUSE_TEXT_SIZE]);

// Whether two steps have the same part in a program: their choices are equal, since these are its
// constants, as is a cell of one pixel.
bool fuse_same_text(const struct chain_step *a, const struct chain_step *b);

// Location 0 depth, 1 frame, 2 size, then the steps' rows in order.
void fuse_uniforms(const struct fuse_run *run, const struct fuse_context *context,
                   struct uniform out[static FUSE_MAX_UNIFORMS]);

// "composite + tonemap + dither"
void fuse_label(const struct fuse_run *run, char *out, size_t size);
