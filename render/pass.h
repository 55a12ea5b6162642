#pragma once

#include "render/gpu.h"

// One step over the whole picture, the same struct for a fragment and a compute program.

enum { PASS_MAX_INPUTS = 8, PASS_MAX_IMAGES = 4, PASS_MAX_BUFFERS = 4, PASS_MAX_UNIFORMS = 96 };

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
    const float *array; // only read during pass_run
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
};

struct pass_image {
    const struct texture *texture; // only read; NULL for a target
    struct texture *target;        // read and written; NULL for a texture
    bool words;                    // bound as unsigned words without a meaning: RGBA16F as rg32ui
};

// A zeroed field means none or the default. Every texture belongs to the caller.
struct pass {
    // Timer scope and debug group, one of both: a label as it stands, or a verb, to which the size
    // of the output is added ("down 640x360"). Both NULL: the pass stays inside the caller's scope.
    const char *label, *verb;
    const struct program *program;
    // Position n is layout(binding = n) sampler2D; gaps are allowed.
    struct pass_input inputs[PASS_MAX_INPUTS];
    struct texture *output;                    // out location 0, or image binding 0
    struct pass_image images[PASS_MAX_IMAGES]; // image binding 1, 2, ...
    // layout(std430, binding = n), read and written.
    struct buffer *buffers[PASS_MAX_BUFFERS];
    struct uniform uniforms[PASS_MAX_UNIFORMS]; // layout(location = n)
    uint64_t buffer_bytes; // that must be moved in and out of them, for the timer's scope
    int groups[3];         // compute only; {0} covers the output with one invocation a texel
};

// Runs it in the order of the GPU's commands, with the barrier that its inputs need and no other.
// Adds the least bytes it must move (every input read once, the output written once, buffer_bytes)
// to the timer's scope.
void pass_run(struct gpu *gpu, const struct pass *pass);

// Copies `from` into the first level of `to`, a texture of its size and format, and has the driver
// make the others from it (glGenerateMipmap).
void pass_make_mips(struct gpu *gpu, const struct texture *from, struct texture *to);

// Sets one uniform, as pass_run does: for draws with geometry of their own (scenes).
void pass_set_uniform(const struct program *program, int location, const struct uniform *uniform);

// Tells the program the format of what it draws into, as pass_run does.
void pass_set_format(const struct program *program, enum texture_format format);

// The full-screen triangle with the current program, over a framebuffer of that size.
void pass_draw_triangle(const struct gpu *gpu, unsigned framebuffer, int width, int height);

// Takes a copy of the output when the open scopes are the watched path. pass_run does so for a pass
// with a label; a caller that put several passes into one scope does so before it closes it.
void pass_watch(struct gpu *gpu, const struct texture *output);
