#pragma once

#include "effects/hook/hook_file.h"

// What a shader file does to a picture of one size: which of its passes run, what each reads, and
// how large each result is. Needs no GPU.

enum { HOOK_MAX_RUNS = HOOK_MAX_PASSES + 8, HOOK_WHY_SIZE = 160 };

// The program of a run: that of the pass of this number, or of one of these behind the passes.
enum hook_helper {
    HOOK_LINEARIZE,   // display values to light
    HOOK_DELINEARIZE, // and back
    HOOK_LUMA_PLANE,  // of BT.709, as 0..1
    HOOK_CHROMA_PLANES,
    HOOK_MERGE,  // both back to RGB
    HOOK_FINISH, // to the picture's size, with its alpha
    HOOK_RESIZE, // to that size, with the alpha of a blur
    HOOK_REDUCE, // to the size that the file gets: the means of squares
    HOOK_HELPERS,
};

struct hook_run {
    int program;
    enum hook_point point;
    int input_count;
    int inputs[HOOK_MAX_BINDS]; // images; below 0: -1 - hook_find_resource
    int output;                 // an image
};

struct hook_image {
    int width, height;
    float offset[2]; // texels by which its content lies off
    int last;        // the last run that reads it; -1: none does
};

struct hook_layout {
    int run_count, image_count;
    struct hook_run runs[HOOK_MAX_RUNS];
    struct hook_image images[HOOK_MAX_RUNS + 1]; // number 0 is what enters the step
    int result;                                  // the image that the step puts out
};

// Where a file works.
struct hook_site {
    int width, height; // of the picture, which is OUTPUT's
    int reduced;       // the side of the squares of it that the file gets as a texel; 1: all of it
    int most;          // texels that a side may have
    int texel_bytes;   // of images between passes
    const float *values; // of the parameters, in the file's order
};

// False where a size is wrong, images are too large together, or no pass can run: `why` says where
// and why.
bool hook_layout_make(struct hook_layout *layout, const struct hook_file *file,
                      const struct hook_site *site, char why[HOOK_WHY_SIZE]);

// Whether the file works on light, and not on display values: all its points are LINEAR.
bool hook_layout_is_linear(const struct hook_file *file);

// The pass that gives its result the picture's alpha by itself; -1: none does.
int hook_layout_finisher(const struct hook_file *file);
