#pragma once

#include "render/gpu.h"

// A pass is one step over a whole image, by a fragment or a compute program. Passes run inside a
// frame, where the timer measures them, or outside one, untimed.

enum { PASS_MAX_INPUTS = 16, PASS_MAX_IMAGES = 4, PASS_MAX_BUFFERS = 8, PASS_MAX_UNIFORMS = 104 };

struct uniform {
    enum uniform_type {
        UNIFORM_NONE,
        UNIFORM_INT,
        UNIFORM_FLOAT,
        UNIFORM_VEC2,
        UNIFORM_VEC3,
        UNIFORM_VEC4,
        UNIFORM_MAT4, // 16 floats in `array`, columns first
        UNIFORM_FLOAT_ARRAY,
        UNIFORM_VEC4_ARRAY,
    } type;
    int count; // of an array's elements; the positions of all but the first are left empty
    int i;
    float f[4];
    const float *array; // borrowed until pass_run returns
};

// clang-format off
#define U_INT(x)               { .type = UNIFORM_INT, .i = (x) }
#define U_FLOAT(x)             { .type = UNIFORM_FLOAT, .f = { (x) } }
#define U_VEC2(x, y)           { .type = UNIFORM_VEC2, .f = { (x), (y) } }
#define U_VEC3(x, y, z)        { .type = UNIFORM_VEC3, .f = { (x), (y), (z) } }
#define U_VEC4(x, y, z, w)     { .type = UNIFORM_VEC4, .f = { (x), (y), (z), (w) } }
#define U_MAT4(p)              { .type = UNIFORM_MAT4, .array = (p) }
#define U_FLOAT_ARRAY(n, p)    { .type = UNIFORM_FLOAT_ARRAY, .count = (n), .array = (p) }
#define U_VEC4_ARRAY(n, p)     { .type = UNIFORM_VEC4_ARRAY, .count = (n), .array = (p) }
// clang-format on

struct pass_input {
    const struct texture *texture;
    enum filter filter;
    enum edge edge;
    bool is_optional; // the program may not need to read it: it is none of the least bytes
};

struct pass_image {
    const struct texture *texture; // only read; NULL for a target
    struct texture *target;        // read and written; NULL for a texture
    bool words;                    // bound as plain unsigned words: RGBA16F as rg32ui
};

// Texels of an output, from a corner at x, y, to which a pass keeps.
struct pass_area {
    int x, y, width, height;
};

// The work of a pass, or of all passes of a run, from which `auto` estimates its time. Counts are
// sums over all invocations, unless a field states otherwise.
struct cost {
    double texels;       // reads with texelFetch or imageLoad
    double bilinear;     // reads with bilinear filtering
    double shared;       // reads from shared memory
    double sums;         // multiply-adds of texels, beyond one for each texel read
    double shared_bytes; // bytes of shared memory per group, in the program that declares the most
    double stores;       // texels of the images between the steps
    double passes;       // draws or dispatches
    double iterations; // loop iterations of one invocation, in the pass that has the most, if their
                       // number grows with the parameters or the size
    double waits;      // length of the longest chain of dependent reads in one invocation
};

// A zeroed field means none or the default. Textures, buffers and program belong to the caller.
struct pass {
    // The name of its timer scope and debug group: `label` as it stands, or `verb` with the size of
    // the output behind it ("down 640x360"). Both NULL: the pass belongs to the caller's scope.
    const char *label, *verb;
    const struct program *program;
    // Element n is layout(binding = n) sampler2D, or a table's; gaps are allowed.
    struct pass_input inputs[PASS_MAX_INPUTS];
    struct texture *output; // location 0 of a fragment shader, or image binding 0
    struct pass_area area;  // of the output; zeroed: all of it. A compute program is only said to
                            // keep to it, for the bytes
    struct pass_image images[PASS_MAX_IMAGES]; // image bindings 1, 2, ...
    // Element n is layout(std430, binding = n), read and written.
    struct buffer *buffers[PASS_MAX_BUFFERS];
    struct uniform uniforms[PASS_MAX_UNIFORMS]; // layout(location = n)
    struct gpu_traffic buffer_traffic; // the least that goes out of buffers and into them; with
                                       // buffers it must be said
    int groups[3]; // of a compute program; {0}: one invocation for each texel of the output
    // The work of the program that nothing counts: reads, sums and stores to buffers for each texel
    // that the pass makes; iterations, waits and shared memory as they are. Passes and stores to
    // images are counted.
    struct cost work;
    double made; // texels that the pass makes; 0: those of the first image that it stores to
};

// Runs a pass, in the order of the GPU's commands, behind the barriers that its inputs need and no
// others. Counts the least bytes that it must move in the timer's scope: every input read once, the
// outputs written once, and buffer_traffic.
void pass_run(struct gpu *gpu, const struct pass *pass);

// Copies `from` into the first level of `to`, which has its size and format, and lets the driver
// make the other levels (glGenerateMipmap).
void pass_make_mips(struct gpu *gpu, const struct texture *from, struct texture *to);

// Sets one uniform as pass_run does, for scenes that draw geometry of their own.
void pass_set_uniform(const struct program *program, int location, const struct uniform *uniform);

// Tells a program the format of the image that it draws into, as pass_run does.
void pass_set_format(const struct program *program, enum texture_format format);

// Draws the full-screen triangle with the current program over a framebuffer of that size.
void pass_draw_triangle(const struct gpu *gpu, unsigned framebuffer, int width, int height);

// Copies the output where the open scopes are the watched path (gpu_set_watch). pass_run does so
// for a pass with a scope of its own; a caller that puts several passes into one scope calls it
// before it closes that.
void pass_watch(struct gpu *gpu, const struct texture *output);
