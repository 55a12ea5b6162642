#pragma once

#include "render/gpu_timer.h"
#include "render/texture.h"

struct gpu;

// A pass is one draw of a full-screen triangle or one dispatch of a compute program, with its
// bindings. Passes run inside a frame, where the timer measures them, or outside, untimed.

enum { PASS_MAX_INPUTS = 16, PASS_MAX_IMAGES = 4, PASS_MAX_BUFFERS = 8, PASS_MAX_UNIFORMS = 8 };

// A value for a uniform of a program. Locations are found when the program is linked
// (program.uniforms); a uniform that the program does not use is skipped.
struct uniform {
    const char *name; // as in the shader, "u_size"; borrowed until pass_run returns. NULL: none
    enum uniform_type {
        UNIFORM_INT,
        UNIFORM_FLOAT,
        UNIFORM_VEC2,
        UNIFORM_VEC3,
        UNIFORM_VEC4,
        UNIFORM_MAT4, // 16 floats in `array`, column-major
        UNIFORM_FLOAT_ARRAY,
        UNIFORM_VEC4_ARRAY,
    } type;
    int count; // elements of an array
    int i;
    float f[4];
    const float *array; // borrowed until pass_run returns
};

// clang-format off
#define U_VALUE(NAME, TYPE, ...)     ((struct uniform){ .name = (NAME), .type = (TYPE), __VA_ARGS__ })
#define U_INT(NAME, x)               U_VALUE(NAME, UNIFORM_INT, .i = (x))
#define U_FLOAT(NAME, x)             U_VALUE(NAME, UNIFORM_FLOAT, .f = { (x) })
#define U_VEC2(NAME, x, y)           U_VALUE(NAME, UNIFORM_VEC2, .f = { (x), (y) })
#define U_SIZE(WIDTH, HEIGHT)        U_VEC2("u_size", (float) (WIDTH), (float) (HEIGHT))
#define U_VEC3(NAME, x, y, z)        U_VALUE(NAME, UNIFORM_VEC3, .f = { (x), (y), (z) })
#define U_VEC4(NAME, x, y, z, w)     U_VALUE(NAME, UNIFORM_VEC4, .f = { (x), (y), (z), (w) })
#define U_MAT4(NAME, p)              U_VALUE(NAME, UNIFORM_MAT4, .array = (p))
#define U_FLOAT_ARRAY(NAME, n, p)    U_VALUE(NAME, UNIFORM_FLOAT_ARRAY, .count = (n), .array = (p))
#define U_VEC4_ARRAY(NAME, n, p)     U_VALUE(NAME, UNIFORM_VEC4_ARRAY, .count = (n), .array = (p))
// clang-format on

struct pass_input {
    const struct texture *texture;
    enum filter filter;
    enum edge edge;
    bool is_optional; // may be unread by the program, so it is not counted in the traffic
};

struct pass_image {
    const struct texture *texture; // only read; NULL for a target
    struct texture *target;        // read and written; NULL for a texture
    bool words;                    // bind RGBA16F as rg32ui, for access to the raw bits
};

// A rectangle of the output, in texels.
struct pass_area {
    int x, y, width, height;
};

// Work of a pass, or of all passes of an implementation, from which impl=auto estimates its time
// (gpu_profile.h). Values are sums over all invocations, unless a field states otherwise.
struct cost {
    double texels;       // reads with texelFetch or imageLoad
    double bilinear;     // reads with bilinear filtering
    double shared;       // reads from shared memory
    double sums;         // multiply-adds of texels, beyond one for each texel read
    double shared_bytes; // shared memory of a work group in bytes; maximum over programs
    double stores;       // texels stored to images
    double passes;       // draws or dispatches
    // Loop iterations of one invocation, maximum over passes; 0 if their number does not depend on
    // parameters or size.
    double iterations;
    double waits; // longest chain of dependent reads in one invocation
};

// A zeroed field means none or the default. Textures, buffers and program belong to the caller.
struct pass {
    // Name of the timer scope and debug group: either `label`, or `verb`, to which the output's
    // size is appended ("down 640x360"). Both NULL: no scope; the pass counts for the caller's.
    const char *label, *verb;
    const struct program *program;
    // Element n is the sampler with layout(binding = n); gaps are allowed.
    struct pass_input inputs[PASS_MAX_INPUTS];
    struct texture *output; // location 0 of a fragment shader, or image binding 0
    // Part of the output that is written; zeroed: all of it. For a compute program it only sets the
    // bytes to count.
    struct pass_area area;
    struct pass_image images[PASS_MAX_IMAGES]; // image bindings 1, 2, ...
    // Element n is layout(std430, binding = n), read and written.
    struct buffer *buffers[PASS_MAX_BUFFERS];
    struct uniform uniforms[PASS_MAX_UNIFORMS]; // in any order
    // Further uniforms, borrowed, for lists longer than that or made elsewhere.
    const struct uniform *more_uniforms;
    int more_count;
    // Lower bound of the bytes read from and written to buffers; required if the pass has buffers.
    struct gpu_traffic buffer_traffic;
    int groups[3]; // work groups of a compute program; {0}: one invocation per texel of the output
    // Work that cannot be derived from the other fields: reads, sums and buffer stores per texel of
    // `made`; iterations, waits and shared_bytes as in struct cost. Passes and image stores are
    // counted automatically.
    struct cost work;
    double made; // texels that the pass computes; 0: those of the first image that it stores to
};

// Runs a pass, after the memory barriers that its bindings need. Adds a lower bound of its memory
// traffic to the open timer scopes: every input read once, every output written once, and
// buffer_traffic.
void pass_run(struct gpu *gpu, const struct pass *pass);

// Appends a uniform to pass.uniforms.
void pass_add_uniform(struct pass *pass, struct uniform uniform);

// Sets uniforms as pass_run does, for scenes that draw geometry.
void pass_set_uniforms(const struct program *program, const struct uniform *uniforms, int count);

// Sets u_half_store for the format of the output (half_store.h), as pass_run does, for scenes that
// draw geometry.
void pass_set_format(const struct program *program, enum texture_format format);

// Draws the full-screen triangle with the current program over a framebuffer of that size.
void pass_draw_triangle(const struct gpu *gpu, unsigned framebuffer, int width, int height);

// Returns the part of the output that the pass writes.
struct pass_area pass_written_area(const struct pass *pass);

// Copies `output` to gpu->snapshot.texture if the open timer scopes are gpu->snapshot.path.
// pass_run does this for a pass with its own scope. A caller with several passes in one scope calls
// it before gpu_timer_pop.
void pass_copy_to_snapshot(struct gpu *gpu, const struct texture *output);
